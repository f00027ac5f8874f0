import { expect, test } from 'vitest'
import { listFullStandings } from '#/features/standings/place-contract.ts'
import { explainPlace } from '#/features/standings/place-contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { getDivision } from '#/features/seasons/contract.ts'
import { changeDivision, createDivision } from './contract.ts'
import { courtImage, courtsOfSport, type Court } from '#/contract/courts.ts'
import { changeRules } from '#/organizer/seasons/contract.ts'
import { scoreTotals } from '#/rules/score.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { formatsPlayed, sports, type MatchFormat, type Sport } from '#/rules/sports/formats.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer } from '#/test/make.ts'
import { getMatch, getPublicResult, reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody, sets } from '#/features/matches/score-fixture.ts'

const t = await startApp('2026-05-20T16:00:00Z')
const { token } = await makeOrganizer(t)

/** Creates a division of the sport at the desk, with two players in one of its leagues. */
async function makeSportLeague(sport: Sport, name = `Open ${sport.replace('_', ' ')}`) {
  const made = await t.call(createDivision, {
    token,
    body: { name, kind: 'singles', sport, level: '', gender: '', price: '20', picture: 'fall' },
  })
  expect(made.status).toBe(201)
  const { body } = await t.call(getDivision, { params: { id: made.body.id } })
  expect(body).toMatchObject({ sport })
  return {
    division: body.slug,
    ...(await makeLeague(t, 2, { season: 'summer-1', division: body.slug, area: 'south-bend' })),
  }
}

test.each<
  [Sport, { legal: string; totals: [number, number]; games: [number, number]; illegal: string; sentence: RegExp }]
>([
  [
    'padel',
    {
      legal: '6-4 3-6 10-8',
      totals: [2, 1],
      games: [10, 10],
      illegal: '8-6',
      sentence: /^Set 1 does not end like a set: 6-0/,
    },
  ],
  [
    'pickleball',
    {
      legal: '11-7 9-11 12-10',
      totals: [2, 1],
      games: [32, 28],
      illegal: '11-10 11-2',
      sentence: /^Game 1 is not finished: a game ends at 11 points, two ahead\.$/,
    },
  ],
  [
    'badminton',
    {
      legal: '21-15 30-29',
      totals: [2, 0],
      games: [51, 44],
      illegal: '31-29 21-3',
      sentence: /^Game 1 does not end like a game: 21-0/,
    },
  ],
  [
    'squash',
    {
      legal: '11-7 9-11 11-8 11-6',
      totals: [3, 1],
      games: [42, 32],
      illegal: '11-7 11-8',
      sentence: /^In this season a match is best of five games to 11\.$/,
    },
  ],
  [
    'table_tennis',
    {
      legal: '11-7 11-8 14-12',
      totals: [3, 0],
      games: [36, 27],
      illegal: '6-4 6-4',
      sentence: /^Game 1 is not finished/,
    },
  ],
])(
  '%s: a league of the sport accepts its scores and no others',
  async (sport, { legal, totals, games, illegal, sentence }) => {
    const {
      division,
      league_id,
      entry_ids,
      people: [ann, bea],
    } = await makeSportLeague(sport)
    const [won, lost] = totals
    const body = { total_winner_score: won, total_opponent_score: lost, division }
    const id = await arrange(t, league_id, entry_ids[0], entry_ids[1], '2026-05-18')
    expect((await t.call(getMatch, { token: ann.token, params: { id } })).body).toMatchObject({
      sport,
      rules: { formats: formatsPlayed([], sport) },
    })
    expect((await t.call(listMyLeagues, { token: ann.token })).body[0]?.rules.formats).toEqual(formatsPlayed([], sport))

    const refused = await t.call(reportScore, { token: ann.token, body: scoreBody(ann, bea, illegal, body) })
    expect(refused).toMatchObject({ status: 422 })
    expect(Object.values(refused.body.fields ?? {})[0]).toMatch(sentence)

    const reported = await t.call(reportScore, {
      token: ann.token,
      body: scoreBody(ann, bea, legal, { ...body, matchup_id: id }),
    })
    expect(reported).toMatchObject({ status: 201, body: { id } })
    expect((await t.call(getPublicResult, { params: { id } })).body).toMatchObject({ sport, score_line: legal })
    const table = await t.call(listFullStandings, {
      token: ann.token,
      query: { area: 'south-bend', season: 'summer-1', division },
    })
    expect(table.body).toMatchObject({
      sport,
      players: [
        { entry_id: entry_ids[0], wins: 1, sets_won: won, sets_lost: lost, games_won: games[0], games_lost: games[1] },
        { entry_id: entry_ids[1], losses: 1 },
      ],
    })
    const place = await t.call(explainPlace, { token: ann.token, query: { league_id, entry_id: entry_ids[0] } })
    expect(place.body.rank).toBe(1)
  },
)

test('scores in every format that a season allows are stored, counted and read back, and those of others refused', async () => {
  const season = await t.db
    .selectFrom('seasons')
    .select('id')
    .where('slug', '=', 'summer-1')
    .where('year', '=', 2026)
    .executeTakeFirstOrThrow()
  const played: [Sport, MatchFormat, legal: string, illegal: string, games: [number, number]][] = [
    ['tennis', 'pro_set_10', '11-10', '10-9', [11, 10]],
    ['tennis', 'short_sets', '5-4 3-5 10-7', '4-3 4-0', [9, 9]],
    ['tennis', 'best_of_three_to_7', '6-4 4-6 7-5', '6-4 4-6 6-2', [11, 10]],
    ['tennis', 'best_of_three_long', '6-7 6-4 12-10', '6-4 4-6 10-7', [24, 21]],
    ['tennis', 'tie_break_to_10', '13-11', '10-9', [1, 0]],
    ['tennis', 'fast4', '4-3 3-4 4-3', '5-3 4-0', [11, 10]],
    ['badminton', 'badminton_best_of_three_to_15', '15-13 14-16 21-20', '22-20 15-0', [50, 49]],
    ['pickleball', 'rally_one_to_15_by_1', '15-14', '16-14', [15, 14]],
  ]
  for (const [sport, format, legal, illegal, games] of played) {
    const rules = { ...standardRules, formats: [format] }
    const changed = await t.call(changeRules, { token, params: season, body: { rules, despite_results: true } })
    expect(changed.status).toBe(200)
    const { division, people, entry_ids } = await makeSportLeague(sport, `All ${format.replaceAll('_', ' ')}`)
    const [ann, bea] = people
    const { sets: totals } = scoreTotals(sets(legal), null, rules)
    const given = { division, total_winner_score: totals.winner, total_opponent_score: totals.opponent }
    const report = (line: string) => t.call(reportScore, { token: ann.token, body: scoreBody(ann, bea, line, given) })
    expect([format, (await report(illegal)).status]).toEqual([format, 422])
    const { status, body } = await report(legal)
    expect([format, status]).toEqual([format, 201])
    const shown = (await t.call(getPublicResult, { params: { id: body.id } })).body
    expect([format, shown.score_line]).toEqual([format, legal])
    const query = { area: 'south-bend', season: 'summer-1', division } as const
    const table = (await t.call(listFullStandings, { token: ann.token, query })).body
    expect([format, table.players[0]]).toMatchObject([
      format,
      { entry_id: entry_ids[0], sets_won: totals.winner, games_won: games[0], games_lost: games[1] },
    ])
  }
  const body = { rules: standardRules, despite_results: true }
  expect((await t.call(changeRules, { token, params: season, body })).status).toBe(200)
})

test('a division’s sport defaults to tennis, and unknown sports are refused', async () => {
  const body = { name: 'Plain', kind: 'singles', level: '', gender: '', price: '20', picture: 'fall' } as const
  const { id } = (await t.call(createDivision, { token, body })).body
  expect((await t.call(getDivision, { params: { id } })).body.sport).toBe('tennis')
  const polo = await t.send(createDivision, {
    path: '/organizer/divisions',
    token,
    body: { ...body, name: 'Polo', sport: 'polo' },
  })
  expect(polo).toMatchObject({ status: 422, body: { fields: { sport: 'Please choose a sport.' } } })
})

test('the picture of a division is a court of its sport, even after a change', async () => {
  const made = async (sport: Sport, picture: Court) => {
    const body = { name: `Court of ${sport} ${picture}`, kind: 'singles', level: '', gender: '', price: '20' } as const
    const { id } = (await t.call(createDivision, { token, body: { ...body, sport, picture } })).body
    const image = async () => (await t.call(getDivision, { params: { id } })).body.image
    const before = await image()
    await t.call(changeDivision, { token, params: { id }, body: { ...body, picture: 'squash' } })
    return [before, await image()]
  }
  for (const sport of sports) {
    const [first] = courtsOfSport[sport]
    const own = courtImage(first)
    expect([sport, await made(sport, first)]).toEqual([sport, [own, own]])
  }
  expect(await made('padel', 'fall')).toEqual(['/courts/padel.svg', '/courts/padel.svg'])
  expect(await made('tennis', 'winter')).toEqual(['/courts/winter.svg', courtImage(courtsOfSport.tennis[0])])
})
