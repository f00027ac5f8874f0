import { BadSetting } from '#/server/config.ts'
import type { App } from '#/server/context.ts'
import { inTurn, inTransaction, type Db, type Tx } from '#/server/db.ts'
import { ENROLLMENT_DAYS, openSecret, sealSecret } from './queries.ts'

/** Encrypts secrets that were stored in plain text or under the previous key. Throws BadSetting if some need another key. */
export async function encryptSecondFactors({ db, secrets }: Pick<App, 'db' | 'secrets'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const factors = await tx
      .selectFrom('second_factors')
      .select(['player_id', 'secret', 'secret_key_name'])
      .orderBy('player_id')
      .forUpdate()
      .execute()
    const readable = [null, secrets.key_name, secrets.previous?.key_name]
    const foreign = factors.filter(({ secret_key_name: name }) => !readable.includes(name))
    if (foreign.length > 0)
      throw new BadSetting(
        `The setting SECRET_KEY is not the key of ${foreign.length} stored second factors. Set the one that was set before, as SECRET_KEY or, to replace it, as PREVIOUS_SECRET_KEY; or restore DATA_DIR/secret-key.`,
      )
    for (const factor of factors)
      if (factor.secret_key_name !== secrets.key_name)
        await sealSecret(tx, secrets, factor.player_id, openSecret(secrets, factor))
  })
}

/** Gives organizers without a deadline some days to enroll a second factor. Until then, the desk stays open. */
export async function startEnrollments(db: Db | Tx, now: Date): Promise<void> {
  await inTurn(db, [], (writable) =>
    writable
      .updateTable('players')
      .set({ second_factor_by: new Date(now.getTime() + ENROLLMENT_DAYS * 86_400_000) })
      .where('role', '<>', 'player')
      .where('second_factor_by', 'is', null)
      .execute(),
  )
}
