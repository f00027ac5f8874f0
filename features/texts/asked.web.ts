import { setOrganization, organization } from '#/contract/organization.ts'
import type { PublishedText } from '#/contract/texts.ts'
import type { ApiError } from '#/web/call.ts'
import type { Accepted } from './accepting.web.ts'

/** The terms to accept and confirm. */
export type Requirements = {
  texts: readonly Pick<PublishedText, 'key' | 'version' | 'title'>[]
  minimum_age: number | null
}

/** The terms for a new player, as this page knows them. */
export function askedOfNewPlayers(): Requirements {
  const { texts, minimum_age } = organization()
  return { texts: texts.filter(({ asked_version }) => asked_version !== null), minimum_age }
}

/** Whether the required versions have been accepted. */
export function isAccepted({ texts }: Requirements, accepted: readonly Accepted[]): boolean {
  return (
    texts.length > 0 &&
    texts.every((text) => accepted.some(({ key, version }) => key === text.key && version === text.version))
  )
}

/** Updates this outdated page with the terms in a refusal. Returns whether there were any. */
export function noteAsked(refusal: ApiError | null): boolean {
  const { texts, minimum_age } = (refusal?.state ?? {}) as { texts?: PublishedText[]; minimum_age?: number | null }
  if (texts === undefined || minimum_age === undefined) return false
  setOrganization({ ...organization(), texts, minimum_age })
  return true
}
