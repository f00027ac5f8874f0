import { afterEach, describe, expect, test } from 'vitest'
import { startApp } from '#/test/app.ts'
import { countEveryMeeting, joinLeague, makePlayer, type TestPlayer } from '#/test/make.ts'
import { listResults, reportScore } from './contract.ts'
import { arrange, makeLeague, scoreBody, sets, watchTable } from './score-fixture.ts'
import { addDays } from '#/rules/day.ts'
import { startSession } from '#/server/session.ts'
import { openSeasons } from '#/features/seasons/jobs.ts'

const today = '2026-05-20T16:00:00Z'
const t = await startApp(today)
await countEveryMeeting(t)
afterEach(() => void t.clock.set(today))
const summer = { season: 'summer-1', division: 'womens-singles-3-5', area: 'south-bend' } as const

const report = (by: TestPlayer, body: ReturnType<typeof scoreBody>) => t.call(reportScore, { token: by.token, body })

async function storedScores(league_id: number) {
  return t.db
    .selectFrom('scores')
    .innerJoin('matches', 'matches.score_id', 'scores.id')
    .selectAll('scores')
    .select(['entry_one_id', 'entry_two_id', 'matches.area'])
    .where('league_id', '=', league_id)
    .orderBy('scores.id')
    .execute()
}

test('a score is stored as reported, and its id is the result’s', async () => {
  const {
    people: [ann, bea],
    league_id,
    entry_ids,
  } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-3-0' })
  const answer = await report(
    ann,
    scoreBody(ann, bea, '6-4 3-6 10-7', { match_notes: 'Windy', division: 'womens-singles-3-0' }),
  )
  expect(answer).toMatchObject({ status: 201, body: { message: 'Score saved, standings updated: 6-4 3-6 10-7' } })
  expect(await storedScores(league_id)).toMatchObject([
    {
      match_id: answer.body.id,
      version: 1,
      reported_by_id: ann.id,
      winner_entry_id: entry_ids[0],
      match_date: '2026-05-18',
      match_area: 'south-bend',
      match_location: 'Leeper Park, court 4',
      duration_minutes: 95,
      set_games: sets('6-4 3-6 10-7'),
      total_winner_score: 2,
      total_opponent_score: 1,
      match_status: null,
      match_notes: 'Windy',
    },
  ])
})

describe('contradictory forms', async () => {
  const {
    people: [ann, bea],
    league_id,
  } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-4-0' })

  test.each([
    ['7-4 6-0', 'set_games.0', 'Set 1 does not end like a set: 6-0 to 6-4, 7-5 or 7-6.'],
    ['6-4 6-5', 'set_games.1', 'Set 2 is not finished: a set ends at 6 games with two ahead, or at 7-5 or 7-6.'],
    [
      '6-4 4-6 10-9',
      'set_games.2',
      'Set 3 does not end like a match tie-break: 10-0 to 10-8, or two points apart past 10, like 12-10.',
    ],
    ['6-4 6-4 6-4 6-4', 'set_games.3', 'Set 4 came after the match was over: delete it, or check the sets before it.'],
    ['10-8', 'set_games.0', 'Set 1 is a match tie-break, which can only be the deciding set.'],
    ['0-0', 'set_games.0', 'Set 1 is 0-0: enter its games, or delete the set.'],
    ['', 'set_games', 'Add the games of at least one set.'],
    [
      '4-6 6-4',
      'set_games',
      'The sets are level, so nobody has won yet: add the deciding set, or choose "Match ended in a tie".',
    ],
    ['6-4 3-6 4-6', 'set_games', "The opponent has won more sets: the winner's games come first in each set."],
  ])('the impossible score "%s" is refused at %s', async (line, field, sentence) => {
    expect(await report(ann, scoreBody(ann, bea, line))).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { [field]: sentence } },
    })
  })

  test.each([
    ['no winner', { winner: {} }, 'winner.id', 'Please choose the winner from the list.'],
    ['a winner who is nobody', { winner: null }, 'winner', 'Please choose the winner from the list.'],
    [
      'one player on both sides',
      { opponent: { id: ann.id } },
      'opponent.id',
      'Winner and opponent must be two different players.',
    ],
    [
      'totals that disagree',
      { total_winner_score: 2, total_opponent_score: 1 },
      'total_winner_score',
      'The totals are the sets won or the games won, and these do not match the sets.',
    ],
    ['totals that are no numbers', { total_winner_score: 'two' }, 'total_winner_score', 'Please enter a whole number.'],
    ['a total score beside its totals', { total_score: '2-1' }, 'total_score', 'This does not match the two totals.'],
    [
      'a negative set',
      { set_games: [{ score_1: 6, score_2: -1 }] },
      'set_games.0',
      'Set 1 cannot have fewer than 0 games.',
    ],
    [
      'half a game',
      { set_games: [{ score_1: 6, score_2: 2.5 }] },
      'set_games.0',
      'Set 1 needs a whole number of games for both players.',
    ],
    [
      'an empty set',
      { set_games: [{ score_1: null, score_2: '' }] },
      'set_games.0.score_1',
      'Please enter a whole number.',
    ],
    [
      'sets of a match nobody played',
      { match_status: 'Opponent did not show', total_winner_score: 0, total_opponent_score: 0 },
      'set_games',
      'This match was not played, so it has no sets: remove them, or choose another match status.',
    ],
    ['an unknown status', { match_status: 'Rained off' }, 'match_status', 'Please choose one from the list.'],
    ['a day that is none', { match_date: '2026/02/30' }, 'match_date', 'Invalid date provided.'],
    ['a day in the database’s spelling', { match_date: '2026-05-18' }, 'match_date', 'Invalid date provided.'],
    ['an unknown season', { season: 'Spring' }, 'season', 'Please choose Summer 1, Summer 2, Fall or Winter.'],
    ['an unknown area', { match_area: 'Chicago' }, 'match_area', 'Please choose South Bend, Indianapolis or DC.'],
    ['no place', { match_location: '  ' }, 'match_location', 'Please enter where you played.'],
    ['25 hours', { hour: 25 }, 'hour', 'Please choose an hour.'],
    [
      'a duration beside its hour and minute',
      { duration: '2:00' },
      'duration',
      'This does not match the hour and the minute.',
    ],
  ])('%s is refused', async (_, given, field, sentence) => {
    const answer = await t.send(reportScore, {
      token: ann.token,
      body: { ...scoreBody(ann, bea, '6-4 6-4'), ...given },
    })
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid', fields: { [field]: sentence } } })
  })

  test('no refused report was stored', async () => {
    expect(await storedScores(league_id)).toEqual([])
  })
})

test('totals may be games won as digits, and the duration may be text', async () => {
  const {
    people: [ann, bea],
    league_id,
  } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-4-5' })
  const {
    hour: _,
    minute: __,
    ...body
  } = scoreBody(ann, bea, '6-4 6-2', {
    total_winner_score: '12',
    total_opponent_score: '6',
    total_score: '12-6',
    duration: '01:05',
    match_status: '',
  })
  expect((await t.call(reportScore, { token: bea.token, body })).status).toBe(201)
  expect(await storedScores(league_id)).toMatchObject([
    { duration_minutes: 65, total_winner_score: 12, total_opponent_score: 6, match_status: null },
  ])
})

test('only the two players, a partner or an organizer can report', async () => {
  const {
    people: [ann, bea, cleo],
    entry_ids,
    league_id,
  } = await makeLeague(t, 3, { ...summer, division: 'womens-doubles' })
  const partner = await makePlayer(t)
  await t.db
    .insertInto('entry_players')
    .values({ entry_id: entry_ids[0], player_id: partner.id, league_id, position: 2 })
    .execute()
  const organizer = await makePlayer(t)
  await t.db.updateTable('players').set({ role: 'owner' }).where('id', '=', organizer.id).execute()
  const stranger = await makePlayer(t)
  const on = (match_date: string) => scoreBody(ann, bea, '6-0 6-0', { match_date })

  expect((await t.send(reportScore, { body: on('2026/05/15') })).status).toBe(401)
  expect(await report(stranger, on('2026/05/15'))).toMatchObject({ status: 403, body: { code: 'not_your_match' } })
  expect(await report(cleo, on('2026/05/15'))).toMatchObject({ status: 403, body: { code: 'not_your_match' } })
  expect((await report(partner, on('2026/05/15'))).status).toBe(201)
  expect((await report(organizer, on('2026/05/16'))).status).toBe(201)
  expect((await report(bea, scoreBody(partner, bea, '6-0 6-0', { match_date: '2026/05/17' }))).status).toBe(201)
  expect(await report(ann, scoreBody(ann, partner, '6-0 6-0'))).toMatchObject({
    status: 409,
    body: { code: 'not_in_same_league' },
  })
  expect(await storedScores(league_id)).toHaveLength(3)
})

test('the two players must be in the same league of that season', async () => {
  const {
    people: [ann, bea],
  } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-5-0' })
  const other = await makePlayer(t)
  await joinLeague(t, other, { ...summer, division: 'womens-singles-5-0', area: 'dc' })
  const refused = { status: 409, body: { code: 'not_in_same_league' } }
  expect(await report(ann, scoreBody(ann, other, '6-0 6-0'))).toMatchObject(refused)
  expect(await report(ann, scoreBody(ann, bea, '6-0 6-0', { season: 'fall' }))).toMatchObject(refused)
  expect(await report(ann, scoreBody(ann, bea, '6-0 6-0', { year: 2027 }))).toMatchObject(refused)
  expect(await report(ann, scoreBody(ann, bea, '6-0 6-0', { division: 'mixed-doubles' }))).toMatchObject(refused)
  expect(await report(ann, { ...scoreBody(ann, bea, '6-0 6-0'), opponent: { id: 2_000_000_000 } })).toMatchObject(
    refused,
  )
  expect((await report(ann, scoreBody(ann, bea, '6-0 6-0', { year: 2026, match_area: 'dc' }))).status).toBe(201)
})

test('no score can be reported against a player whose place was refunded', async () => {
  const {
    people: [ann, bea],
  } = await makeLeague(t, 2, { ...summer, area: 'dc' })
  await t.db.updateTable('purchases').set({ status: 'Refunded' }).where('player_id', '=', bea.id).execute()
  expect(await report(ann, scoreBody(ann, bea, '6-0 6-0'))).toMatchObject({
    status: 409,
    body: { code: 'not_in_same_league' },
  })
})

test('a match can be played before its season if the season is on sale, and not earlier', async () => {
  const {
    people: [ann, bea],
    league_id,
  } = await makeLeague(t, 2, { season: 'fall', division: 'womens-singles-3-5', area: 'south-bend' })
  const fall = (match_date: string) => scoreBody(ann, bea, '6-0 6-0', { season: 'Fall', match_date })
  expect(await report(ann, fall('2025/10/06'))).toMatchObject({
    status: 422,
    body: { fields: { match_date: 'Fall 2026 is played from Tue, Sep 22, 2026 to Sun, Nov 29, 2026.' } },
  })
  // The two joined today, so yesterday's match does not count for the season.
  expect(await report(ann, fall('2026/05/19'))).toMatchObject({
    status: 422,
    body: {
      fields: {
        match_date:
          'Before the first day of a season a match counts only from the day on which both players had joined.',
      },
    },
  })
  expect((await report(ann, fall('2026/05/20'))).status).toBe(201)
  expect(await storedScores(league_id)).toMatchObject([{ match_date: '2026-05-20' }])
})

test('a match cannot be in the future in its area', async () => {
  const {
    people: [ann, bea],
  } = await makeLeague(t, 2, { ...summer, area: 'indianapolis' })
  const tomorrow = scoreBody(ann, bea, '6-0 6-0', { match_date: '2026/05/21', match_area: 'indianapolis' })
  // It is 23:59 in Indianapolis, and already the 21st in UTC.
  t.clock.set('2026-05-21T03:59:00Z')
  expect(await report(ann, tomorrow)).toMatchObject({
    status: 422,
    body: { fields: { match_date: 'This day is in the future.' } },
  })
  t.clock.set('2026-05-21T04:00:00Z')
  expect((await report(ann, tomorrow)).status).toBe(201)
})

test('players who share several leagues have to name the division', async () => {
  const {
    people: [ann, bea],
    league_id,
  } = await makeLeague(t, 2, { ...summer, division: 'mens-singles-3-0' })
  for (const player of [ann, bea]) await joinLeague(t, player, { ...summer, division: 'mens-singles-3-5' })
  const body = scoreBody(ann, bea, '6-0 6-0')
  expect(await report(ann, body)).toMatchObject({
    status: 409,
    body: {
      code: 'several_leagues',
      message:
        "These two players share several leagues: Men's Singles 3.0, Men's Singles 3.5. Please choose the division.",
    },
  })
  expect((await report(ann, { ...body, division: 'mens-singles-3-0' })).status).toBe(201)
  expect((await report(ann, { ...body, division: "Men's Singles 3.5" })).status).toBe(201)
  expect(await storedScores(league_id)).toHaveLength(1)
})

test('the arranged match of the two with the nearest date is filled in', async () => {
  const {
    people: [ann, bea],
    league_id,
    entry_ids: [one, two],
  } = await makeLeague(t, 2, { ...summer, division: 'mens-singles-4-0' })
  const undated = await arrange(t, league_id, one, two, null)
  const late = await arrange(t, league_id, two, one, '2026-06-20')
  const near = await arrange(t, league_id, two, one, '2026-05-17', '18:00')
  const reported = []
  for (const match_date of ['2026/05/18', '2026/05/19', '2026/05/20', '2026/05/15']) {
    reported.push((await report(ann, scoreBody(ann, bea, '6-0 6-0', { match_date }))).body.id)
  }
  expect(reported.slice(0, 3)).toEqual([near, late, undated])
  expect(new Set(reported).size).toBe(4)
  expect(await storedScores(league_id)).toMatchObject([
    { winner_entry_id: one, match_date: '2026-05-18' },
    { winner_entry_id: one },
    { winner_entry_id: one },
    { winner_entry_id: one },
  ])
})

describe('a score for a match card', () => {
  test('a score for a match card fills in that card, even if another card is nearer in date', async () => {
    const {
      people: [ann, bea],
      league_id,
      entry_ids: [one, two],
    } = await makeLeague(t, 2, { ...summer, division: 'mens-singles-4-5' })
    await arrange(t, league_id, one, two, '2026-05-18')
    const card = await arrange(t, league_id, one, two, '2026-06-20')
    const body = scoreBody(bea, ann, '6-0 6-0', { matchup_id: card })
    expect(await report(ann, body)).toMatchObject({ status: 201, body: { id: card } })
    expect(await report(ann, { ...body, match_date: '2026/05/17' })).toMatchObject({
      status: 409,
      body: { code: 'already_reported' },
    })
  })

  test('a card of other players is refused as not found', async () => {
    const {
      people: [ann, bea, cleo, dora],
      league_id,
      entry_ids: [one, two, three],
    } = await makeLeague(t, 4, { ...summer, division: 'mens-singles-5-0' })
    const theirs = await arrange(t, league_id, one, two, '2026-05-18')
    expect(await report(cleo, scoreBody(cleo, dora, '6-0 6-0', { matchup_id: theirs }))).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect(await report(cleo, scoreBody(ann, bea, '6-0 6-0', { matchup_id: theirs }))).toMatchObject({ status: 404 })
    expect(await report(cleo, scoreBody(cleo, dora, '6-0 6-0', { matchup_id: 2_000_000_000 }))).toMatchObject({
      status: 404,
    })
    const mine = await arrange(t, league_id, one, three, '2026-05-18')
    expect(await report(ann, scoreBody(ann, bea, '6-0 6-0', { matchup_id: mine }))).toMatchObject({
      status: 409,
      body: { code: 'not_that_match' },
    })
    expect(await report(ann, scoreBody(ann, cleo, '6-0 6-0', { matchup_id: mine, season: 'fall' }))).toMatchObject({
      status: 409,
      body: { code: 'not_that_match' },
    })
    expect(await storedScores(league_id)).toEqual([])
  })
})

test('a pairing is reported once a day in a league, by either player; a match on another day counts too', async () => {
  const {
    people: [ann, bea],
    league_id,
  } = await makeLeague(t, 2, { ...summer, division: 'mens-doubles' })
  expect((await report(ann, scoreBody(ann, bea, '6-0 6-0'))).status).toBe(201)
  expect(await report(ann, scoreBody(ann, bea, '6-0 6-0'))).toMatchObject({
    status: 409,
    body: { code: 'already_reported' },
  })
  expect(await report(bea, scoreBody(bea, ann, '6-1 6-1'))).toMatchObject({
    status: 409,
    body: { code: 'already_reported' },
  })
  expect((await report(bea, scoreBody(bea, ann, '6-1 6-1', { match_date: '2026/05/19' }))).status).toBe(201)
  expect(await storedScores(league_id)).toHaveLength(2)
})

test('if two players report the same match simultaneously, one is refused, and the table is consistent at every read', async () => {
  const {
    people: [ann, bea],
    league_id,
    entry_ids: [one, two],
  } = await makeLeague(t, 2, { ...summer, division: 'mixed-doubles' })
  t.clock.set('2026-06-05T16:00:00Z')
  const days = Array.from({ length: 20 }, (_, round) => addDays('2026-05-16', round).replaceAll('-', '/'))
  for (const [round, match_date] of days.entries()) {
    if (round % 2 === 0) await arrange(t, league_id, one, two, match_date.replaceAll('/', '-'))
    const answers = await watchTable(
      t,
      league_id,
      Promise.all([
        report(ann, scoreBody(ann, bea, '6-0 6-0', { match_date })),
        report(bea, scoreBody(bea, ann, '6-1 6-1', { match_date })),
      ]),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('already_reported')
  }
  const played = await storedScores(league_id)
  expect(played).toHaveLength(20)
  expect(new Set(played.map(({ match_date }) => match_date)).size).toBe(20)
})

test('a tie has no winner, and its sets have entry one’s games first', async () => {
  const {
    people: [ann, bea],
    league_id,
    entry_ids: [one, two],
  } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-3-0', area: 'dc' })
  const card = await arrange(t, league_id, two, one, '2026-05-18')
  expect((await report(ann, scoreBody(ann, bea, '6-4 2-6 3-1', { match_status: 'Match ended in a tie' }))).status).toBe(
    201,
  )
  expect(await storedScores(league_id)).toMatchObject([
    { match_id: card, winner_entry_id: null, set_games: sets('4-6 6-2 1-3') },
  ])
  const { body } = await t.call(listResults, {
    token: ann.token,
    query: { area: 'dc', division: 'womens-singles-3-0' },
  })
  expect(body.results).toMatchObject([
    {
      id: card,
      winner: { name: `${bea.first_name} ${bea.last_name}` },
      match_status: 'Match ended in a tie',
      set_games: sets('4-6 6-2 1-3'),
    },
  ])
})

test('a match of this season between two who met in last year’s play-offs counts for this season', async () => {
  // The match is reported through the general form, a year after the bracket.
  const season = { season: 'summer-1', division: 'womens-singles-3-0', area: 'indianapolis' } as const
  const last = await makeLeague(t, 2, season)
  const [ann, bea] = last.people
  await t.db
    .insertInto('matches')
    .values({
      league_id: last.league_id,
      area: 'indianapolis',
      entry_one_id: last.entry_ids[0]!,
      entry_two_id: last.entry_ids[1]!,
      playoff_stage: 3,
      playoff_slot: 1,
      play_from: '2026-08-23',
      play_by: '2026-09-07',
      created_at: t.clock.now(),
    })
    .execute()
  t.clock.set('2027-05-20T16:00:00Z')
  for (const player of [ann, bea]) player.token = await startSession(t.db, player.id, t.clock.now())
  const input = scoreBody(ann, bea, '6-4 6-4', { match_date: '2027/05/18', match_area: 'Indianapolis' })
  expect((await report(ann, input)).body).toMatchObject({
    fields: { match_date: 'Summer 1 2026 is played from Fri, May 15, 2026 to Sun, Aug 2, 2026.' },
  })
  await openSeasons(t.db, '2027-05-20')
  for (const player of [ann, bea]) await joinLeague(t, player, season)
  const { body } = await report(ann, input)
  const stored = await t.db
    .selectFrom('matches')
    .innerJoin('leagues', 'leagues.id', 'matches.league_id')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .select(['year', 'playoff_stage'])
    .where('matches.id', '=', body.id)
    .executeTakeFirst()
  expect(stored).toEqual({ year: 2027, playoff_stage: null })
})

test('a match played before the season counts only from the day on which both players had joined', async () => {
  const ann = await makePlayer(t)
  const bea = await makePlayer(t)
  const join = { season: 'fall', division: 'womens-singles-4-5' }
  await joinLeague(t, ann, join)
  t.clock.set('2026-05-22T16:00:00Z')
  await joinLeague(t, bea, join)
  const on = (match_date: string) => report(ann, scoreBody(ann, bea, '6-4 6-4', { season: 'Fall', match_date }))
  t.clock.set('2026-06-01T16:00:00Z')
  expect((await on('2026/05/21')).body).toMatchObject({
    code: 'invalid',
    fields: {
      match_date: 'Before the first day of a season a match counts only from the day on which both players had joined.',
    },
  })
  expect((await on('2026/05/22')).status).toBe(201)
})
