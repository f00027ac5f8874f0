import { sql } from 'kysely'
import type { Forecast } from '#/features/matches/contract.ts'
import { leagueTables } from '#/features/leagues/league-filter.ts'
import { nameFor } from '#/features/leagues/sides.ts'
import { leagueRulesSql } from '#/features/seasons/queries.ts'
import { dayInZone } from '#/rules/day.ts'
import { forecast, type Forecast as Outlook } from '#/rules/rating/rating.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import { formatsOf } from '#/rules/sports/formats.ts'
import type { Db } from '#/server/db.ts'
import type { SignedIn } from '#/server/session.ts'
import type { PlayerRating, PoolName } from './contract.ts'
import { findRating, keyOf, listPools } from './queries.ts'
import { findPool, levelIn, readStartLevels, type PoolKey } from './pool.ts'

type Player = { id: number; name: string; side: 1 | 2; shows_rating: boolean }

type OpenMatch = PoolKey & { day: string | null; time_zone: string; rules: SeasonRules; players: Player[] }

/**
 * The outlook of a match without a score, from the side of the reader, or from side one for somebody who does not play in it.
 * Null if it is over, nothing is known of one of its players, or somebody else in it keeps the rating private.
 */
export async function findForecast(
  db: Db,
  match_id: number,
  reader: Pick<SignedIn, 'id' | 'email_proved'>,
  now: Date,
): Promise<Forecast | null> {
  const { rows } = await sql<OpenMatch>`
    select d.sport, d.kind, m.match_date as day, a.time_zone, ${leagueRulesSql} as rules, coalesce((
      select json_agg(json_build_object('id', p.id, 'name', ${nameFor(reader)}, 'side', mp.side, 'shows_rating', p.shows_rating)
        order by mp.side, mp.position)
      from match_players mp join players p on p.id = mp.player_id where mp.match_id = m.id), '[]') as players
    from matches m join ${leagueTables} on l.id = m.league_id
    where m.id = ${match_id} and m.score_id is null and m.canceled_at is null`.execute(db)
  const [match] = rows
  if (!match) return null
  const { players, day, time_zone, rules } = match
  if (players.some(({ id, shows_rating }) => id !== reader.id && !shows_rating)) return null
  const mySide = players.find(({ id }) => id === reader.id)?.side ?? 1
  const mine = players.filter(({ side }) => side === mySide)
  const theirs = players.filter(({ side }) => side !== mySide)
  const today = dayInZone(now, time_zone)
  const lengths = formatsOf(rules.formats).map(({ sets_to_win }) => sets_to_win)
  const most_sets = lengths.includes(2) ? 2 : lengths[0]
  const outlook = await forecastBetween(
    db,
    match,
    [mine.map(({ id }) => id), theirs.map(({ id }) => id)],
    day !== null && day > today ? day : today,
    most_sets === undefined ? {} : { most_sets },
  )
  if (!outlook) return null
  const changes = outlook.changes.map(({ player: id, if_win, if_loss }) => {
    const name = players.find((player) => player.id === id)?.name ?? ''
    return { id, name, if_win, if_loss }
  })
  const me = changes.find(({ id }) => id === reader.id) ?? changes[0]
  if (!me) return null
  const { win, sets_text } = outlook
  return {
    win: roundChance(win),
    sets_text,
    if_win: me.if_win,
    if_loss: me.if_loss,
    others: changes.filter((change) => change !== me),
  }
}

type Compared = {
  ratings: (PlayerRating | null)[]
  expected: { pool: PoolName; win: number; sets_text: string } | null
}

/**
 * The ratings of two players in a pool of both, singles first, else each in that of the latest match; and the outlook of a
 * match of the two. `ids`: null for a player whose rating the reader may not see.
 */
export async function compareRatings(db: Db, ids: readonly (number | null)[], today: string): Promise<Compared> {
  const [ones = [], twos = []] = await Promise.all(ids.map(async (id) => (id === null ? [] : listPools(db, id))))
  const shared = ones
    .filter((pool) => twos.includes(pool))
    .toSorted((a, b) => Number(keyOf(a).kind === 'doubles') - Number(keyOf(b).kind === 'doubles'))
  const [pool] = shared
  const ratings = await Promise.all(
    ids.map(async (id, at) => (id === null ? null : findRating(db, id, today, pool ?? (at === 0 ? ones : twos)[0]))),
  )
  const [one, two] = ids
  const isExpected = pool !== undefined && keyOf(pool).kind === 'singles'
  const outlook = isExpected && one && two ? await forecastBetween(db, keyOf(pool), [[one], [two]], today) : null
  return {
    ratings,
    expected: outlook && pool ? { pool, win: roundChance(outlook.win), sets_text: outlook.sets_text } : null,
  }
}

async function forecastBetween(
  db: Db,
  key: PoolKey,
  sides: readonly [number[], number[]],
  day: string,
  options: { most_sets?: number } = {},
): Promise<Outlook | null> {
  const players = sides.flat()
  if (sides.some((side) => side.length === 0) || new Set(players).size < players.length) return null
  const pool = await findPool(db, key)
  if (!pool) return null
  const levels = await readStartLevels(
    db,
    key,
    players.filter((id) => !pool.blocks.has(id)),
  )
  if (players.some((id) => !pool.blocks.has(id) && (levels.get(id) ?? null) === null)) return null
  return forecast(pool, day, sides, levelIn(levels), options)
}

function roundChance(chance: number): number {
  return Math.round(chance * 1000) / 1000
}
