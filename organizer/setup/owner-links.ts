import { paths } from '#/contract/paths.ts'
import { inTurn, type Db, type Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { hashOf, makeToken } from '#/server/token.ts'

/** Hours that an owner's link works. */
const LINK_HOURS = 24

/** Creates a one-time link that makes its user an owner. Returns its address. */
export async function makeOwnerLink(db: Db, site: string, now: Date): Promise<string> {
  const token = makeToken()
  const expires_at = new Date(now.getTime() + LINK_HOURS * 3_600_000)
  await inTurn(db, [], (writable) =>
    writable
      .insertInto('owner_links')
      .values({ token_hash: hashOf(token), created_at: now, expires_at })
      .execute(),
  )
  return site + paths.owner(token)
}

/** Spends a link, and cancels all others. Refuses `link_dead`: used, expired or made up. */
export async function spendOwnerLink(tx: Tx, token: string, now: Date): Promise<void> {
  // The second of two calls waits for this row, then finds its link canceled, even if it has a different one.
  await tx.selectFrom('organization').select('singleton').forUpdate().execute()
  const live = await tx
    .selectFrom('owner_links')
    .select('token_hash')
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!live) refuse('link_dead')
  await tx.updateTable('owner_links').set({ used_at: now }).where('used_at', 'is', null).execute()
}

/** Whether the installation already has an owner. */
export async function hasOwner(db: Db): Promise<boolean> {
  const owner = await db.selectFrom('players').select('id').where('role', '=', 'owner').limit(1).executeTakeFirst()
  return owner !== undefined
}
