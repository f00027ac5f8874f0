import { expect } from 'vitest'
import { listMyMatches, reportScore } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { startSession } from '#/server/session.ts'
import type { TestApp } from '#/test/app.ts'
import { joinLeague, makePlayer, type TestPlayer } from '#/test/make.ts'
import { listPlayoffs } from './contract.ts'
import { makeDuePlayoffs } from './jobs.ts'
import { formatName } from '#/contract/format.ts'

export type Entered = TestPlayer & { entry_id: number; name: string }

/** Completed seasons of Summer 1 2026 in South Bend, up to their play-offs. */
export function playoffSeasons(t: TestApp, { joining, closed }: { joining: string; closed: string }) {
  /**
   * New players in a league. Each met the next two around the circle: four matches each, won by the one who joined
   * first.
   */
  async function makeSeason(size: number, division: string) {
    t.clock.set(joining)
    const people: Entered[] = []
    let league_id = 0
    for (let made = 0; made < size; made += 1) {
      const player = await makePlayer(t)
      const joined = await joinLeague(t, player, { season: 'summer-1', division })
      league_id = joined.league_id
      people.push({ ...player, entry_id: joined.entry_id, name: formatName(player) })
    }
    t.clock.set('2026-06-20T16:00:00Z')
    await signInAgain(people)
    for (let one = 0; one < size; one += 1)
      for (const step of [1, 2]) {
        const sides = [people[one], people[(one + step) % size]] as [Entered, Entered]
        const [winner, opponent] =
          sides[0].entry_id < sides[1].entry_id ? sides : (sides.toReversed() as [Entered, Entered])
        const day = `2026/06/${String(2 * (one % 9) + step).padStart(2, '0')}`
        const reply = await report(winner, opponent, '6-4 6-4', { match_date: day, division })
        expect(reply.status).toBe(201)
      }
    const table = await t.call(listStandings, {
      token: people[0]?.token,
      query: { area: 'south-bend', division, season: 'summer-1', year: 2026 },
    })
    const ranked = table.body.players.map(({ entry_id }) => {
      const found = people.find((each) => each.entry_id === entry_id)
      if (!found) throw new Error('somebody else is in the table')
      return found
    })
    return { league_id, division, ranked: ranked as [Entered, Entered, Entered, Entered, Entered, ...Entered[]] }
  }

  /** Sessions expire before the play-offs do. */
  async function signInAgain(people: readonly TestPlayer[]) {
    for (const player of people) player.token = await startSession(t.db, player.id, t.clock.now())
  }

  function report(winner: TestPlayer, opponent: TestPlayer, line: string, given: Parameters<typeof scoreBody>[3] = {}) {
    return t.call(reportScore, { token: winner.token, body: scoreBody(winner, opponent, line, given) })
  }

  /** A season from `makeSeason`, with play-offs made on the day that it closes. */
  async function makeBracketOf(size: number, division: string) {
    const season = await makeSeason(size, division)
    t.clock.set(closed)
    await signInAgain(season.ranked)
    await makeDuePlayoffs(t.db, t.clock.now())
    return season
  }

  let reader: number | undefined
  /** A stage as a player reads it, with full names. */
  async function listStage(division: string, stage: number) {
    reader ??= (await makePlayer(t)).id
    const token = await startSession(t.db, reader, t.clock.now())
    return t.call(listPlayoffs, { token, body: { city: 'south-bend', division, stage } })
  }

  /** The stage's matches and scores: 'Ann 6-4 6-4 Bea'. */
  async function board(division: string, stage: number): Promise<string[]> {
    const { body } = await listStage(division, stage)
    return body.items.map(
      ({ player_one, score, player_two }) => `${player_one ?? '?'} ${score || '-'} ${player_two ?? '?'}`,
    )
  }

  async function cardOf(one: TestPlayer, two: TestPlayer): Promise<number> {
    const { body } = await t.call(listMyMatches, { token: one.token, query: { per_page: 100 } })
    const card = body.matchups.find(
      (match) => !match.played && [match.player_one_id, match.player_two_id].includes(two.id),
    )
    if (!card) throw new Error('the two have no open match')
    return card.id
  }

  return { makeSeason, makeBracketOf, signInAgain, report, listStage, board, cardOf }
}
