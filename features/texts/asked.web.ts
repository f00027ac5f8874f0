import type * as z from 'zod/mini'
import { knowOrganization, organization } from '#/contract/organization.ts'
import type { PublishedText } from '#/contract/texts.ts'
import type { ApiError } from '#/web/call.ts'
import type { Accepted } from './accepting.web.ts'
import { ageSentence, NOT_ACCEPTED, type Acceptance, type MissingAcceptance } from './contract.ts'

/** What somebody is asked to accept and confirm. */
export type Asked = { texts: readonly Pick<PublishedText, 'key' | 'version' | 'title'>[]; minimum_age: number | null }

/** What a player is asked who has not accepted this. */
export function toAsked({ missing, age_to_confirm }: MissingAcceptance): Asked {
  return { texts: missing, minimum_age: age_to_confirm }
}

/** Whether anything is asked. */
export function isAsked({ texts, minimum_age }: Asked): boolean {
  return texts.length > 0 || minimum_age !== null
}

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

/** For forms of players, of whom it is known what they have not accepted: says at once what the server would refuse. */
export function acceptsAsked(ctx: z.core.ParsePayload<Acceptance>, asked: Asked): void {
  const { accepted = [], confirms_age } = ctx.value
  const { texts, minimum_age } = asked
  if (texts.length > 0 && !isAccepted(asked, accepted))
    ctx.issues.push({ code: 'custom', path: ['accepted'], message: NOT_ACCEPTED, input: accepted, continue: true })
  if (minimum_age !== null && confirms_age !== true)
    ctx.issues.push({
      code: 'custom',
      path: ['confirms_age'],
      message: ageSentence(minimum_age),
      input: confirms_age,
      continue: true,
    })
}

/** Takes over what a refusal says is in force now: this page was loaded before. Answers whether it said so. */
export function noteAsked(refusal: ApiError | null): boolean {
  const { texts, minimum_age } = (refusal?.state ?? {}) as { texts?: PublishedText[]; minimum_age?: number | null }
  if (texts === undefined || minimum_age === undefined) return false
  knowOrganization({ ...organization(), texts, minimum_age })
  return true
}
