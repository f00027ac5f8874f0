import { formatList } from '#/contract/locale.ts'
import type { PublishedText } from '#/contract/texts.ts'
import { isAgeMissing, missingAcceptances, unknownAcceptances } from '#/rules/acceptances.ts'
import { listPublishedTexts } from '#/server/organization.ts'
import type { Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { ageSentence, type Acceptance } from './contract.ts'
import { findConfirmedAge, findMinimumAge, insertAcceptances, listAcceptances, updateConfirmedAge } from './queries.ts'

/** What the organization asks for now. */
type InForce = { texts: PublishedText[]; minimum_age: number | null }

/**
 * Stores what a player accepts and confirms; answers what is in force. Refuses 422 on `accepted` for a version that is not
 * there; `state` has those in force.
 */
export async function storeAcceptance(
  tx: Tx,
  player_id: number,
  { accepted = [], confirms_age = false }: Acceptance,
  now: Date,
): Promise<InForce> {
  const inForce = { texts: await listPublishedTexts(tx), minimum_age: await findMinimumAge(tx) }
  const { texts, minimum_age } = inForce
  if (confirms_age && minimum_age !== null) await updateConfirmedAge(tx, player_id, minimum_age, now)
  if (unknownAcceptances(texts, accepted).length > 0)
    refuse('invalid', {
      fields: { accepted: 'One of these texts has changed. Please read it again.' },
      state: inForce,
    })
  await insertAcceptances(tx, player_id, accepted, now)
  return inForce
}

/**
 * As `storeAcceptance`, in the transaction of a sign-up or an order, which does not happen while something is missing that
 * the organization asks for: 422 on `accepted` and `confirms_age`.
 */
export async function acceptAll(tx: Tx, player_id: number, acceptance: Acceptance, now: Date): Promise<void> {
  const inForce = await storeAcceptance(tx, player_id, acceptance, now)
  const { texts, minimum_age } = inForce
  const fields: Record<string, string> = {}
  const missing = missingAcceptances(texts, texts.length === 0 ? [] : await listAcceptances(tx, player_id))
  if (missing.length > 0)
    fields['accepted'] = `Please read and accept: ${formatList(missing.map(({ title }) => title))}.`
  if (minimum_age !== null && isAgeMissing(minimum_age, (await findConfirmedAge(tx, player_id))?.age ?? null))
    fields['confirms_age'] = ageSentence(minimum_age)
  if (Object.keys(fields).length > 0) refuse('invalid', { fields, state: inForce })
}
