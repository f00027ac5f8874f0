import { formatList } from '#/contract/locale.ts'
import { isAgeMissing, missingAcceptances, unknownAcceptances } from '#/rules/acceptances.ts'
import { listPublishedTexts } from '#/server/organization.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { ageSentence, type Acceptance, type MissingAcceptance } from './contract.ts'
import { findConfirmedAge, findMinimumAge, insertAcceptances, listAcceptances, updateConfirmedAge } from './queries.ts'

/** Stores what a player accepts and confirms. Refuses 422 on `accepted` for a version that is not there; `state` has those in force. */
export async function storeAcceptance(
  tx: Tx,
  player_id: number,
  { accepted = [], confirms_age = false }: Acceptance,
  now: Date,
): Promise<void> {
  const minimum_age = confirms_age ? await findMinimumAge(tx) : null
  if (minimum_age !== null) await updateConfirmedAge(tx, player_id, minimum_age, now)
  if (accepted.length === 0) return
  const texts = await listPublishedTexts(tx)
  if (unknownAcceptances(texts, accepted).length > 0)
    refuse('invalid', {
      fields: { accepted: 'One of these texts has changed. Please read it again.' },
      state: { texts, minimum_age: await findMinimumAge(tx) },
    })
  await insertAcceptances(tx, player_id, accepted, now)
}

/** What a player still has to accept and confirm. */
export async function findMissing(db: Db | Tx, player_id: number): Promise<MissingAcceptance> {
  const texts = await listPublishedTexts(db)
  const minimum_age = await findMinimumAge(db)
  const isMissing =
    minimum_age !== null && isAgeMissing(minimum_age, (await findConfirmedAge(db, player_id))?.age ?? null)
  return {
    missing: missingAcceptances(texts, texts.length === 0 ? [] : await listAcceptances(db, player_id)),
    age_to_confirm: isMissing ? minimum_age : null,
  }
}

/**
 * As `storeAcceptance`, in the transaction of a sign-up, an order or an invitation, which does not happen while something is missing that
 * the organization asks for: 422 on `accepted` and `confirms_age`.
 */
export async function acceptAll(tx: Tx, player_id: number, acceptance: Acceptance, now: Date): Promise<void> {
  await storeAcceptance(tx, player_id, acceptance, now)
  const { missing, age_to_confirm } = await findMissing(tx, player_id)
  const fields: Record<string, string> = {}
  if (missing.length > 0)
    fields['accepted'] = `Please read and accept: ${formatList(missing.map(({ title }) => title))}.`
  if (age_to_confirm !== null) fields['confirms_age'] = ageSentence(age_to_confirm)
  if (Object.keys(fields).length > 0)
    refuse('invalid', { fields, state: { texts: await listPublishedTexts(tx), minimum_age: await findMinimumAge(tx) } })
}
