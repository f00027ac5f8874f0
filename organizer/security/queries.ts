import type { Selectable } from 'kysely'
import type { SecondFactors } from '#/db/types.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { SecretBox } from '#/server/secret-box.ts'

/** Days that an organizer has to enroll a second factor in production. */
export const ENROLLMENT_DAYS = 7

/** `secret` is decrypted. */
export type SecondFactor = Omit<Selectable<SecondFactors>, 'player_id' | 'secret_key_name'>

const contextOf = (player_id: number) => `second factor of player ${player_id}`

/** Finds the second factor of an account and locks it until the transaction ends. Undefined if there is none. */
export async function lockSecondFactor(
  tx: Tx,
  secrets: SecretBox,
  player_id: number,
): Promise<SecondFactor | undefined> {
  const stored = await tx
    .selectFrom('second_factors')
    .select(['secret', 'secret_key_name', 'enrolled_at', 'last_step'])
    .where('player_id', '=', player_id)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) return undefined
  const { secret_key_name, ...factor } = stored
  const secret = openSecret(secrets, { ...stored, player_id })
  if (secret_key_name !== secrets.key_name) await sealSecret(tx, secrets, player_id, secret)
  return { ...factor, secret }
}

/**
 * Decrypts a stored secret: under the current key, the previous one, or in plain text as stored by the previous
 * release, which may still be running. Throws if it needs another key.
 */
export function openSecret(
  { previous, ...current }: SecretBox,
  { player_id, secret, secret_key_name }: Pick<Selectable<SecondFactors>, 'player_id' | 'secret' | 'secret_key_name'>,
): Buffer {
  if (secret_key_name === null) return secret
  const box = previous?.key_name === secret_key_name ? previous : current
  return box.open(secret, contextOf(player_id))
}

/** Stores the secret of an account's second factor, encrypted. */
export async function sealSecret(tx: Tx, secrets: SecretBox, player_id: number, secret: Uint8Array): Promise<void> {
  await tx
    .updateTable('second_factors')
    .set({ secret: secrets.seal(secret, contextOf(player_id)), secret_key_name: secrets.key_name })
    .where('player_id', '=', player_id)
    .execute()
}

/** Stores an unconfirmed secret, encrypted. Does nothing once a phone is enrolled. */
export async function insertSecret(tx: Tx, secrets: SecretBox, player_id: number, secret: Uint8Array): Promise<void> {
  const sealed = { secret: secrets.seal(secret, contextOf(player_id)), secret_key_name: secrets.key_name }
  await tx
    .insertInto('second_factors')
    .values({ player_id, ...sealed })
    .onConflict((conflict) =>
      conflict
        .column('player_id')
        .doUpdateSet({ ...sealed, last_step: 0 })
        .where('second_factors.enrolled_at', 'is', null),
    )
    .execute()
}

/** When the account's desk closes unless a second factor is enrolled. Null for never. */
export async function findEnrollmentEnd(db: Db, player_id: number): Promise<Date | null> {
  const player = await db
    .selectFrom('players')
    .select('second_factor_by')
    .where('id', '=', player_id)
    .where('role', '<>', 'player')
    .executeTakeFirst()
  return player?.second_factor_by ?? null
}

/** Removes the phone from the account. Returns whether one was enrolled. */
export async function deleteSecondFactor(tx: Tx, player_id: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('second_factors')
    .where('player_id', '=', player_id)
    .returning('enrolled_at')
    .executeTakeFirst()
  return Boolean(deleted?.enrolled_at)
}

/** Whether there is a passkey, whether a phone is enrolled, and the number of recovery codes left. */
export async function findSecondFactor(
  db: Db,
  player_id: number,
): Promise<{ enrolled: boolean; passkey: boolean; recovery_codes_left: number }> {
  const factor = await db
    .selectFrom('second_factors')
    .select((of) => [
      'enrolled_at',
      of
        .selectFrom('recovery_codes')
        .select((codes) => codes.fn.countAll<number>().as('left'))
        .whereRef('recovery_codes.player_id', '=', 'second_factors.player_id')
        .where('used_at', 'is', null)
        .as('left'),
    ])
    .where('player_id', '=', player_id)
    .executeTakeFirst()
  const passkey = await db.selectFrom('passkeys').select('id').where('player_id', '=', player_id).executeTakeFirst()
  return {
    enrolled: Boolean(factor?.enrolled_at),
    passkey: passkey !== undefined,
    recovery_codes_left: factor?.left ?? 0,
  }
}

export async function insertRecoveryCodes(tx: Tx, player_id: number, hashes: readonly Buffer[]): Promise<void> {
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ player_id, code_hash })))
    .execute()
}

/** Records that this session has given its second factor, which also re-authenticates it. */
export async function setSecondFactorGiven(tx: Tx, token_hash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ second_factor_at: now, reauthenticated_at: now })
    .where('token_hash', '=', token_hash)
    .execute()
}
