import { paths } from '#/contract/paths.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { hashOf, makeToken } from '#/server/token.ts'

/** Hours for which an owner's link works. */
const LINK_HOURS = 24

/** Makes a one-time link by which somebody at the terminal becomes an owner; answers its address. */
export async function makeOwnerLink(db: Db, site: string, now: Date): Promise<string> {
  const token = makeToken()
  const expires_at = new Date(now.getTime() + LINK_HOURS * 3_600_000)
  await db
    .insertInto('owner_links')
    .values({ token_hash: hashOf(token), created_at: now, expires_at })
    .execute()
  return site + paths.owner(token)
}

/** Spends a link, and every other one with it. Refuses `link_dead`: used, expired or made up. */
export async function spendOwnerLink(tx: Tx, token: string, now: Date): Promise<void> {
  // Of two at once the second waits for this row, and then finds its link used, also where it has another one.
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

/** Whether somebody runs the installation already. */
export async function hasOwner(db: Db): Promise<boolean> {
  const owner = await db.selectFrom('players').select('id').where('role', '=', 'owner').limit(1).executeTakeFirst()
  return owner !== undefined
}
