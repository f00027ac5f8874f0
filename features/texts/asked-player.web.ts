import type * as z from 'zod/mini'
import { isAccepted, type Requirements } from './asked.web.ts'
import { requireAcceptance, type Acceptance, type MissingAcceptance } from './contract.ts'

/** The terms for a player who has not accepted these. */
export function toAsked({ missing, age_to_confirm }: MissingAcceptance): Requirements {
  return { texts: missing, minimum_age: age_to_confirm }
}

/** Whether there is anything to accept. */
export function isAsked({ texts, minimum_age }: Requirements): boolean {
  return texts.length > 0 || minimum_age !== null
}

/** Form validation for players whose missing acceptances are known: reports what the server would refuse. */
export function acceptsAsked(ctx: z.core.ParsePayload<Acceptance>, asked: Requirements): void {
  const is_missing = asked.texts.length > 0 && !isAccepted(asked, ctx.value.accepted ?? [])
  requireAcceptance(ctx, is_missing, asked.minimum_age)
}
