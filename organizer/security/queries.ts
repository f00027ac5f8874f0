import type { Selectable } from 'kysely'
import type { SecondFactors } from '#/db/types.ts'
import type { Db, Tx } from '#/server/db.ts'

export type SecondFactor = Omit<Selectable<SecondFactors>, 'player_id' | 'secret_key_name'>

/** The second factor of an account, locked until the transaction ends; undefined for none. */
export async function lockSecondFactor(tx: Tx, player_id: number): Promise<SecondFactor | undefined> {
  return tx
    .selectFrom('second_factors')
    .select(['secret', 'enrolled_at', 'last_step'])
    .where('player_id', '=', player_id)
    .forUpdate()
    .executeTakeFirst()
}

/** Removes the phone from the account; answers whether one was enrolled. */
export async function deleteSecondFactor(tx: Tx, player_id: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('second_factors')
    .where('player_id', '=', player_id)
    .returning('enrolled_at')
    .executeTakeFirst()
  return Boolean(deleted?.enrolled_at)
}

/** Whether a phone is enrolled, and how many recovery codes are left. */
export async function findSecondFactor(
  db: Db,
  player_id: number,
): Promise<{ enrolled: boolean; recovery_codes_left: number }> {
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
  return { enrolled: Boolean(factor?.enrolled_at), recovery_codes_left: factor?.left ?? 0 }
}

export async function insertRecoveryCodes(tx: Tx, player_id: number, hashes: readonly Buffer[]): Promise<void> {
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ player_id, code_hash })))
    .execute()
}

/** Notes that this session has given its second factor, which re-authenticates it too. */
export async function setSecondFactorGiven(tx: Tx, token_hash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ second_factor_at: now, reauthenticated_at: now })
    .where('token_hash', '=', token_hash)
    .execute()
}
