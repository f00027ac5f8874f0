import { expect, type APIRequestContext } from '@playwright/test'
import { pointsPresets } from '#/rules/points-presets.ts'
import { standardRules, type SeasonRules } from '#/rules/season-rules.ts'
import type { LeagueFormat } from '#/rules/formats/formats.ts'
import { expectGoodScreen } from './journey.ts'
import { call, test } from './own-demo.ts'
import { enter, enterOpponent, joinLeague, reportScore, signUpAndIn, uniqueName } from './people.ts'

const today = '2026/07/15'
const last = uniqueName('Clubs')

type Club = {
  season: string
  division: string
  sport: 'squash' | 'padel'
  format: LeagueFormat
  rules: Partial<SeasonRules>
  players: readonly string[]
}

const squash: Club = {
  season: 'Squash Boxes',
  division: 'Squash Box League',
  sport: 'squash',
  format: { kind: 'boxes', size: 4, rounds: 2, moves: 1 },
  rules: {
    formats: ['squash_best_of_five'],
    ranking: { by: 'points', points: pointsPresets.find(({ key }) => key === 'box')!.points },
    stopped: 'leader',
  },
  players: ['Ada', 'Bea', 'Cora', 'Dana'],
}

const padel: Club = {
  season: 'Padel Ladder',
  division: 'Padel Ladder Open',
  sport: 'padel',
  format: { kind: 'ladder', reach: 3, days: 10 },
  rules: { formats: ['padel_best_of_three'] },
  players: ['Eva', 'Fay', 'Gus'],
}

/** An owner sells a season with one division, four players join, and the league is drawn. */
async function openClub(request: APIRequestContext, desk: string, club: Club) {
  const { season, division, sport, format, rules, players } = club
  const { id: division_id } = await call<{ id: number }>(request, desk, 'POST', '/organizer/divisions', {
    name: division,
    sport,
    kind: 'singles',
    level: null,
    gender: null,
    price: '20.00',
    picture: 'summer-2',
  })
  const { id: season_id } = await call<{ id: number }>(request, desk, 'POST', '/organizer/seasons', {
    name: season,
    starting_date: '2026/07/13',
    ending_date: '2026/09/30',
    sale_from: today,
  })
  await call(request, desk, 'PUT', `/organizer/seasons/${season_id}/rules`, { rules: { ...standardRules, ...rules } })
  const leagues = [{ area: 'south-bend', division_id, offered: true, format }]
  await call(request, desk, 'PUT', `/organizer/seasons/${season_id}/leagues`, { leagues })
  const tokens: Record<string, string> = {}
  for (const first of players) {
    const token = await signUpAndIn(request, first, last)
    await joinLeague(request, token, {
      league_slug: slugOf(season),
      division: slugOf(division),
      price: '20.00',
    })
    tokens[first] = token
  }
  const { leagues: made } = await call<{ leagues: { id: number; division_id: number; area: string }[] }>(
    request,
    desk,
    'GET',
    `/organizer/seasons/${season_id}`,
  )
  const { id: league_id } = made.find((each) => each.division_id === division_id && each.area === 'south-bend')!
  const { digest } = await call<{ digest: string }>(request, desk, 'GET', `/organizer/leagues/${league_id}/draw`)
  await call(request, desk, 'POST', `/organizer/leagues/${league_id}/draw`, { digest })
  return { league_id, tokens, token: (first: string) => tokens[first]! }
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}

type Result = { winner: string; opponent: string; sets: readonly (readonly [number, number])[]; status?: string }

/** Reports as the winner. */
async function report(request: APIRequestContext, season: string, { winner, opponent, sets, status }: Result) {
  const idOf = async (token: string) => (await call<{ user: { id: number } }>(request, token, 'GET', '/users')).user.id
  // The last set of a stopped match is not won.
  const whole = status === undefined ? sets : sets.slice(0, -1)
  const won = (one: 0 | 1) => whole.filter((set) => set[one] > set[1 - one]!).length
  await call(request, winner, 'POST', '/users/scores', {
    season,
    match_date: today,
    match_area: 'South Bend',
    match_location: 'The club',
    winner: { id: await idOf(winner) },
    opponent: { id: await idOf(opponent) },
    set_games: sets.map(([score_1, score_2]) => ({ score_1, score_2 })),
    total_winner_score: won(0),
    total_opponent_score: won(1),
    match_status: status ?? null,
  })
}

test('a squash club with box points, a padel ladder and a tennis league share an installation', async ({
  page,
  request,
  desk,
}) => {
  const boxes = await openClub(request, desk, squash)
  const ladder = await openClub(request, desk, padel)
  const [ada, bea, cora, dana] = squash.players.map(boxes.token) as [string, string, string, string]
  await test.step('the squash club counts 5-4-2-1 points, and the side ahead wins at the hour', async () => {
    const straight = [
      [11, 4],
      [11, 6],
      [11, 8],
    ] as const
    await report(request, squash.season, { winner: ada, opponent: bea, sets: straight })
    await report(request, squash.season, {
      winner: cora,
      opponent: ada,
      sets: [
        [11, 9],
        [9, 11],
        [11, 7],
        [4, 3],
      ],
      status: 'Stopped by time or weather',
    })
    await report(request, squash.season, { winner: bea, opponent: dana, sets: straight })
    await enter(page, dana)
    await page.goto('/dashboard/myleague')
    await page.getByRole('link', { name: 'Standings of' }).first().click()
    const rows = page.getByRole('table', { name: new RegExp(squash.division) }).getByRole('row')
    // A win in three games is 5 points, another win 4, a loss with a game won 2, another loss 1.
    await expect(rows.nth(1)).toContainText(`Ada ${last}`)
    await expect(rows.nth(1)).toContainText('7 points')
    await expect(rows.nth(2)).toContainText(`Bea ${last}`)
    await expect(rows.nth(2)).toContainText('6 points')
    await expect(rows.nth(3)).toContainText(`Cora ${last}`)
    await expect(rows.nth(3)).toContainText('4 points')
    await expect(rows.nth(4)).toContainText('1 point')
    await expectGoodScreen(page)
    const { sentences } = await call<{ sentences: string[] }>(request, dana, 'GET', `/public/rules/${boxes.league_id}`)
    expect(sentences.join(' ')).toContain('the side that is ahead wins it')
  })
  await test.step('the padel ladder moves the winner of a challenge up', async () => {
    type Rung = { entry_id: number; name: string; place: number | null; is_me: boolean }
    const readLadder = (token: string) =>
      call<{ rungs: Rung[] }>(request, token, 'GET', `/users/ladder/${ladder.league_id}`)
    const { rungs } = await readLadder(ladder.token('Eva'))
    const tokenAt = (place: number) => ladder.token(rungs[place - 1]!.name.split(' ')[0]!)
    const { entry_id } = rungs[0]!
    await call(request, tokenAt(3), 'POST', `/users/ladder/${ladder.league_id}/challenges`, { entry_id })
    await report(request, padel.season, {
      winner: tokenAt(3),
      opponent: tokenAt(1),
      sets: [
        [6, 4],
        [7, 5],
      ],
    })
    const after = await readLadder(tokenAt(3))
    expect(after.rungs.map(({ name }) => name)).toEqual([rungs[2]!.name, rungs[0]!.name, rungs[1]!.name])
    await enter(page, tokenAt(3))
    await page.goto('/dashboard/myleague')
    await page.getByRole('link', { name: 'Ladder' }).first().click()
    await expect(
      page
        .getByText('Golden point')
        .or(page.getByText(/up to 3 places above/))
        .first(),
    ).toBeVisible()
    await expectGoodScreen(page)
  })
  await test.step('the tennis league ranks by wins', async () => {
    const [winner, opponent] = [await enterOpponent(request, 'Hana', last), await enterOpponent(request, 'Ines', last)]
    await reportScore(request, { winner, opponent, season: 'Summer 2', match_date: today })
    await enter(page, winner)
    await page.goto('/dashboard/myleague')
    await page.getByRole('link', { name: 'Standings of' }).first().click()
    const mine = page
      .getByRole('table')
      .first()
      .getByRole('row')
      .filter({ hasText: `Hana ${last}` })
    await expect(mine).toBeVisible()
    await expect(mine).not.toContainText('point')
  })
})
