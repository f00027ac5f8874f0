import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { joinSeasonAndDivision, leagueName } from '#/features/leagues/league-filter.ts'
import { holdsPlace, lockLeague } from '#/features/leagues/queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { lockOrder } from '#/features/refunds/queries.ts'
import type { Db, Tx } from '#/server/db.ts'
import { findEntry } from './change-queries.ts'

/** The place of an entry in its league: its draw and its open matches, which are lost when it leaves. */
type Place = { drawn_at: string | null; flight: number | null; matches: { id: number }[] }

/** What moving an entry back restores: its league and its place there. `to`: the league it was moved to. */
export type MoveBack = { league_id: number; to: number; place: Place }

/** Reads the place of an entry before it leaves (`dropOpenMatches`). */
export async function readPlace(tx: Tx, entry_id: number): Promise<Place> {
  const { rows } = await sql<Place>`
    select e.drawn_at, e.flight, (
      select coalesce(json_agg(to_jsonb(m) order by m.id), '[]') from matches m
      where e.id in (m.entry_one_id, m.entry_two_id) and m.score_id is null and m.playoff_stage is null) as matches
    from entries e where e.id = ${entry_id}`.execute(tx)
  if (!rows[0]) throw new Error(`there is no entry ${entry_id}`)
  return rows[0]
}

/** Locks what moving an entry back touches: its order, then both leagues by ascending id. */
export async function lockMove(
  tx: Tx,
  { entry, league_id, to, areas }: { entry: number; league_id: number; to: number; areas: readonly AreaSlug[] },
): Promise<void> {
  const moved = await findEntry(tx, entry, areas)
  if (moved) await lockOrder(tx, moved.order_id)
  for (const id of [league_id, to].toSorted((a, b) => a - b)) await lockLeague(tx, id)
}

/** What has happened since an entry was moved that moving it back would overturn. Null if nothing has. */
export async function findMoveObstacle(
  db: Db | Tx,
  { from, entry, league_id, to, at }: { from: number; entry: number; league_id: number; to: number; at: Date },
  today: string,
): Promise<string | null> {
  const { rows } = await sql<{
    counts: boolean
    same_players: boolean
    results: number
    drawn: boolean
    full: boolean
    over: boolean
    league: string
    moved_to: string
  }>`
    select coalesce((select p.counts and moved.league_id = ${to} and p.refund_requested_at is null from entries moved join purchases p on p.id = moved.purchase_id where moved.id = ${entry}), false) as counts,
      (select array_agg(ep.player_id order by ep.position) from entry_players ep where ep.entry_id = ${entry})
        is not distinct from (select array_agg(ep.player_id order by ep.position) from entry_players ep where ep.entry_id = ${from}) as same_players,
      (select count(distinct m.id)::int from matches m join scores s on s.match_id = m.id
       where ${entry} in (m.entry_one_id, m.entry_two_id) and s.created_at >= ${at}) as results,
      exists (select from matches m where m.league_id = ${league_id} and m.round is not null and m.created_at > ${at}) as drawn,
      l.capacity is not null and (select count(*) from purchases p where p.league_id = l.id and ${holdsPlace}) >= l.capacity as full,
      se.ending_date < ${today} as over, ${leagueName} as league,
      (select level.name from leagues target join divisions level on level.id = target.division_id where target.id = ${to}) as moved_to
    from leagues l ${joinSeasonAndDivision}
    where l.id = ${league_id}`.execute(db)
  const [found] = rows
  if (!found) return 'The league does not exist any more.'
  if (found.over) return 'The season is over.'
  if (!found.counts) return 'The entry was moved, withdrawn or refunded since.'
  if (!found.same_players) return 'The place changed hands since.'
  if (found.results > 0)
    return found.results === 1
      ? `A match was played in ${found.moved_to} since.`
      : `${found.results} matches were played in ${found.moved_to} since.`
  if (found.drawn) return `Matches of ${found.league} were drawn since.`
  if (found.full) return `${found.league} is full: the place was given away since.`
  return null
}

/** Restores the draw and the open matches of an entry that was moved back, in its locked league. */
export async function restorePlace(
  tx: Tx,
  { entry_id, league_id, place }: { entry_id: number; league_id: number; place: Place },
): Promise<void> {
  const matches = JSON.stringify(place.matches)
  // A match with a voided result was canceled, not deleted.
  await sql`
    insert into matches overriding system value
    select lost.* from jsonb_populate_recordset(null::matches, ${matches}::jsonb) lost
    join entries one on one.id = lost.entry_one_id join entries two on two.id = lost.entry_two_id
    join purchases p on p.id = one.purchase_id and p.counts join purchases q on q.id = two.purchase_id and q.counts
    on conflict (id) do update set canceled_at = excluded.canceled_at`.execute(tx)
  await sql`
    update entries e set lost_matches = greatest(e.lost_matches - lost.matches, 0)
    from (
      select case when m.entry_one_id = ${entry_id} then m.entry_two_id else m.entry_one_id end as id, count(*) as matches
      from jsonb_populate_recordset(null::matches, ${matches}::jsonb) m where m.round is not null and m.canceled_at is null group by 1) lost
    where e.id = lost.id`.execute(tx)
  const { drawn_at, flight } = place
  await tx.updateTable('entries').set({ drawn_at, flight }).where('id', '=', entry_id).execute()
  await rebuildLeague(tx, league_id)
}
