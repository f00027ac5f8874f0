import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { AreaSlug } from '#/contract/areas.ts'
import { holdsPlace } from '#/features/leagues/queries.ts'
import { refuseFull } from '#/features/wait-list/queries.ts'
import type { App } from '#/server/context.ts'
import { perDatabase, type Db } from '#/server/db.ts'
import { refusalOf } from '#/server/refuse.ts'

/** A player, or a guest by email. */
type Buyer = { player_id: number; email?: never } | { player_id?: never; email: string }

type Wanted = Buyer & {
  area: AreaSlug
  form: {
    league_slug: string
    year?: number | undefined
    cart: readonly { id?: number | undefined; slug?: string | undefined }[]
  }
}

/** How long the leagues of a cart are remembered, in milliseconds: longer than a turn, shorter than a change of seasons. */
const REMEMBERED_MS = 10_000

const leaguesOf = perDatabase(() => new LRUCache<string, number[]>({ max: 1_000, ttl: REMEMBERED_MS }))

/**
 * Orders, unless a league is known to be full: that is said without its lock, so that the places of a sale that has just
 * opened do not wait for those who come too late (docs/decisions/113). `order` passes its leagues to `remember` before it
 * stores anything. Refuses league_full.
 */
export async function orderIfFree<T>(
  { db }: App,
  { area, form, ...buyer }: Wanted,
  now: Date,
  order: (remember: (lines: readonly { league_id: number }[]) => void) => Promise<T>,
): Promise<T> {
  const names = form.cart.map(({ id, slug }) => `${area} ${form.league_slug} ${form.year ?? ''} ${slug ?? id}`)
  const cart = names.toSorted().join()
  const league_ids = leaguesOf(db)?.get(cart) ?? []
  try {
    if (league_ids.length > 0) await refuseFull(db, buyer.player_id ?? null, league_ids, now)
  } catch (error) {
    // The place may be this buyer's, by an order sent twice: the transaction knows what to tell them.
    if (refusalOf(error)?.code !== 'league_full' || !(await hasClaim(db, buyer, league_ids))) throw error
  }
  return order((lines) => {
    leaguesOf(db)?.set(
      cart,
      lines.map(({ league_id }) => league_id),
    )
  })
}

/** Whether the buyer has an order or a place in one of the leagues. */
async function hasClaim(db: Db, { player_id, email }: Buyer, league_ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ has_claim: boolean }>`
    select exists (
      select from purchases p where p.player_id = w.id and p.league_id = any(${league_ids}::int[]) and ${holdsPlace})
      or exists (
        select from entry_players ep
        where ep.player_id = w.id and ep.league_id = any(${league_ids}::int[]) and not ep.former) as has_claim
    from players w where ${player_id === undefined ? sql`w.email = ${email.toLowerCase()}` : sql`w.id = ${player_id}`}`.execute(
    db,
  )
  return rows[0]?.has_claim ?? false
}
