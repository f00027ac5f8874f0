import { expect, test } from 'vitest'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { makeOrganizer } from '#/test/make.ts'
import { checkImport, getImportRest, startImport, undoImport } from './contract.ts'
import { club, csv, openExchange } from './exchange-fixture.ts'
import type { ImportKind } from './import-fields.ts'
import * as messy from './messy-fixture.ts'

const t = await startApp('2026-07-15T16:00:00Z')
const { owner, taskOf, check, store, recheck } = await openExchange(t)
const { token } = owner

type Choices = Omit<Parameters<typeof recheck>[1], 'update'>

/** Checks a file, with the choices of one page, imports it, and returns what was stored. */
async function bring(kind: ImportKind, bytes: Uint8Array<ArrayBuffer>, choices: Choices = {}) {
  const first = await check(kind, bytes)
  expect(first.task.problem).toBe(null)
  const { task_id, check: found } = Object.keys(choices).length > 0 ? await recheck(first.task_id, choices) : first
  expect({ errors: found?.errors, missing: found?.missing }).toEqual({ errors: [], missing: [] })
  expect(found?.questions.filter(({ answer }) => answer === null)).toEqual([])
  const stored = await store(task_id)
  expect(stored).toMatchObject({ status: 201, task: { problem: null } })
  return { task_id, found, stored: 'task' in stored ? stored.task.stored : null }
}

const restOf = (task_id: number, by = token) =>
  t.server.inject({
    url: `/api${getImportRest.path.replace('{task_id}', String(task_id))}`,
    headers: { authorization: `Bearer ${by}` },
  })

const southBend = { answers: { area: 'south-bend' } }

test('the eight files of a club go in completely, each with one page of choices', async () => {
  const grades = { values: { level: { 'B Grade': '3.5' }, area: { Indy: 'Indianapolis' } } }
  expect((await bring('players', await messy.clubWorkbook(), southBend)).stored).toMatchObject({ new: 8 })
  expect((await bring('players', messy.gradeList(), grades)).stored).toMatchObject({ new: 8 })
  expect((await bring('players', messy.suburbList())).stored).toMatchObject({ new: 8 })
  const snap = await bring('players', messy.teamSnap())
  expect(snap).toMatchObject({ found: { source: 'TeamSnap' }, stored: { new: 8 } })

  const entered = await bring('entries', messy.entriesByName())
  expect(entered.found).toMatchObject({ head_line: 2, makes: ['The season Summer Smash 2025', '2 leagues'] })
  expect(entered.found?.set_aside).toEqual([{ line: 9, text: 'Total, 6', why: 'total' }])
  expect(entered.stored).toMatchObject({ new: 6 })

  const smash = { season: 'Summer Smash 2025', division: "Women's Singles 3.5", area: 'South Bend' }
  const results = await bring('results', messy.resultsUnderTitle(), { constants: smash, dates: 'day-first' })
  expect(results.stored).toMatchObject({ new: 6 })
  const query = { area: 'south-bend', season: 'summer-smash', year: 2025, division: 'womens-singles-3-5' }
  const { players } = (await t.call(listStandings, { token, query })).body
  expect(players.map(({ first_name, wins, losses }) => [first_name, wins, losses])).toEqual([
    ['Ana', 3, 0],
    ['Aea', 2, 1],
    ['Aia', 1, 2],
    ['Aora', 0, 3],
  ])

  const cup = await bring('results', await messy.resultsWorkbook())
  expect(cup.found?.makes).toEqual(['The season Autumn Cup 2025', '1 league', '3 entries'])
  expect(cup.stored).toMatchObject({ new: 3 })
  const constants = { ...smash, season: 'Winter Ladder', year: 2025, date: '2025-12-01' }
  expect((await bring('results', messy.roundRobin(), { constants })).stored).toMatchObject({ new: 4 })
})

test('43 players with 36 kinds of trouble go in completely', async () => {
  const first = await check('players', messy.messySet())
  expect(first.check).toMatchObject({ head_line: 5, counts: { rows: 44 } })
  expect(first.check?.set_aside.map(({ why }) => why)).toEqual(['heading', 'total', 'total'])
  // Three values that the product does not know, each once, with the values that it does know.
  expect(first.check?.groups.map(({ field, value, count }) => [field, value, count])).toEqual([
    ['area', 'Indy', 2],
    ['level', 'B', 1],
    ['gender', 'Ladies', 1],
    ['area', 'Washington', 1],
  ])
  expect(first.check?.choices).toMatchObject({ area: expect.arrayContaining(['Indianapolis']) })
  const values = {
    area: { indy: 'Indianapolis', Washington: 'DC' },
    level: { B: '3.5' },
    gender: { Ladies: 'Female' },
  }
  const { found, stored } = await bring('players', messy.messySet(), { values })
  expect(stored).toMatchObject({ new: 43, left_out: 0 })
  expect(found?.counts).toMatchObject({ new: 43, existing: 1, wrong: 0 })
})

const broken = new TextEncoder().encode(
  ['Name,Email,Phone,Area', 'Good One,good-one@rest.example,,', 'Bad One,bad-one@,,', '=1+1,,12,Paris'].join('\n'),
)

test('the good rows are taken and the rest is a file that can be corrected and imported', async () => {
  const first = await check('players', broken)
  expect(first.check?.counts).toMatchObject({ new: 1, wrong: 2 })
  expect((await store(first.task_id)).status).toBe(409)
  const good = await recheck(first.task_id, { take: 'good' })
  const { body } = await restOf(good.task_id)
  expect(String(body)).toMatch(/Name,Email,Phone,Area,Problem\r\nBad One,bad-one@,,,Email: .*\r\n'=1\+1,,12,Paris,/)
  const stored = await store(good.task_id)
  expect(stored).toMatchObject({ task: { stored: { new: 1, left_out: 2 } } })
  const store_id = 'task' in stored ? stored.task.id : 0
  expect((await restOf(store_id)).statusCode).toBe(200)

  const rest = await check('players', new TextEncoder().encode(String(body)))
  const cells = [
    { line: 2, column: 'Email', value: 'bad-one@rest.example' },
    { line: 3, column: 'name', value: 'Sum One' },
    { line: 3, column: 2, value: '' },
    { line: 3, column: 'Area', value: 'DC' },
  ]
  expect(rest.check?.wrong.map(({ line }) => line)).toEqual([2, 3])
  const fixed = await recheck(rest.task_id, { cells })
  expect(fixed.check).toMatchObject({ errors: [], counts: { new: 2, wrong: 0 } })
  expect(await store(fixed.task_id)).toMatchObject({ task: { stored: { new: 2 } } })
})

test('a file without wrong rows has no rest, and another organizer sees neither it nor the import', async () => {
  const { task_id } = await check('players', new TextEncoder().encode('Name,Email\nAl Lone,al-lone@rest.example'))
  const params = { task_id }
  expect((await restOf(task_id)).json()).toMatchObject({ code: 'import_all_good' })
  const other = await makeOrganizer(t, ['dc'])
  expect((await restOf(task_id, other.token)).statusCode).toBe(404)
  expect((await t.call(undoImport, { token: other.token, params, body: { reason: 'x' } })).status).toBe(404)
  // Nothing was stored yet.
  expect((await t.call(undoImport, { token, params, body: { reason: 'x' } })).status).toBe(404)
})

test('an import is taken back as a whole, once, and not after something was built on it', async () => {
  const undo = (task_id: number) => t.call(undoImport, { token, params: { task_id }, body: { reason: 'Wrong file' } })
  const names = ['Una Done', 'Uma Done', 'Ula Done']
  const players = await bring(
    'players',
    new TextEncoder().encode(['Name,Area', ...names.map((n) => `${n},DC`)].join('\n')),
  )
  const league = "Undone Open 2024,Women's Singles 4.0,DC"
  const row = (day: number, winner = '', loser = '') => `${league},2024-05-0${day},${winner},${loser},6-1 6-1`
  const file = ['Season,Division,Area,Date,Winner,Loser,Score', row(1, names[0], names[1]), row(2, names[1], names[2])]
  const results = await bring('results', new TextEncoder().encode(file.join('\n')))
  expect(await undo(players.task_id)).toMatchObject({ status: 409, body: { code: 'import_in_use' } })

  const twice = await Promise.all([undo(results.task_id), undo(results.task_id)])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await taskOf(results.task_id)).undone).toBe(true)
  const seasons = await t.db.selectFrom('seasons').select('id').where('name', '=', 'Undone Open').execute()
  expect(seasons).toEqual([])
  expect(await undo(players.task_id)).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining('3 players') },
  })
  expect(await t.db.selectFrom('players').select('id').where('name', 'in', names).execute()).toEqual([])
  const audit = (await t.call(listAuditLog, { token, query: { kind: 'undo_import' } })).body.audit_entries
  expect(audit.map(({ reason }) => reason)).toEqual(['Wrong file', 'Wrong file'])
  // The same file can be imported once more.
  expect(
    (await bring('players', new TextEncoder().encode(`Name\n${names.join('\n')}`), southBend)).stored,
  ).toMatchObject({ new: 3 })
})

test('matches to come get their day, time and court, and an undo takes these back', async () => {
  const { players, entries, league } = club(3)
  const thisYear = (rows: string[][]) =>
    rows.map((row) => row.map((cell) => (cell === league[0] ? 'Summer 1' : cell === league[1] ? '2026' : cell)))
  await bring('players', new TextEncoder().encode(csv(players)))
  await bring('entries', new TextEncoder().encode(csv(thisYear(entries))))
  const [one = '', two = '', three = ''] = players.slice(1).map((row) => row[1] ?? '')
  const head = ['Season', 'Year', 'Division', 'Area', 'Day', 'Time', 'Court', 'Home', 'Away', 'Score']
  const own = ['Summer 1', '2026', league[2] ?? '', league[3] ?? '']
  const file = new TextEncoder().encode(
    csv([
      head,
      [...own, '2026-07-20', '7:30 pm', 'Court 2', one, two, ''],
      [...own, '2026-07-21', '', '', two, three, ''],
      [...own, '2026-07-15', '', 'Court 1', one, three, '6-1 6-1'],
    ]),
  )
  const { task_id, found } = await bring('results', file)
  expect(found?.preview.map((row) => row.slice(1))).toMatchObject([
    ['2026-07-20', one, two, '19:30', 'to be played', 'new'],
    ['2026-07-21', two, three, '', 'to be played', 'new'],
    ['2026-07-15', one, three, '6-1 6-1', '', 'new'],
  ])
  const arranged = async () =>
    (
      await t.db
        .selectFrom('matches')
        .innerJoin('entry_players', 'entry_players.entry_id', 'matches.entry_one_id')
        .innerJoin('players', 'players.id', 'entry_players.player_id')
        .select(['match_date', 'match_time', 'match_location', 'score_id'])
        .where('players.name', 'in', [one, two, three])
        .orderBy('match_date')
        .execute()
    ).map((match) => [match.match_date, match.match_time, match.match_location, match.score_id !== null])
  expect(await arranged()).toEqual([
    ['2026-07-15', null, expect.anything(), true],
    ['2026-07-20', '19:30:00', 'Court 2', false],
    ['2026-07-21', null, 'South Bend', false],
  ])
  expect((await check('results', file)).check?.counts).toMatchObject({ new: 0, existing: 3 })
  const body = { reason: 'Rain' }
  expect((await t.call(undoImport, { token, params: { task_id }, body })).status).toBe(200)
  expect(await arranged()).toEqual([])
})

test('a table is pasted as text, in a form or as JSON, and a blank is refused where the organizer wants none', async () => {
  const pasted = 'Name\tE-mail\tPhone\nPia Sted\tpia@paste.example\t\n'
  const sent = (await t.send(startImport, { token, body: { kind: 'players', text: pasted } } as never)) as {
    status: number
    body: { task_id: number }
  }
  expect(sent.status).toBe(201)
  await runJobs(t)
  const { task_id } = sent.body
  expect(await taskOf(task_id)).toMatchObject({
    file_name: 'Pasted table',
    check: { counts: { new: 1 }, delimiter: '\t' },
  })
  const strict = await recheck(task_id, { blanks: 'refuse' })
  expect(strict.check?.errors).toMatchObject([{ line: 2, column: 'Phone', field: 'phone' }])
  expect((await t.send(startImport, { token, body: { kind: 'players' } } as never)).status).toBe(422)
})

test('dates with two readings are shown both ways, and the choice counts for the whole file', async () => {
  const file = "Season,Division,Area,Date,Winner,Loser,Score\nFall 2025,Men's Singles 3.5,DC,3/10/25,a b,c d,6-1 6-1"
  const first = await check('results', new TextEncoder().encode(file))
  expect(first.check?.ambiguous_date).toMatchObject({
    text: '3/10/25',
    day_first: expect.stringContaining('Oct 3'),
    month_first: expect.stringContaining('Mar 10'),
  })
  const chosen = await recheck(first.task_id, { dates: 'day-first' })
  expect(chosen.check?.questions.filter(({ key }) => key === 'dates')).toEqual([])
  const { body } = await t.call(checkImport, {
    token,
    params: { task_id: first.task_id },
    body: { dates: 'day-first' },
  })
  expect(body.task_id).toBeGreaterThan(chosen.task_id)
})

test('50 MB are refused before they are read, as a file and as text', async () => {
  const form = new FormData()
  form.set('kind', 'players')
  form.set('file', new File([new Uint8Array(50_000_000)], 'club.xlsx'))
  const request = new Request('http://deuce', { method: 'POST', body: form })
  const answer = await t.server.inject({
    method: 'POST',
    url: `/api${startImport.path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([413, { code: 'file_too_large' }])
  const text = 'x'.repeat(50_000_000)
  expect((await t.send(startImport, { token, body: { kind: 'players', text } })).status).toBe(413)
})
