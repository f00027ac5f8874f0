import { sql } from 'kysely'
import type { Forecast } from '#/features/matches/contract.ts'
import { leagueTables } from '#/features/leagues/league-filter.ts'
import { leagueRulesSql } from '#/features/seasons/queries.ts'
import { dayInZone } from '#/rules/day.ts'
import { forecast } from '#/rules/rating/rating.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import { formatsOf } from '#/rules/sports/formats.ts'
import type { Db } from '#/server/db.ts'
import { findPool, levelIn, readStartLevels, type PoolKey } from './pool.ts'

type OpenMatch = PoolKey & {
  day: string | null
  time_zone: string
  rules: SeasonRules
  one: number[]
  two: number[]
}

/**
 * The outlook of a match without a score, from the side of the player, or from side one for somebody who does not play in it.
 * Null if it is over, or nothing is known of one of its players.
 */
export async function findForecast(db: Db, match_id: number, player_id: number, now: Date): Promise<Forecast | null> {
  const { rows } = await sql<OpenMatch>`
    select d.sport, d.kind, m.match_date as day, a.time_zone, ${leagueRulesSql} as rules,
      array(select player_id from match_players mp where mp.match_id = m.id and mp.side = 1 order by mp.position) as one,
      array(select player_id from match_players mp where mp.match_id = m.id and mp.side = 2 order by mp.position) as two
    from matches m join ${leagueTables} on l.id = m.league_id
    where m.id = ${match_id} and m.score_id is null and m.canceled_at is null`.execute(db)
  const [match] = rows
  if (!match) return null
  const { one, two, day, time_zone, rules } = match
  const players = [...one, ...two]
  if (one.length === 0 || two.length === 0 || new Set(players).size < players.length) return null
  const pool = await findPool(db, match)
  if (!pool) return null
  const levels = await readStartLevels(
    db,
    match,
    players.filter((id) => !pool.blocks.has(id)),
  )
  if (players.some((id) => !pool.blocks.has(id) && (levels.get(id) ?? null) === null)) return null
  const mine = two.includes(player_id) ? two : one
  const sides = [mine, mine === two ? one : two] as const
  const me = mine.includes(player_id) ? player_id : mine[0]
  const today = dayInZone(now, time_zone)
  const most_sets = formatsOf(rules.formats).some(({ sets_to_win }) => sets_to_win === 2)
    ? 2
    : formatsOf(rules.formats)[0]?.sets_to_win
  const { win, sets_text, changes } = forecast(
    pool,
    day !== null && day > today ? day : today,
    sides,
    levelIn(levels),
    most_sets === undefined ? {} : { most_sets },
  )
  const change = changes.find(({ player }) => player === me)
  if (!change) return null
  return { win: Math.round(win * 1000) / 1000, sets_text, if_win: change.if_win, if_loss: change.if_loss }
}
