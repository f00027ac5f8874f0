import type * as z from 'zod/mini'
import { isAccepted, type Asked } from './asked.web.ts'
import { ageSentence, NOT_ACCEPTED, type Acceptance, type MissingAcceptance } from './contract.ts'

/** What a player is asked who has not accepted this. */
export function toAsked({ missing, age_to_confirm }: MissingAcceptance): Asked {
  return { texts: missing, minimum_age: age_to_confirm }
}

/** Whether anything is asked. */
export function isAsked({ texts, minimum_age }: Asked): boolean {
  return texts.length > 0 || minimum_age !== null
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
