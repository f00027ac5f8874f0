import { organization } from '#/contract/organization.ts'
import type { PublishedText } from '#/contract/texts.ts'
import type { Acceptance } from './contract.ts'

/** What somebody is asked to accept and confirm. */
export type Asked = { texts: readonly Pick<PublishedText, 'key' | 'version' | 'title'>[]; minimum_age: number | null }

/** What a form has of it. */
export const notAccepted = { accepted: false, confirms_age: false }

/** What a new player is asked, as this page knows it. */
export function askedOfNewPlayers(): Asked {
  const { texts, minimum_age } = organization()
  return { texts: texts.filter(({ asked_version }) => asked_version !== null), minimum_age }
}

/** What was ticked, as the calls take it: with the versions that were shown. */
export function acceptanceOf(
  { accepted, confirms_age }: typeof notAccepted,
  { texts } = askedOfNewPlayers(),
): Acceptance {
  return { accepted: accepted ? texts.map(({ key, version }) => ({ key, version })) : [], confirms_age }
}
