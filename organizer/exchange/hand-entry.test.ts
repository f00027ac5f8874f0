import { expect, test } from 'vitest'
import type { RefusalBody } from '#/contract/refusals.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { enterPlayer } from '#/organizer/entries/contract.ts'
import { enterResult } from '#/organizer/matches/contract.ts'
import type { MatchStatus } from '#/rules/outcome.ts'
import { startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { csv, openExchange } from './exchange-fixture.ts'

// The same input by hand and in a file: the verdict and the sentence are the same.

const t = await startApp('2026-05-20T16:00:00Z')
const { owner, check, recheck, store } = await openExchange(t)
const { token } = owner
const reason = 'From the paper sheet'

/** The sentences of a refusal, without what the file's sentence adds as a next step. Empty if it was accepted. */
function sentencesOf({ status, body }: { status: number; body: RefusalBody | object }): string[] {
  if (status < 300) return []
  const { fields, message } = body as RefusalBody
  return fields ? Object.values(fields) : [message]
}

const division = "Women's Singles 3.5"
const summer = { season: 'summer-1', division: 'womens-singles-3-5', area: 'south-bend' }
const {
  league_id,
  people: [ann, bea, cat],
} = await makeLeague(t, 3, summer)
const ahead = await makeLeague(t, 2, { ...summer, season: 'fall' })
await joinLeague(t, owner, summer)

type Result = {
  day?: string
  sides?: [winner: TestPlayer, opponent: TestPlayer]
  score?: string
  status?: MatchStatus
  location?: string
  notes?: string
  season?: string
}

const results: [name: string, Result][] = [
  ['a day in the future', { day: '2026-05-21' }],
  ['a day of an earlier year', { day: '1999-10-03' }],
  ['a day after the season', { day: '2026-08-20', season: 'Summer 1' }],
  [
    'a day on which the season was not on sale',
    { day: '2025-10-06', season: 'Fall', sides: [ahead.people[0], ahead.people[1]] },
  ],
  ['a day before both had joined', { day: '2026-05-19', season: 'Fall', sides: [ahead.people[0], ahead.people[1]] }],
  ['one player on both sides', { sides: [ann, ann] }],
  ['a match of the organizer', { sides: [owner, ann] }],
  ['a set that is not complete', { score: '6-5 6-0' }],
  ['sets that the opponent won', { score: '4-6 4-6' }],
  ['an unfinished match', { score: '6-4' }],
  ['no set at all', { score: '' }],
  ['a walkover with sets', { day: '2026-05-16', score: '6-0 6-0', status: 'Opponent did not show' }],
  ['a retirement after the last set', { day: '2026-05-17', score: '6-4 6-4', status: 'Retired' }],
  ['a tie that somebody won', { score: '6-4 6-4', status: 'Match ended in a tie' }],
  ['a stopped match that is played on', { score: '6-4 2-1', status: 'Stopped by time or weather' }],
  ['a double default with a set', { score: '6-4', status: 'Double default' }],
  ['a double default', { day: '2026-05-15', score: '', status: 'Double default' }],
  ['a place of 121 characters', { location: 'x'.repeat(121) }],
  ['notes of 1,001 characters', { notes: 'x'.repeat(1_001) }],
  ['a result that is right', { sides: [bea, cat] }],
]

test.each(results)('a result by hand and in a file: %s', async (_, given) => {
  const {
    day = '2026-05-18',
    sides: [winner, opponent] = [ann, bea],
    score = '6-4 6-4',
    status = null,
    location = 'Leeper Park',
    notes = '',
    season = 'Summer 1',
  } = given
  const head = ['Season', 'Year', 'Division', 'Area', 'Date', 'Winner', 'Opponent', 'Score', 'Status', 'Place', 'Notes']
  const row = [
    season,
    '2026',
    division,
    'South Bend',
    day,
    winner.email,
    opponent.email,
    score,
    status ?? '',
    location,
    notes,
  ]
  const { check: found } = await check('results', csv([head, row]))

  const form = {
    season,
    year: 2026,
    match_date: day.replaceAll('-', '/'),
    match_status: status,
    match_location: location,
    match_notes: notes,
  }
  const body = { ...scoreBody(winner, opponent, score, form), reason }
  const entered = (await t.send(enterResult, { token, body })) as { status: number; body: RefusalBody }
  expect(found?.errors.map(({ problem }) => problem)).toEqual(sentencesOf(entered))
  expect(found?.counts).toMatchObject(entered.status === 201 ? { new: 1, wrong: 0 } : { new: 0, wrong: 1 })
})

const person = {
  first_name: 'Ada',
  last_name: 'Moreno',
  email: '',
  phone: '574 555 0100',
  singles_level: '3.5',
  gender: 'Female',
  year_of_birth: '',
}

const people: [name: string, Partial<typeof person>][] = [
  ['no first name', { first_name: '' }],
  ['no last name', { last_name: '' }],
  ['a first name of 61 characters', { first_name: 'x'.repeat(61) }],
  ['a control character in a name', { last_name: 'Mor\u0007eno' }],
  ['an email without a domain', { email: 'ada' }],
  ['a phone that is too short', { phone: '12' }],
  ['a phone with too few digits', { phone: '574 555' }],
  ['a phone that a spreadsheet has rounded', { phone: '5.74555E+09' }],
  ['a phone with letters', { phone: 'call me' }],
  ['a year of birth with two digits', { year_of_birth: '84' }],
  ['a year of birth to come', { year_of_birth: '2027' }],
  ['a person who is right', {}],
]

test.each(people)('a new player by hand and in a file: %s', async (_, given) => {
  const made = { ...person, email: `hand-${people.findIndex(([, each]) => each === given)}@example.com`, ...given }
  const { first_name, last_name, email, phone, singles_level, gender, year_of_birth } = made
  const head = ['First name', 'Last name', 'Email', 'Phone', 'Level', 'Gender', 'Area', 'Year of birth']
  const row = [first_name, last_name, email, phone, singles_level, gender, 'South Bend', year_of_birth]
  const { check: found } = await check('players', csv([head, row]))

  const new_player = { ...made, year_of_birth: year_of_birth === '' ? null : Number(year_of_birth) }
  const entered = (await t.send(enterPlayer, { token, body: { league_id, new_player, amount: 0, reason } })) as {
    status: number
    body: RefusalBody
  }
  expect(found?.errors.map(({ problem }) => problem)).toEqual(sentencesOf(entered))
  expect(found?.counts).toMatchObject(entered.status === 201 ? { new: 1, wrong: 0 } : { new: 0, wrong: 1 })
})

test('a player without an email goes in, unless the organizer wants no blanks', async () => {
  const { task_id, check: found } = await check(
    'players',
    csv([
      ['Name', 'Email'],
      ['Nomi Ohnemail', ''],
    ]),
  )
  expect(found).toMatchObject({ errors: [], counts: { new: 1 } })
  const strict = await recheck(task_id, { blanks: 'refuse' })
  expect(strict.check?.errors).toMatchObject([{ column: 'Email', problem: expect.stringContaining('blank') }])
})

/** The league, its partner and the email of an entry. */
const entries: [name: string, make: () => Promise<{ email: string; partner?: string; league?: typeof summer }>][] = [
  ['a name in place of the email', async () => ({ email: 'Ann Lee' })],
  ['an email without an account', async () => ({ email: 'nobody@example.com' })],
  [
    'a suspended player',
    async () => {
      const { id, email } = await makePlayer(t)
      await t.db.updateTable('players').set({ suspended_at: t.clock.now() }).where('id', '=', id).execute()
      return { email }
    },
  ],
  ['a partner in singles', async () => ({ email: (await makePlayer(t)).email, partner: bea.email })],
  [
    'a player as the own partner',
    async () => {
      const { email } = await makePlayer(t)
      return { email, partner: email, league: { ...summer, division: 'womens-doubles' } }
    },
  ],
  [
    'a player of a roster without level and area',
    async () => {
      const email = 'roster@example.com'
      const { task_id } = await check(
        'players',
        csv([
          ['Name', 'Email'],
          ['Ros Ter', email],
        ]),
      )
      await store(task_id)
      return { email }
    },
  ],
  ['a player', async () => ({ email: (await makePlayer(t)).email })],
]

test.each(entries)('an entry by hand and in a file: %s', async (_, make) => {
  const { email, partner, league = summer } = await make()
  const stored = await t.db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select(['leagues.id', 'divisions.name'])
    .where('seasons.slug', '=', league.season)
    .where('seasons.year', '=', 2026)
    .where('divisions.slug', '=', league.division)
    .where('leagues.area', '=', league.area)
    .executeTakeFirstOrThrow()
  const head = ['Season', 'Year', 'Division', 'Area', 'Email', 'Partner']
  const row = ['Summer 1', '2026', stored.name, 'South Bend', email, partner ?? '']
  const { check: found } = await check('entries', csv([head, row]))
  const body = {
    league_id: stored.id,
    email,
    ...(partner === undefined ? {} : { partner: { full_name: 'Bo Lee', email: partner } }),
    amount: 0,
    reason,
  }
  const entered = (await t.send(enterPlayer, { token, body })) as { status: number; body: RefusalBody }
  // The file also says what to do next.
  const problems = (found?.errors ?? []).map(({ problem }) =>
    problem
      .replace(' Please import the players first.', '')
      // A file may have the name in place of the email.
      .replace(/^No player of yours has this name.*/, 'Please enter an email like name@example.com.'),
  )
  expect(problems).toEqual(sentencesOf(entered))
  expect(found?.counts).toMatchObject(entered.status === 201 ? { new: 1, wrong: 0 } : { new: 0, wrong: 1 })
})

test('a player who has declined an invitation is refused with the same sentence', async () => {
  const dc = await makeOrganizer(t, ['dc'])
  const far = await makePlayer(t)
  const { id } = await t.db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select('leagues.id')
    .where('seasons.slug', '=', 'summer-1')
    .where('divisions.slug', '=', 'womens-singles-3-5')
    .where('leagues.area', '=', 'dc')
    .executeTakeFirstOrThrow()
  const body = { league_id: id, email: far.email, amount: 0, reason }
  expect((await t.call(enterPlayer, { token: dc.token, body })).status).toBe(201)
  await t.db
    .updateTable('entry_invitations')
    .set({ answer: 'declined', answered_at: t.clock.now() })
    .where('player_id', '=', far.id)
    .execute()
  const row = ['Summer 1', '2026', division, 'DC', far.email]
  const { check: found } = await check('entries', csv([['Season', 'Year', 'Division', 'Area', 'Email'], row]), dc)
  const again = (await t.send(enterPlayer, { token: dc.token, body })) as { status: number; body: RefusalBody }
  expect(found?.errors.map(({ problem }) => problem)).toEqual(sentencesOf(again))
})
