import { knowOrganization, organization } from '#/contract/organization.ts'
import type { PublishedText } from '#/contract/texts.ts'
import type { ApiError } from '#/web/call.ts'
import { askedOfNewPlayers, type notAccepted } from './asked.web.ts'
import type { Acceptance } from './contract.ts'

/** Takes over what a refusal says is in force now: this page was loaded before. Answers whether it said so. */
export function noteAsked(refusal: ApiError | null): boolean {
  const { texts, minimum_age } = (refusal?.state ?? {}) as { texts?: PublishedText[]; minimum_age?: number | null }
  if (texts === undefined || minimum_age === undefined) return false
  knowOrganization({ ...organization(), texts, minimum_age })
  return true
}

/** Whether what was accepted before is what is asked now, so that going back shows it ticked. */
export function tickedBy({ accepted = [], confirms_age = false }: Acceptance): typeof notAccepted {
  const { texts } = askedOfNewPlayers()
  return {
    accepted: texts.every((text) => accepted.some(({ key, version }) => key === text.key && version === text.version)),
    confirms_age,
  }
}
