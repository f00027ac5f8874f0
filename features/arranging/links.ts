import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { hashOf, makeToken } from '#/server/token.ts'

/** A link to answer one offer of a match, as one of the players to whom it was made. */
export type OfferLink = { match_id: number; offer_id: number; player_id: number }

/** Makes the token of a link to email and stores its hash. It works as long as the offer stands. */
export async function insertOfferLink(
  db: Db,
  { offer_id, player_id, expires_at }: { offer_id: number; player_id: number; expires_at: Date },
  now: Date,
): Promise<string> {
  const token = makeToken()
  await db
    .insertInto('offer_links')
    .values({ token_hash: hashOf(token), offer_id, player_id, created_at: now, expires_at })
    .execute()
  return token
}

/** The player and the offer of a link. Changes nothing. Refuses `offer_link_dead`: unknown, or its player's account is closed. */
export async function findOfferLink(db: Db | Tx, token: string): Promise<OfferLink> {
  const link = await db
    .selectFrom('offer_links')
    .innerJoin('match_offers', 'match_offers.id', 'offer_links.offer_id')
    .innerJoin('players', 'players.id', 'offer_links.player_id')
    .select(['match_offers.match_id', 'offer_links.offer_id', 'offer_links.player_id'])
    .where('token_hash', '=', hashOf(token))
    .where('players.deleted_at', 'is', null)
    .where('players.suspended_at', 'is', null)
    .executeTakeFirst()
  return link ?? refuse('offer_link_dead')
}

/** Removes the links whose offers have expired. A week later, so that a late press still says what was agreed. */
export async function deleteExpiredOfferLinks(db: Db, now: Date): Promise<void> {
  const weekAgo = new Date(now.getTime() - 7 * 86_400_000)
  await db.deleteFrom('offer_links').where('expires_at', '<=', weekAgo).execute()
}
