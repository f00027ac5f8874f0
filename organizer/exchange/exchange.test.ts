import { sql } from 'kysely'
import { formatDay } from '#/contract/format.ts'
import { expect, test } from 'vitest'
import { listedLevels } from '#/contract/levels.ts'
import { enterPlayer } from '#/organizer/entries/contract.ts'
import { saveLevels } from '#/organizer/levels/contract.ts'
import { makeLeague } from '#/features/matches/score-fixture.ts'
import type { LeagueFormat } from '#/rules/formats/formats.ts'
import { listPurchases } from '#/features/checkout/contract.ts'
import { listResults } from '#/features/matches/contract.ts'
import { workTask } from '#/organizer/desk/tasks.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { startSession } from '#/server/session.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { listMiscounted } from '#/test/counts.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { checkImport, getExchangeTask, listExchangeTasks, storeImport } from './contract.ts'
import { club, csv, openExchange } from './exchange-fixture.ts'
import { workOnExport } from './export-jobs.ts'
import { workOnStore } from './import-jobs.ts'
import { sampleRows, type ImportKind } from './import-fields.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { changeOrganization, getOrganization } from '#/organizer/organization/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { makeFlights } from '#/organizer/schedule/flights-fixture.ts'
import { startExport } from '#/organizer/desk/contract.ts'

const t = await startApp('2026-07-15T16:00:00Z')
const { owner, taskOf, check, recheck, store, importAll, fileOf, exported } = await openExchange(t)

const countOf = async (table: 'players' | 'matches' | 'purchases') =>
  (
    await t.db
      .selectFrom(table)
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow()
  ).n

test('the sample files of players, entries and results can be imported in that order', async () => {
  const of = {
    season: 'Fall',
    division: "Women's Singles 3.5",
    area: 'South Bend',
    phone: '+1 574 555 0100',
    level: '3.5',
  }
  const sample = (kind: ImportKind) =>
    sampleRows(kind, of)
      .map((row) => row.map((cell) => `"${cell}"`).join(','))
      .join('\r\n')
  const before = t.emails.length
  expect(await importAll('players', sample('players'))).toMatchObject({ task: { stored: { new: 2 } } })
  expect(await importAll('entries', sample('entries'))).toMatchObject({
    task: { stored: { new: 2, leagues: [{ area: 'south-bend', season: 'fall', year: 2019 }] } },
  })
  expect(await importAll('results', sample('results'))).toMatchObject({ task: { stored: { new: 2 } } })
  await runJobs(t)
  expect(t.emails).toHaveLength(before)

  const { token } = owner
  const query = { area: 'south-bend', season: 'fall', year: 2019, division: 'womens-singles-3-5' }
  const standings = (await t.call(listStandings, { token, query })).body.players
  expect(standings.map(({ first_name, wins, losses, unconfirmed }) => [first_name, wins, losses, unconfirmed])).toEqual(
    [
      [expect.any(String), 1, 1, 0],
      [expect.any(String), 1, 1, 0],
    ],
  )
  const results = (await t.call(listResults, { token, query })).body.results
  expect(results.map(({ match_date, match_status, state }) => [match_date, match_status, state])).toEqual([
    ['2019/10/17', 'Retired', 'settled'],
    ['2019/10/03', null, 'settled'],
  ])
  expect((await t.call(listAuditLog, { token, query: { kind: 'import' } })).body.audit_entries[0]).toMatchObject({
    summary: 'Imported 2 results from club.csv',
  })
})

test('levels are imported by name, ratings also in other common forms, and exported by name', async () => {
  const before = listedLevels().map(({ key, name }) => ({ key, name }))
  const levels = [
    { name: 'Wall' },
    ...before.map(({ key, name }) => ({ key, name: key === '4.5' ? 'Very strong' : name })),
  ]
  expect((await t.call(saveLevels, { token: owner.token, body: { levels } })).status).toBe(200)
  const typed = ['wall', 'Very strong', 'NTRP 3,5', '4.5']
  const rows = typed.map((level, index) => [
    `lev-${index}@example.com`,
    `Lev Nr${'abcd'[index]}`,
    '574 555 0100',
    level,
    'F',
    'dc',
  ])
  const header = ['E-mail', 'Name', 'Phone', 'Level', 'Gender', 'City']
  expect(await importAll('players', csv([header, ...rows]))).toMatchObject({ task: { stored: { new: 4 } } })
  const stored = await t.db
    .selectFrom('players')
    .select('singles_level')
    .where('email', 'like', 'lev-%@example.com')
    .orderBy('email')
    .execute()
  expect(stored.map(({ singles_level }) => singles_level)).toEqual(['wall', '4.5', '3.5', '4.5'])
  const text = await exported({ kind: 'players', search: 'Lev Nr' })
  expect(text.match(/,(Wall|Very strong|3\.5),Female,DC,/g)).toHaveLength(4)
})

test('nothing is stored while a row is invalid, and each error has its line, column and sentence', async () => {
  const [players, other] = [await countOf('players'), club()]
  const wrong = csv([
    ...other.players,
    ['no-mail', 'Ann Lee', '574 555 0100', '3.5', 'F', 'South Bend'],
    ['a@example.com', 'Ann', '', '', '', ''],
    ['b@example.com', 'Ann Lee', '12', '9.9', 'x', 'Paris'],
    ['c@example.com', 'Ann Lee', '574 555 0100', 'B', '', ''],
  ])
  const { task_id, check: found } = await check('players', wrong)
  expect(found?.counts).toEqual({ rows: 7, new: 3, changed: 0, existing: 0, wrong: 4 })
  expect(found?.errors.map(({ line, column, value }) => [line, column, value])).toEqual([
    [5, 'E-mail', 'no-mail'],
    [6, 'Name', 'Ann'],
    [7, 'Phone', '12'],
    [7, 'Level', '9.9'],
    [7, 'Gender', 'x'],
    [7, 'City', 'Paris'],
    [8, 'Level', 'B'],
  ])
  const file = await fileOf(task_id)
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="errors-${task_id}.csv"`,
    'cache-control': 'no-store',
  })
  expect(file.body.trim().split('\r\n')).toHaveLength(8)
  expect(await store(task_id)).toMatchObject({ status: 409, body: { code: 'import_wrong' } })
  expect(await countOf('players')).toBe(players)
})

test('a long cell is shortened in the reply, and a very long one stops the check', async () => {
  const rows = (cell: string) =>
    csv([
      ['mail', 'first', 'last'],
      [cell, 'New', 'Name'],
    ])
  const long = await check('players', rows('x'.repeat(1_500)))
  expect(long.check?.errors).toMatchObject([{ line: 2, value: `${'x'.repeat(200)}…` }])
  // A cut at this length would be in the middle of an emoji.
  const cut = await check('players', rows(`${'x'.repeat(199)}🎾${'x'.repeat(99)}`))
  expect(cut.check?.errors).toMatchObject([{ line: 2, value: `${'x'.repeat(199)}…` }])
  const veryLong = await check('players', rows('x'.repeat(100_000)))
  expect(veryLong.task).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('line 2, column 1'),
    check: null,
  })
  expect(JSON.stringify(veryLong.task)).not.toContain('xxx')
})

test('a row with an existing email belongs to that player, who is updated only if the option is set', async () => {
  const player = await makePlayer(t, { first_name: 'Zoe', last_name: 'Name' })
  const rows = csv([
    ['mail', 'first', 'last'],
    [player.email.toUpperCase(), 'Zoë', 'Name'],
    [player.email, 'Zoë', 'Name'],
  ])
  const first = await check('players', rows)
  expect(first.check?.counts).toMatchObject({ new: 0, changed: 0, existing: 2 })
  const again = await recheck(first.task_id, { update: true })
  expect(again.check?.counts).toMatchObject({ new: 0, changed: 1, existing: 1 })
  await store(again.task_id)
  const names = t.db.selectFrom('players').select('first_name').where('id', '=', player.id)
  expect(await names.executeTakeFirst()).toEqual({ first_name: 'Zoë' })
  expect(
    (await t.call(listAuditLog, { token: owner.token, query: { kind: 'import' } })).body.audit_entries[0],
  ).toMatchObject({
    before: { [player.email.toUpperCase()]: { first_name: 'Zoe' } },
    after: { [player.email.toUpperCase()]: { first_name: 'Zoë' } },
  })
})

test('missing columns are listed, and can be chosen', async () => {
  const text = csv([
    ['A', 'B'],
    ['told@example.com', 'Told Person'],
  ])
  const { task_id, check: found } = await check('players', text)
  expect(found).toMatchObject({
    headers: ['A', 'B'],
    first: ['told@example.com', 'Told Person'],
    // The column of emails is known by its cells.
    missing: ['Name'],
  })
  const body = { mapping: { email: 0, name: 1 }, update: false }
  const again = (await t.call(checkImport, { token: owner.token, params: { task_id }, body })).body.task_id
  await runJobs(t)
  expect((await taskOf(again)).check).toMatchObject({
    missing: [],
    counts: { new: 1 },
    preview: [['Told Person', 'told@example.com', '', '', '', '', '', 'new']],
  })
})

test('entries create their past season, cost nothing, and already exist the second time', async () => {
  const { players, entries, emails, year } = club()
  await importAll('players', csv(players))
  const first = await check('entries', csv(entries))
  expect(first.check).toMatchObject({ counts: { new: 3 }, makes: [`The season Fall ${year}`, '1 league'] })
  await store(first.task_id)
  expect((await check('entries', csv(entries))).check?.counts).toMatchObject({ new: 0, existing: 3 })
  const { rows } = await sql<{ status: string; price_cents: number }>`
    select p.status, p.price_cents, p.taken_cents from purchases p join players w on w.id = p.player_id where w.email = any (${emails}::text[])`.execute(
    t.db,
  )
  expect(rows).toEqual(emails.map(() => ({ status: 'Confirmed', price_cents: 0, taken_cents: 0 })))
})

test('an entry in a future season, an unknown division or an unknown player is an error', async () => {
  const { email } = await makePlayer(t)
  const { check: found } = await check(
    'entries',
    csv([
      ['Season', 'Year', 'Division', 'Area', 'E-mail', 'Partner'],
      ['Fall', '2031', "Women's Singles 3.5", 'South Bend', email, ''],
      ['Spring', '2026', "Women's Singles 3.5", 'South Bend', email, ''],
      ['Fall', '9', 'Women’s Singles 7.0', 'Paris', email, ''],
      ['Fall', '2019', "Women's Singles 3.5", 'South Bend', 'nobody@example.com', ''],
      ['Fall', '2019', "Women's Singles 3.5", 'South Bend', email, owner.email],
      ['Fall', '2019', 'Mixed Doubles', 'South Bend', email, email],
    ]),
  )
  expect(found?.errors).toMatchObject([
    { line: 2, column: 'Year', problem: expect.stringContaining('has not started yet') },
    { line: 3, column: 'Year', problem: expect.stringContaining('There is no Spring 2026 yet') },
    { line: 4, column: 'Year' },
    { line: 4, column: 'Division' },
    { line: 4, column: 'Area' },
    { line: 5, column: 'E-mail', problem: expect.stringContaining('import the players first') },
    { line: 6, column: 'Partner', problem: expect.stringContaining('singles') },
    { line: 7, column: 'Partner', problem: expect.stringContaining('own email') },
  ])
})

const resultHead = ['Season', 'Year', 'Division', 'Area', 'Date', 'Winner', 'Opponent', 'Score', 'Status']

test('results are checked like those that players report', async () => {
  const { players, entries, emails, league, year } = club()
  await importAll('players', csv(players))
  await importAll('entries', csv(entries))
  const [ann = '', ben = ''] = emails
  const wrong: [row: string[], column: string, problem: RegExp][] = [
    [[`10/3/${year}`, ann, ben, '', ''], 'Score', /at least one set/],
    [[`10/3/${year}`, ann, ben, '6-5 6-0', ''], 'Score', /Set 1/],
    [[`10/3/${year}`, ann, ben, '4-6 4-6', ''], 'Score', /has won more sets/],
    [[`10/3/${year}`, ann, ben, 'six-four', ''], 'Score', /like 6-4/],
    [[`10/33/${year}`, ann, ben, '6-4 6-4', ''], 'Date', /as 2019-10-03/],
    [['2026-07-16', ann, ben, '6-4 6-4', ''], 'Date', /in the future/],
    [[`12/20/${year}`, ann, ben, '6-4 6-4', ''], 'Date', /is played from/],
    [[`10/3/${year}`, ann, ann, '6-4 6-4', ''], 'Opponent', /different players/],
    [[`10/3/${year}`, ann, owner.email, '6-4 6-4', ''], 'Opponent', /You play in this match/],
    [[`10/3/${year}`, ann, ben, '6-4 6-4', 'Rain'], 'Status', /Retired/],
    [[`10/3/${year}`, ann, ben, '4-Jun', ''], 'Score', /into a date. Was it 6-4/],
    [[`10/3/${year}`, ann, ben, '6-0 6-0', 'w.o.'], 'Score', /no sets|not played/i],
  ]
  const { check: found } = await check('results', csv([resultHead, ...wrong.map(([row]) => [...league, ...row])]))
  expect(found?.errors).toMatchObject(
    wrong.map(([, column, problem], index) => ({ line: index + 2, column, problem: expect.stringMatching(problem) })),
  )
})

test('results may have names, walkovers and ties, and may exist already; a different score on the same day is an error', async () => {
  const { players, entries, emails, league, year } = club()
  await importAll('players', csv(players))
  await importAll('entries', csv(entries))
  const [ann = '', ben = '', cat = ''] = players.slice(1).map((row) => row[1] ?? '')
  const rows = [
    resultHead,
    [...league, `${year}-10-01`, ann, ben.toUpperCase(), '6-4 4-6 10-7', ''],
    [...league, `${year}/10/2`, emails[2] ?? '', ann, '6-4 2-1 ret.', ''],
    [...league, `10/3/${year}`, ben, cat, '6-4 4-6', 'Match ended in a tie'],
    [...league, `10/14/${year.slice(2)}`, ben, cat, '', 'Opponent did not show'],
    [...league, `${year}-10-01`, ann, ben, '6-4 4-6 10-7', ''],
  ]
  expect(await importAll('results', csv(rows))).toMatchObject({ task: { stored: { new: 4, existing: 1 } } })
  const second = await check('results', csv([...rows, [...league, `${year}-10-01`, ben, ann, '6-0 6-0', '']]))
  expect(second.check?.counts).toMatchObject({ new: 0, existing: 5, wrong: 1 })
  const query = { area: 'south-bend', season: 'fall' as const, year: Number(year) }
  const results = (await t.call(listResults, { token: owner.token, query })).body.results
  expect(results.map(({ winner, match_status }) => [winner.name, match_status])).toEqual([
    [ben, 'Opponent did not show'],
    [ben, 'Match ended in a tie'],
    [cat, 'Retired'],
    [ann, null],
  ])

  const text = await exported({ kind: 'results', ...query })
  expect(text.split('\r\n')).toHaveLength(6)
  const back = await check('results', text)
  expect(back.check).toMatchObject({ errors: [], counts: { new: 0, existing: 4 } })
})

test('the export of tables includes each place’s flight', async () => {
  await makeFlights(t, owner.token, { season: 'fall', division: 'mens-singles-5-0' })
  const filter = { area: 'south-bend', season: 'fall', year: 2026, division: 'mens-singles-5-0' }
  const lines = (await exported({ kind: 'standings', ...filter })).trim().split('\r\n')
  const cells = lines.map((line) => line.split(','))
  const [head = []] = cells
  const columns = [head.indexOf('Flight'), head.indexOf('Rank')]
  expect(cells.slice(1).map((row) => columns.map((column) => row[column]))).toEqual([
    ['1', '1'],
    ['1', '2'],
    ['2', '1'],
    ['2', '2'],
  ])
})

test('an import that is started twice, or again after a crash, is stored once', async () => {
  const { players, entries, emails, league, year } = club(4)
  await importAll('players', csv(players))
  await importAll('entries', csv(entries))
  const rows = emails
    .slice(1)
    .map((email, index) => [...league, `${year}-10-0${index + 1}`, emails[0] ?? '', email, '6-4 6-4', ''])
  const before = await countOf('matches')
  const { task_id } = await check('results', csv([resultHead, ...rows]))
  const pressed = await Promise.all(
    Array.from({ length: 5 }, () => t.call(storeImport, { token: owner.token, params: { task_id } })),
  )
  expect(new Set(pressed.map(({ body }) => body.task_id)).size).toBe(1)
  const store_id = pressed[0]?.body.task_id ?? 0

  // The process dies when everything is written but not committed.
  const dying = { ...t.app, config: new Proxy(t.app.config, {}) }
  await expect(
    workTask(dying, store_id, {
      import_store: (app, task, progress, now) =>
        app.db.transaction().execute(async (tx) => {
          await workOnStore({ ...app, db: tx }, task, progress, now)
          throw new Error('killed')
        }),
    }),
  ).rejects.toThrow('killed')
  expect(await countOf('matches')).toBe(before)
  await runJobs(t)
  expect(await countOf('matches')).toBe(before + 3)
  expect(await listMiscounted(t.db)).toEqual([])
  expect(await taskOf(store_id)).toMatchObject({ state: 'done', stored: { new: 3 } })
  expect(await taskOf(task_id)).toMatchObject({ store_task_id: store_id })
  await t.db.updateTable('tasks').set({ state: 'running' }).where('id', '=', store_id).execute()
  await workTask(t.app, store_id, { import_store: workOnStore })
  expect(await countOf('matches')).toBe(before + 3)
  expect(await taskOf(store_id)).toMatchObject({ state: 'done', stored: { new: 3 } })
})

test('nothing is stored if a row became invalid after the check', async () => {
  const { players, entries, emails } = club()
  await importAll('players', csv(players))
  const { task_id } = await check('entries', csv(entries))
  await t.db
    .updateTable('players')
    .set({ email: `gone-${emails[1]}` })
    .where('email', '=', emails[1] ?? '')
    .execute()
  const before = await countOf('purchases')
  expect(await store(task_id)).toMatchObject({ task: { state: 'failed', problem: expect.stringContaining('Line 3') } })
  expect(await countOf('purchases')).toBe(before)
})

test('an export continues after the last part written, and follows its filters', async () => {
  const { players, entries, emails, year } = club()
  await importAll('players', csv(players))
  await importAll('entries', csv(entries))
  const body = { kind: 'entries', season: 'fall', year: Number(year) } as const
  const { task_id } = (await t.call(startExport, { token: owner.token, body })).body
  let calls = 0
  const dieAtSecond = async () => {
    calls += 1
    if (calls > 1) throw new Error('killed')
  }
  await expect(
    workTask(t.app, task_id, { export: (app, task, _progress, now) => workOnExport(app, task, dieAtSecond, now) }),
  ).rejects.toThrow('killed')
  expect((await fileOf(task_id)).json()).toMatchObject({ code: 'task_unfinished' })
  await runJobs(t)
  const { body: text } = await fileOf(task_id)
  expect(text.match(/\uFEFF/g)).toHaveLength(1)
  expect(emails.filter((email) => text.split(email).length === 2)).toEqual(emails)
  expect(text.trim().split('\r\n')).toHaveLength(4)
  expect((await t.call(listExchangeTasks, { token: owner.token })).body.tasks[0]).toMatchObject({
    id: task_id,
    what: expect.stringContaining(year),
    exported: { rows: 3 },
  })
})

test('exported players can be imported unchanged, and a name cannot act as a formula', async () => {
  const player = await makePlayer(t, { first_name: '=cmd()', last_name: '@Evil' })
  const text = await exported({ kind: 'players', search: player.email })
  expect(text).toContain("'=cmd(),'@Evil")
  const back = await check('players', text)
  expect(back.check).toMatchObject({ errors: [], counts: { existing: 1 } })
  expect(back.check?.preview[0]?.[0]).toBe('=cmd() @Evil')
  expect(await exported({ kind: 'payments', search: player.email })).toContain('Order,Date')
  expect((await t.call(listPurchases, { token: player.token })).body.total).toBe(0)
})

test('years of birth are imported and exported, an empty cell changes nothing, and the audit log contains no year', async () => {
  const header = ['E-mail', 'Name', 'Year of birth']
  const rowOf = (index: number, year: string) => [`born-${index}@example.com`, `Born Nr${'abcd'[index]}`, year]
  const years = async () =>
    (
      await t.db
        .selectFrom('players')
        .select('year_of_birth')
        .where('email', 'like', 'born-%@example.com')
        .orderBy('email')
        .execute()
    ).map(({ year_of_birth }) => year_of_birth)
  const wrong = await check(
    'players',
    csv([header, rowOf(0, '1899'), rowOf(1, '2027'), rowOf(2, '84'), rowOf(3, '1/5/84')]),
  )
  expect(wrong.check?.errors.map(({ line, column, value }) => [line, column, value])).toEqual([
    [2, 'Year of birth', '1899'],
    [3, 'Year of birth', '2027'],
    [4, 'Year of birth', '84'],
    [5, 'Year of birth', '1/5/84'],
  ])
  expect(await importAll('players', csv([header, rowOf(0, '1913'), rowOf(1, '')]))).toMatchObject({
    task: { stored: { new: 2 } },
  })
  expect(await years()).toEqual([1913, null])

  const update = async (rows: string[][]) => {
    const first = await check('players', csv([header, ...rows]))
    const again = await recheck(first.task_id, { update: true })
    await store(again.task_id)
    return again.check?.counts
  }
  expect(await update([rowOf(0, ''), rowOf(1, '')])).toMatchObject({ changed: 0, existing: 2 })
  expect(await update([rowOf(0, '1914'), rowOf(1, '1915')])).toMatchObject({ changed: 2 })
  expect(await years()).toEqual([1914, 1915])
  const { audit_entries } = (await t.call(listAuditLog, { token: owner.token, query: { kind: 'import' } })).body
  expect(audit_entries[0]).toMatchObject({ after: { 'born-0@example.com': { year_of_birth: 'changed' } } })
  expect(JSON.stringify(audit_entries)).not.toMatch(/191[345]/)

  const text = await exported({ kind: 'players', search: 'Born Nr' })
  expect(text).toMatch(/,Joined,Year of birth\r\n/)
  expect(text.match(/,191[45]\r\n/g)).toHaveLength(2)
  expect((await check('players', text)).check).toMatchObject({ errors: [], counts: { existing: 2 } })
})

test('somebody with one name is imported only where the file says so, and exported so that it can be imported again', async () => {
  const header = ['Email', 'Name', 'One name']
  const wrong = await check(
    'players',
    csv([
      header,
      ['cher@example.com', 'Cher', ''],
      ['cher@example.com', 'Cher', 'perhaps'],
      ['a@example.com', 'A\u200Bnn Lee', ''],
    ]),
  )
  expect(wrong.check?.errors.map(({ line, column, problem }) => [line, column, problem])).toEqual([
    [2, 'Name', 'Please enter a first and a last name, or yes under “One name”.'],
    [3, 'One name', 'Please write yes, or leave it blank.'],
    [4, 'Name', expect.stringContaining('invisible characters')],
  ])
  const rows = [
    ['cher@example.com', 'Cher', 'yes'],
    ['prince@example.com', 'Prince Rogers', 'Yes'],
  ]
  expect(await importAll('players', csv([header, ...rows]))).toMatchObject({ task: { stored: { new: 2 } } })
  const names = await t.db
    .selectFrom('players')
    .select(['name', 'last_name', 'one_name'])
    .where('email', 'in', ['cher@example.com', 'prince@example.com'])
    .orderBy('email')
    .execute()
  expect(names).toEqual([
    { name: 'Cher', last_name: '', one_name: true },
    { name: 'Prince Rogers', last_name: '', one_name: true },
  ])
  const text = await exported({ kind: 'players', search: 'cher@example.com' })
  expect(text).toContain('First name,Last name,One name,Email')
  expect(text).toContain('Cher,,yes,cher@example.com')
  expect((await check('players', text)).check).toMatchObject({ errors: [], counts: { existing: 1 } })
})

test('a file may have every gender that the organization asks for, and none if none is required', async () => {
  const header = ['Email', 'Name', 'Phone', 'Level', 'Gender', 'City']
  const rowOf = (index: number, gender: string) => [
    `asked-${index}@example.com`,
    `Asked Nr${'abcd'[index]}`,
    '+1 574 555 0100',
    '3.5',
    gender,
    'South Bend',
  ]
  const file = csv([header, rowOf(0, 'w'), rowOf(1, 'nonbinary'), rowOf(2, '')])
  const change = (body: object) => t.send(changeOrganization, { token: owner.token, body })
  const before = (await t.call(getOrganization, { token: owner.token })).body
  const genders = [...before.genders, { name: 'Nonbinary', women: true, men: true }]
  expect((await check('players', file)).check?.errors.map(({ line, column }) => [line, column])).toEqual([
    [3, 'Gender'],
  ])
  await change({ genders, gender_required: false })
  expect(await importAll('players', file)).toMatchObject({ task: { stored: { new: 3 } } })
  await change({ genders: before.genders, gender_required: true })
  const stored = await t.db
    .selectFrom('players')
    .select('gender')
    .where('email', 'like', 'asked-%@example.com')
    .orderBy('email')
    .execute()
  expect(stored.map(({ gender }) => gender)).toEqual(['Female', 'Nonbinary', null])
})

test('the export of payments has separate columns for cash', async () => {
  const player = await makePlayer(t)
  const { id: league_id } = await t.db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select('leagues.id')
    .where('leagues.area', '=', 'south-bend')
    .where('seasons.slug', '=', 'fall')
    .where('divisions.slug', '=', 'womens-singles-3-5')
    .executeTakeFirstOrThrow()
  const body = { league_id, email: player.email, amount: 20.5, reason: 'Paid at the courts' }
  expect((await t.call(enterPlayer, { token: owner.token, body })).status).toBe(201)
  const [headers = '', line = ''] = (await exported({ kind: 'payments', search: player.email })).trim().split('\r\n')
  expect(headers).toMatch(
    /,Price,Second division,Coupon,Discount,Taken,Refunded,Net,Cash,Cash returned,Tax,Tax rate,Tax included,Payment$/,
  )
  expect(line).toMatch(/,Confirmed,20\.50,0\.00,,0\.00,0\.00,0\.00,0\.00,20\.50,0\.00,,,0\.00,$/)
})

test('the export of standings has the flight, box, points and byes of leagues that have them', async () => {
  const makeTable = async (
    division: string,
    format: LeagueFormat | null,
    flights: readonly [number, number] | null,
  ) => {
    const { league_id, entry_ids } = await makeLeague(t, 2, { season: 'fall', division, area: 'indianapolis' })
    await sql`update leagues set format = ${format && JSON.stringify(format)}::jsonb where id = ${league_id}`.execute(
      t.db,
    )
    for (const [index, entry_id] of entry_ids.entries()) {
      const flight = flights?.[index] ?? null
      await sql`update standings set flight = ${flight} where league_id = ${league_id} and entry_id = ${entry_id}`.execute(
        t.db,
      )
    }
  }
  await makeTable('womens-singles-3-0', { kind: 'flights', size: 3 }, [1, 2])
  await makeTable('womens-singles-4-0', { kind: 'boxes', size: 3, rounds: 2, moves: 1 }, [2, 1])
  await makeTable('womens-singles-4-5', null, null)
  const read = async (given: { division?: string }) => {
    const filter = { area: 'indianapolis', season: 'fall', year: 2026, ...given } as const
    const lines = (await exported({ kind: 'standings', ...filter })).replace('\uFEFF', '').trim().split('\r\n')
    return lines.map((line) => line.split(',').slice(11).join())
  }
  expect(await read({ division: 'womens-singles-4-5' })).toEqual(['', '', ''])
  expect(await read({ division: 'womens-singles-3-0' })).toEqual(['Flight', '1', '2'])
  expect(await read({ division: 'womens-singles-4-0' })).toEqual(['Box', '1', '2'])
  expect(await read({})).toEqual(['Flight,Box', '1,', '2,', ',1', ',2', ',', ','])

  const points = await makeLeague(t, 2, { season: 'fall', division: 'womens-singles-5-0', area: 'indianapolis' })
  await sql`update standings set points = 7 - rank, byes = rank - 1 where league_id = ${points.league_id}`.execute(t.db)
  expect(await read({ division: 'womens-singles-5-0' })).toEqual(['Points,Byes', '6,0', '5,1'])
})

test('organizers import and export only their areas, and see only their own tasks', async () => {
  const organizer = await makeOrganizer(t, ['dc'])
  const { players, entries } = club()
  const mine = await check('players', csv(players), organizer)
  expect(mine.check?.errors.map(({ problem }) => problem)).toEqual(
    players.slice(1).map(() => 'You do not run the leagues of South Bend.'),
  )
  await importAll('players', csv(players))
  expect((await check('entries', csv(entries), organizer)).check?.counts.wrong).toBe(3)
  expect(
    (await t.call(startExport, { token: organizer.token, body: { kind: 'players', area: 'south-bend' } })).body.code,
  ).toBe('not_your_area')
  expect(await exported({ kind: 'players' }, organizer)).not.toContain('South Bend')
  const stranger = await makeOrganizer(t)
  for (const endpoint of [getExchangeTask, storeImport])
    expect((await t.call(endpoint, { token: stranger.token, params: { task_id: mine.task_id } })).status).toBe(404)
  const body = { mapping: {}, update: false }
  expect((await t.call(checkImport, { token: stranger.token, params: { task_id: mine.task_id }, body })).status).toBe(
    404,
  )
  expect((await fileOf(mine.task_id, stranger)).statusCode).toBe(404)
  expect((await t.call(listExchangeTasks, { token: stranger.token })).body.tasks).toEqual([])
})

test('a file cannot be downloaded after its organizer lost the area', async () => {
  const organizer = await makeOrganizer(t, ['dc', 'south-bend'])
  const { task_id } = (await t.call(startExport, { token: organizer.token, body: { kind: 'players' } })).body
  await runJobs(t)
  expect((await fileOf(task_id, organizer)).statusCode).toBe(200)
  await t.db.deleteFrom('organizer_areas').where('player_id', '=', organizer.id).where('area', '=', 'dc').execute()
  expect((await fileOf(task_id, organizer)).statusCode).toBe(404)
})

test('an account without an area can be changed by organizers of all areas, or by the one whose import opened it until its owner proves it', async () => {
  const organizer = await makeOrganizer(t, ['dc'])
  const profile = { phone: null, singles_level: null, gender: null, location: null }
  const nobodys = await makePlayer(t, { ...profile, first_name: 'Some', last_name: 'Body' })
  // One name in several spellings.
  const spellings = ['some', 'SOME', 'Somé', 'sóme', 'Söme', 'sòme', 'Sôme']
  const rowsOf = (email: string) => [
    ['E-mail', 'First name', 'Last name'],
    [email, spellings.pop() ?? '', 'Body'],
  ]
  const update = async (by: TestPlayer, { email }: { email: string } = nobodys) => {
    const { task_id } = await check('players', csv(rowsOf(email)), by)
    return (await recheck(task_id, { update: true }, by)).check?.counts
  }
  expect(await update(organizer)).toMatchObject({ changed: 0, wrong: 1 })
  expect(await update(owner)).toMatchObject({ changed: 1, wrong: 0 })
  const entries = csv([
    ['Season', 'Year', 'Division', 'Area', 'E-mail'],
    ['Fall', '2009', "Women's Singles 3.5", 'DC', nobodys.email],
  ])
  await importAll('entries', entries)
  // An owner's import does not enter people with accounts without asking them.
  expect(await update(organizer)).toMatchObject({ changed: 0, wrong: 1 })
  const draft = { email: 'draft.of.dc@example.com' }
  const { task_id } = await check('players', csv(rowsOf(draft.email)), organizer)
  expect((await store(task_id, organizer)).status).toBe(201)
  expect(await update(organizer, draft)).toMatchObject({ changed: 1, wrong: 0 })
  await t.db.updateTable('players').set({ email_verified_at: t.clock.now() }).where('email', '=', draft.email).execute()
  expect(await update(organizer, draft)).toMatchObject({ changed: 0, wrong: 1 })
})

test('nothing is stored if a match changed during the check', async () => {
  const { players, entries, emails, league, year } = club(2)
  await importAll('players', csv(players))
  await importAll('entries', csv(entries))
  const found = await t.db
    .selectFrom('entry_players')
    .innerJoin('players', 'players.id', 'entry_players.player_id')
    .select(['entry_players.entry_id', 'entry_players.league_id'])
    .where('players.email', 'in', emails)
    .orderBy('entry_players.entry_id')
    .execute()
  const [one, two] = found as [(typeof found)[0], (typeof found)[0]]
  const { id: match_id } = await t.db
    .insertInto('matches')
    .values({
      league_id: one.league_id,
      area: 'south-bend',
      entry_one_id: one.entry_id,
      entry_two_id: two.entry_id,
      match_date: `${year}-10-01`,
      created_at: t.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = [...league, `${year}-10-01`, emails[0] ?? '', emails[1] ?? '', '6-4 6-4', '']
  const { task_id } = await check('results', csv([resultHead, row]))
  const pressed = await t.call(storeImport, { token: owner.token, params: { task_id } })

  const { promise: waits, resolve: goOn } = Promise.withResolvers<void>()
  const reporting = t.db.transaction().execute(async (tx) => {
    await lockLeague(tx, one.league_id)
    await tx.updateTable('matches').set({ canceled_at: t.clock.now() }).where('id', '=', match_id).execute()
    await waits
  })
  const storing = runJobs(t)
  const waiting = sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(t.db)).rows[0]?.n).toBe(1)
  goOn()
  await Promise.all([reporting, storing])
  expect(await taskOf(pressed.body.task_id)).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('changed'),
  })
  expect(await t.db.selectFrom('scores').select('id').where('match_id', '=', match_id).execute()).toEqual([])
})

test('a file that is not a table is refused with a sentence', async () => {
  expect((await check('players', 'a\0b')).task).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('neither an Excel workbook'),
  })
})

test('importing, exporting and downloading need a sign-in within the last ten minutes', async () => {
  const organizer = await makeOrganizer(t)
  const { task_id } = (await t.call(startExport, { token: organizer.token, body: { kind: 'players' } })).body
  const checked = await check('players', csv(club().players), organizer)
  await runJobs(t)
  expect((await fileOf(task_id, organizer)).statusCode).toBe(200)

  const reauthenticated_at = new Date(t.clock.now().getTime() - 601_000)
  await t.db.updateTable('sessions').set({ reauthenticated_at }).where('player_id', '=', organizer.id).execute()
  const { token } = organizer
  const stale = { status: 403, body: { code: 'sign_in_again' } }
  expect(await t.call(startExport, { token, body: { kind: 'players' } })).toMatchObject(stale)
  expect(await t.call(storeImport, { token, params: { task_id: checked.task_id } })).toMatchObject(stale)
  expect((await fileOf(task_id, organizer)).statusCode).toBe(403)
})

test('results outside the days of their season are refused, as in the form', async () => {
  const { emails, players, entries, league, year } = club()
  await importAll('players', csv(players))
  await importAll('entries', csv(entries))
  const row = (date: string) => [...league, date, emails[0] ?? '', emails[1] ?? '', '6-2 6-2']
  const head = ['Season', 'Year', 'Division', 'Area', 'Date', 'Winner', 'Opponent', 'Score']
  const days = ['1999-10-03', '2001-01-01', `${year}-09-21`, `${Number(year) + 1}-02-01`]
  const found = await check('results', csv([head, ...days.map(row)]))
  const outside = `Fall ${year} is played from ${formatDay(`${year}-09-22`)} to ${formatDay(`${year}-11-29`)}.`
  const ahead = 'Before the first day of a season a match counts only from the day on which both players had joined.'
  expect(found.check?.counts).toMatchObject({ new: 0, wrong: days.length })
  expect(found.check?.errors.map(({ column, problem }) => [column, problem])).toEqual(
    days.map((day) => ['Date', day === `${year}-09-21` ? ahead : outside]),
  )
})

test('the file decides the order of day and month, by a day above 12 or by dots; otherwise the organizer is asked once', async () => {
  const { emails, players, entries, league, year } = club()
  await importAll('players', csv(players))
  await importAll('entries', csv(entries))
  const [ada, bea, cat] = [emails[0] ?? '', emails[1] ?? '', emails[2] ?? '']
  const head = ['Season', 'Year', 'Division', 'Area', 'Date', 'Winner', 'Opponent', 'Score']
  const daysOf = (read: { check: { preview: string[][] } | null }) => read.check?.preview.map((cells) => cells[1])
  const file = (...dates: string[]) =>
    csv([head, ...dates.map((date, index) => [...league, date, ada, index === 0 ? bea : cat, '6-2 6-2'])])

  const dotted = await check('results', file(`3.10.${year}`, `4.10.${year}`))
  expect(daysOf(dotted)).toEqual([`${year}-10-03`, `${year}-10-04`])
  const decided = await check('results', file(`10/3/${year}`, `10/13/${year}`))
  expect(daysOf(decided)).toEqual([`${year}-10-03`, `${year}-10-13`])

  const asked = await check('results', file(`3/10/${year}`, `5/10/${year}`))
  expect(asked.check).toMatchObject({
    questions: [
      {
        key: 'dates',
        answer: null,
        options: [
          { value: 'day-first', note: `3/10/${year} is ${formatDay(`${year}-10-03`)}` },
          { value: 'month-first', note: `3/10/${year} is ${formatDay(`${year}-03-10`)}` },
        ],
      },
    ],
    counts: { new: 0, wrong: 0 },
    preview: [],
  })
  expect(await store(asked.task_id)).toMatchObject({ status: 409, body: { code: 'import_open' } })
  const { task_id } = await recheck(asked.task_id, { answers: { dates: 'day-first' } })
  expect(daysOf(await taskOf(task_id))).toEqual([`${year}-10-03`, `${year}-10-05`])
  expect(await store(task_id)).toMatchObject({ task: { stored: { new: 2 } } })
  const query = { area: 'south-bend', season: 'fall' as const, year: Number(year) }
  const { results } = (await t.call(listResults, { token: owner.token, query })).body
  expect(results.map(({ match_date }) => match_date)).toEqual([`${year}/10/05`, `${year}/10/03`])
})

test('history can be completed for a day after its results; then its league is sealed and takes no more', async () => {
  const { players, entries, league, emails, year } = club()
  const [ann = '', ben = '', cat = ''] = emails
  const row = (date: string, winner: string) => [...league, `${year}-${date}`, winner, ben, '6-4 6-4', '']
  await importAll('players', csv(players))
  await importAll('entries', csv(entries))
  await importAll('results', csv([resultHead, row('10-10', ann)]))
  await importAll('results', csv([resultHead, row('10-10', ann), row('10-11', ann)]))
  const start = t.clock.now()
  t.clock.set(new Date(start.getTime() + 25 * 3_600_000).toISOString())
  owner.token = await startSession(t.db, owner.id, t.clock.now())
  const late = await check('results', csv([resultHead, row('10-10', ann), row('10-12', cat)]))
  expect(late.check?.counts).toMatchObject({ new: 0, existing: 1, wrong: 1 })
  expect(late.check?.errors.map(({ problem }) => problem)).toEqual([
    'The season is over and its table is final. Please enter this result under Matches, with a reason.',
  ])
  t.clock.set(start.toISOString())
  owner.token = await startSession(t.db, owner.id, start)
})
