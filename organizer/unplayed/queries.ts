import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { isLeagueOf, leagueTables, type LeaguesInAreas } from '#/features/leagues/league-filter.ts'
import { playersOf } from '#/features/leagues/sides.ts'
import { walkoverWinner, type Outcome } from '#/rules/effort.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { Settled, ShownOutcome } from './contract.ts'

/** Days that a settlement is listed. */
const SHOWN_DAYS = 14
const MOST_SETTLED = 100

/** An outcome as the calls write it, with the winner of a walkover. */
export function shownOutcome(outcome: Outcome): { outcome: ShownOutcome; winner: 'one' | 'two' | null } {
  const winner = walkoverWinner(outcome)
  return {
    outcome: outcome === 'extended' || outcome === 'not_played' ? outcome : 'walkover',
    winner: winner === null ? null : winner === 1 ? 'one' : 'two',
  }
}

/**
 * Whether the newest settlement `n` of the match `m` can be undone: nothing has followed, and no player has responded
 * since.
 */
const canUndo = sql<boolean>`(n.settled_at is not null and n.undone_at is null
  and not exists (select from match_settlements later where later.match_id = n.match_id and later.id > n.id and later.settled_at is not null)
  and m.score_id is not distinct from n.score_id
  and not exists (
    select from match_events e
    where e.match_id = n.match_id and e.side is not null and e.kind not in ('message', 'contested') and e.id > (
      select max(settled.id) from match_events settled
      where settled.match_id = n.match_id and settled.kind in ('walkover', 'extended', 'not_played'))))`

/** Recent settlements in some leagues, newest first. */
export async function listSettled(db: Db, league: LeaguesInAreas, now: Date): Promise<Settled[]> {
  const since = new Date(now.getTime() - SHOWN_DAYS * 86_400_000)
  const { rows } = await sql<
    Omit<Settled, 'outcome' | 'winner' | 'settled_at'> & { settlement: Outcome; settled_at: Date }
  >`
    select m.id as match_id, m.area, se.name as season, se.slug as season_slug, se.year, d.slug as division, d.name as division_name,
      ${playersOf(1)} as one, ${playersOf(2)} as two, n.outcome as settlement, n.extends_to, n.reasons,
      n.last_day, n.settled_at, n.reason = '' as by_clock, ${canUndo} as can_undo
    from match_settlements n
    join matches m on m.id = n.match_id
    join ${leagueTables} on l.id = m.league_id
    where n.settled_at >= ${since} and n.undone_at is null and ${isLeagueOf(league)}
    order by n.settled_at desc, n.id desc
    limit ${MOST_SETTLED}`.execute(db)
  return rows.map(({ settlement, ...row }) => ({
    ...row,
    ...shownOutcome(settlement),
    extends_to: row.extends_to && wireDay(row.extends_to),
    last_day: wireDay(row.last_day),
    settled_at: row.settled_at.toISOString(),
  }))
}

/** Counts these matches that have been settled since an instant, and not undone. */
export async function countSettled(db: Db, match_ids: readonly number[], since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('match_settlements')
    .select((of) => of.fn.count<number>('match_id').distinct().as('count'))
    .where('match_id', '=', sql<number>`any(${match_ids}::int[])`)
    .where('settled_at', '>=', since)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The matches that a player plays or played. */
export async function listOwnMatches(db: Db | Tx, player_id: number): Promise<Set<number>> {
  const rows = await db.selectFrom('match_players').select('match_id').where('player_id', '=', player_id).execute()
  return new Set(rows.map(({ match_id }) => match_id))
}

/** A settlement that may be undone, with its match. */
export type StoredSettlement = {
  id: number
  match_id: number
  league_id: number
  area: AreaSlug
  entry_one_id: number
  entry_two_id: number
  outcome: Outcome
  play_from: string | null
  play_by: string | null
  version: number | null
  can_undo: boolean
}

/** The newest settlements of these matches in these areas. The caller has locked the matches. */
export async function listSettlementsOf(
  tx: Db | Tx,
  match_ids: readonly number[],
  areas: readonly AreaSlug[],
): Promise<StoredSettlement[]> {
  const { rows } = await sql<StoredSettlement>`
    select distinct on (n.match_id) n.id, n.match_id, m.league_id, m.area, m.entry_one_id, m.entry_two_id, n.outcome, n.play_from,
      n.play_by, s.version, ${canUndo} as can_undo
    from match_settlements n
    join matches m on m.id = n.match_id
    left join scores s on s.id = n.score_id
    where n.match_id = any(${match_ids}::int[]) and m.area = any(${areas}::text[]) and n.settled_at is not null and n.undone_at is null
    order by n.match_id, n.id desc`.execute(tx)
  return rows
}
