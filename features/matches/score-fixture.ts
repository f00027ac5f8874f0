import { sql } from 'kysely'
import { expect } from 'vitest'
import type { CallInput } from '#/contract/endpoint.ts'
import type { SetScore } from '#/rules/outcome.ts'
import { scoreTotals } from '#/rules/score.ts'
import type { TestApp } from '#/test/app.ts'
import { joinLeague, makePlayer, type TestPlayer } from '#/test/make.ts'
import { reportScore } from './contract.ts'
import { standardRules } from '#/rules/season-rules.ts'

export type ScoreBody = CallInput<typeof reportScore>['body']

/** '6-4 3-6' as sets; '' as none. */
export function sets(line: string): SetScore[] {
  return line.split(' ').flatMap((set) => {
    const [left, right] = set.split('-')
    return set === '' ? [] : [{ score_1: Number(left), score_2: Number(right) }]
  })
}

/** A score form with defaults: Summer 1, May 18, 2026. */
export function scoreBody(
  winner: TestPlayer,
  opponent: TestPlayer,
  line: string,
  given: Partial<ScoreBody> = {},
): ScoreBody {
  const set_games = sets(line)
  const { sets: won } = scoreTotals(
    set_games,
    (given.match_status ?? null) as Parameters<typeof scoreTotals>[1],
    standardRules,
  )
  return {
    season: 'Summer 1',
    match_date: '2026/05/18',
    hour: 1,
    minute: 35,
    match_area: 'South Bend',
    match_location: 'Leeper Park, court 4',
    winner: { id: winner.id, name: winner.first_name },
    opponent: { id: opponent.id, name: opponent.first_name },
    set_games,
    total_winner_score: won.winner,
    total_opponent_score: won.opponent,
    match_status: null,
    match_notes: '',
    ...given,
  }
}

type Of<T> = { 2: [T, T]; 3: [T, T, T]; 4: [T, T, T, T] }

/** New players in one league, each with an entry. */
export async function makeLeague<N extends keyof Of<unknown>>(
  t: TestApp,
  size: N,
  league: Parameters<typeof joinLeague>[2],
) {
  const joined: { player: TestPlayer; entry_id: number; league_id: number }[] = []
  for (let made = 0; made < size; made += 1) {
    const player = await makePlayer(t)
    joined.push({ player, ...(await joinLeague(t, player, league)) })
  }
  return {
    people: joined.map(({ player }) => player) as Of<TestPlayer>[N],
    entry_ids: joined.map(({ entry_id }) => entry_id) as Of<number>[N],
    league_id: joined[0]?.league_id ?? 0,
  }
}

/** An arranged match of two entries. Returns its id. */
export async function arrange(
  t: TestApp,
  league_id: number,
  entry_one_id: number,
  entry_two_id: number,
  match_date: string | null,
  match_time: string | null = null,
): Promise<number> {
  const { area } = await t.db.selectFrom('leagues').select('area').where('id', '=', league_id).executeTakeFirstOrThrow()
  const match = await t.db
    .insertInto('matches')
    .values({ league_id, area, entry_one_id, entry_two_id, match_date, match_time, created_at: t.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return match.id
}

/**
 * Reads a league's table repeatedly during `work`: every time the sum of wins must equal the sum of losses and the
 * number of decided matches. Returns the result of `work`.
 */
export async function watchTable<T>(t: TestApp, league_id: number, work: Promise<T>): Promise<T> {
  let working = true
  const watched = (async () => {
    do expect(await look(t, league_id)).toEqual({ level: true, decided: true })
    while (working)
  })()
  const done = await work.finally(() => (working = false))
  await watched
  expect(await look(t, league_id)).toEqual({ level: true, decided: true })
  return done
}

async function look(t: TestApp, league_id: number) {
  const { rows } = await sql<{ level: boolean; decided: boolean }>`
    with total as (select coalesce(sum(wins), 0) as wins, coalesce(sum(losses), 0) as losses from standings where league_id = ${league_id})
    select wins = losses as level,
      wins = (select count(*) from matches m join scores s on s.id = m.score_id
        where m.league_id = ${league_id} and s.winner_entry_id is not null and s.answer is distinct from 'disputed') as decided
    from total`.execute(t.db)
  return rows[0]
}
