import { knowOrganization, organization } from '#/contract/organization.ts'
import type { PublishedText } from '#/contract/texts.ts'
import type { ApiError } from '#/web/call.ts'
import type { Accepted } from './accepting.web.ts'

/** What somebody is asked to accept and confirm. */
export type Asked = { texts: readonly Pick<PublishedText, 'key' | 'version' | 'title'>[]; minimum_age: number | null }

/** What a new player is asked, as this page knows it. */
export function askedOfNewPlayers(): Asked {
  const { texts, minimum_age } = organization()
  return { texts: texts.filter(({ asked_version }) => asked_version !== null), minimum_age }
}

/** Whether the versions that are asked for have been accepted. */
export function isAccepted({ texts }: Asked, accepted: readonly Accepted[]): boolean {
  return (
    texts.length > 0 &&
    texts.every((text) => accepted.some(({ key, version }) => key === text.key && version === text.version))
  )
}

/** Takes over what a refusal says is in force now: this page was loaded before. Answers whether it said so. */
export function noteAsked(refusal: ApiError | null): boolean {
  const { texts, minimum_age } = (refusal?.state ?? {}) as { texts?: PublishedText[]; minimum_age?: number | null }
  if (texts === undefined || minimum_age === undefined) return false
  knowOrganization({ ...organization(), texts, minimum_age })
  return true
}
