import { formatList } from '#/contract/locale.ts'
import type { PublishedText } from '#/contract/texts.ts'
import { isAgeMissing, missingAcceptances, unknownAcceptances } from '#/rules/acceptances.ts'
import { listPublishedTexts } from '#/server/organization.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { ageSentence, type Acceptance, type MissingAcceptance } from './contract.ts'
import { findConfirmedAge, findMinimumAge, insertAcceptances, listAcceptances, updateConfirmedAge } from './queries.ts'

/** The terms in force. */
type InForce = { texts: PublishedText[]; minimum_age: number | null }

/**
 * Stores what a player accepts and confirms. Returns the terms in force. Refuses 422 on `accepted` for an unknown
 * version; `state` has the current ones.
 */
export async function storeAcceptance(
  tx: Tx,
  player_id: number,
  { accepted = [], confirms_age = false }: Acceptance,
  now: Date,
): Promise<InForce> {
  const inForce = await findInForce(tx)
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

/** The terms that a player still has to accept and confirm. */
export async function findMissing(db: Db | Tx, player_id: number): Promise<MissingAcceptance> {
  return missingOf(db, player_id, await findInForce(db))
}

async function findInForce(db: Db | Tx): Promise<InForce> {
  return { texts: await listPublishedTexts(db), minimum_age: await findMinimumAge(db) }
}

async function missingOf(db: Db | Tx, player_id: number, { texts, minimum_age }: InForce): Promise<MissingAcceptance> {
  const isMissing =
    minimum_age !== null && isAgeMissing(minimum_age, (await findConfirmedAge(db, player_id))?.age ?? null)
  return {
    missing: missingAcceptances(texts, texts.length === 0 ? [] : await listAcceptances(db, player_id)),
    age_to_confirm: isMissing ? minimum_age : null,
  }
}

/**
 * Like `storeAcceptance`, in the transaction of a sign-up, an order or an invitation, which fails if required terms are
 * missing: 422 on `accepted` and `confirms_age`.
 */
export async function acceptAll(tx: Tx, player_id: number, acceptance: Acceptance, now: Date): Promise<void> {
  const inForce = await storeAcceptance(tx, player_id, acceptance, now)
  const { missing, age_to_confirm } = await missingOf(tx, player_id, inForce)
  const fields: Record<string, string> = {}
  if (missing.length > 0)
    fields['accepted'] = `Please read and accept: ${formatList(missing.map(({ title }) => title))}.`
  if (age_to_confirm !== null) fields['confirms_age'] = ageSentence(age_to_confirm)
  if (Object.keys(fields).length > 0) refuse('invalid', { fields, state: inForce })
}
