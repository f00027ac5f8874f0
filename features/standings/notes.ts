import { sql, type RawBuilder } from 'kysely'
import { wireDay } from '#/contract/wire-day.ts'
import { fullName, namesOf, playersOf, winnerAndOpponent } from '#/features/leagues/sides.ts'
import { ruleSql } from '#/features/seasons/queries.ts'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import type { Correction, LeftEntry } from './contract.ts'

/**
 * The entries with results that have left league `l` of area `a`, in the order in which they left, as JSON. `name`: how
 * player `p` is called.
 */
export function leftEntriesSql(name = fullName): RawBuilder<LeftEntry[]> {
  return sql<LeftEntry[]>`coalesce((
    select json_agg(json_build_object('name', ${namesOf(sql`e.id`, name)},
        'results', (select ${ruleSql('withdrawal')} #>> '{}' from seasons se where se.id = l.season_id),
        'left_on', to_char(coalesce(p.withdrawn_at, p.refunded_at) at time zone a.time_zone, 'YYYY/MM/DD'))
      order by coalesce(p.withdrawn_at, p.refunded_at), e.id)
    from entries e join purchases p on p.id = e.purchase_id and not p.counts
    where e.league_id = l.id and exists (
      select from matches m
      where m.league_id = l.id and e.id in (m.entry_one_id, m.entry_two_id) and m.score_id is not null and m.playoff_stage is null)), '[]')`
}

/** A result before or after a correction, as stored. */
type StoredResult = { winner: string; opponent: string; tie: boolean; set_games: SetScore[]; match_status: MatchStatus }

/** A correction as stored. `reason` is null for readers who do not play in the league. */
export type StoredCorrection = {
  corrected_on: string
  one: string
  two: string
  before: StoredResult | null
  after: StoredResult | null
  reason: string | null
}

/** The corrections of league `l` of area `a` since it was sealed, newest first, as JSON. `player_id`: the reader. */
export function correctionsSql(player_id: number | null, name = fullName): RawBuilder<StoredCorrection[]> {
  const result = (score_id: RawBuilder<unknown>) => sql`(
    select row_to_json(result) from (
      select ${winnerAndOpponent(name)}, s.winner_entry_id is null as tie, s.set_games, s.match_status
      from scores s where s.id = ${score_id}) result)`
  return sql<StoredCorrection[]>`coalesce((
    select json_agg(json_build_object(
        'corrected_on', (c.corrected_at at time zone a.time_zone)::date,
        'one', ${playersOf(1, name)}, 'two', ${playersOf(2, name)},
        'before', ${result(sql`c.before_score_id`)}, 'after', ${result(sql`c.after_score_id`)},
        'reason', case when exists (
          select from entry_players me where me.league_id = l.id and me.player_id = ${player_id}::int) then c.reason end)
      order by c.id desc)
    from league_corrections c join matches m on m.id = c.match_id
    where c.league_id = l.id), '[]')`
}

/** Says what a correction changed: 'Ada Moreno beat Bea Lund 6-4 6-4'. Null where there is no result. */
export function toCorrection({ corrected_on, one, two, before, after, reason }: StoredCorrection): Correction {
  return {
    corrected_on: wireDay(corrected_on),
    match: `${one} – ${two}`,
    before: before && formatResult(before),
    after: after && formatResult(after),
    reason,
  }
}

function formatResult({ winner, opponent, tie, set_games, match_status }: StoredResult): string {
  const line = scoreLine(set_games, match_status)
  return `${tie ? `${winner} and ${opponent}${match_status === 'Double default' ? ':' : ' tied'}` : `${winner} beat ${opponent}`}${line === '' ? '' : ` ${line}`}`
}
