import { expect, test } from 'vitest'
import { getUser } from '#/features/accounts/contract.ts'
import { purchase } from '#/features/checkout/contract.ts'
import { updateProfile } from '#/features/settings/contract.ts'
import { startSession } from '#/server/session.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, makeToken } from '#/test/make.ts'
import { checkImport } from './contract.ts'
import { club, csv, openExchange } from './exchange-fixture.ts'

const t = await startApp('2026-07-15T16:00:00Z')
const { owner, check, recheck, store, importAll } = await openExchange(t)

const playersLike = (pattern: string) =>
  t.db
    .selectFrom('players')
    .select(['name', 'phone', 'singles_level', 'gender', 'area', 'year_of_birth'])
    .where('email', 'like', pattern)
    .orderBy('email')
    .execute()

test('an email with two names in a file is a question, and the chosen name is stored', async () => {
  const text = csv([
    ['Name', 'Email', 'Phone'],
    ['Ann Lee', 'two@q1.example.com', '574 555 0100'],
    ['Bob Lee', 'TWO@q1.example.com', '574 555 0101'],
    ['Cy Lee', 'cy@q1.example.com', ''],
  ])
  const asked = await check('players', text)
  expect(asked.check).toMatchObject({
    counts: { new: 1, existing: 0, wrong: 0 },
    questions: [
      {
        key: 'name two@q1.example.com',
        title: 'The email two@q1.example.com has two names. Whose is it?',
        answer: null,
        options: [
          { value: 'line 2', label: 'Ann Lee' },
          { value: 'line 3', label: 'Bob Lee' },
          { value: 'different', label: 'These are different people' },
        ],
      },
    ],
  })
  expect(await store(asked.task_id)).toMatchObject({ status: 409, body: { code: 'import_open' } })
  // An answer that is no option, and a question of another file.
  const answers = { 'name two@q1.example.com': 'line 9', 'name cy@q1.example.com': 'different' }
  expect((await recheck(asked.task_id, { answers })).check?.questions).toMatchObject([{ answer: null }])

  const different = await recheck(asked.task_id, { answers: { 'name two@q1.example.com': 'different' } })
  expect(different.check).toMatchObject({
    counts: { new: 2, wrong: 1 },
    errors: [
      {
        line: 3,
        column: 'Email',
        problem: 'This is the email of Ann Lee. Please write a different one for Bob Lee.',
      },
    ],
  })
  expect(await store(different.task_id)).toMatchObject({ status: 409, body: { code: 'import_wrong' } })

  const bob = await recheck(asked.task_id, { answers: { 'name two@q1.example.com': 'line 3' } })
  expect(bob.check).toMatchObject({ counts: { new: 2, existing: 1, wrong: 0 }, questions: [{ answer: 'line 3' }] })
  expect(await store(bob.task_id)).toMatchObject({ task: { stored: { new: 2 } } })
  expect(await playersLike('%q1.example.com')).toMatchObject([
    { name: 'Bob Lee', phone: '+1 574 555 0101' },
    { name: 'Cy Lee', phone: null },
  ])
})

test('a name other than the account’s is a question, a spelling of it is not, and only who may change the name can choose the file’s', async () => {
  const ann = await makePlayer(t, { first_name: 'Ánn', last_name: 'O’Lee', email: 'ann@q2.example.com' })
  const rows = (name: string) =>
    csv([
      ['Name', 'Email'],
      [name, ann.email],
    ])
  expect((await check('players', rows("Ann O'Lee"))).check).toMatchObject({ counts: { existing: 1 }, questions: [] })

  const key = `name ${ann.email}`
  const asked = await check('players', rows('Ann Miller'))
  expect(asked.check?.questions).toMatchObject([
    { key, options: [{ value: 'account', label: 'Ánn O’Lee' }, { value: 'line 2' }, { value: 'different' }] },
  ])
  expect((await recheck(asked.task_id, { answers: { [key]: 'account' } })).check?.counts).toMatchObject({ existing: 1 })
  expect((await recheck(asked.task_id, { answers: { [key]: 'different' } })).check?.errors).toMatchObject([
    { line: 2, problem: 'This is the email of Ánn O’Lee. Please write a different one for Ann Miller.' },
  ])
  const stranger = await makeOrganizer(t, ['dc'])
  const theirs = await check('players', rows('Ann Miller'), stranger)
  expect(theirs.check?.questions[0]?.options.map(({ value }) => value)).toEqual(['account', 'different'])

  const renamed = await recheck(asked.task_id, { answers: { [key]: 'line 2' } })
  expect(renamed.check?.counts).toMatchObject({ changed: 1 })
  await store(renamed.task_id)
  expect(await playersLike(ann.email)).toMatchObject([{ name: 'Ann Miller', area: 'south-bend', singles_level: '3.5' }])
})

test('an update changes only what the file has, even if the player changes the rest meanwhile', async () => {
  const ann = await makePlayer(t, { first_name: 'Ann', last_name: 'Lee', email: 'ann@q14.example.com' })
  const { task_id } = await check(
    'players',
    csv([
      ['Name', 'Email', 'Level'],
      ['ANN LEE', ann.email, '4.0'],
    ]),
  )
  const again = await recheck(task_id, { update: true })
  await t.db.updateTable('players').set({ phone: '+1 574 555 0123' }).where('id', '=', ann.id).execute()
  await store(again.task_id)
  expect(await playersLike(ann.email)).toMatchObject([
    { name: 'ANN LEE', singles_level: '4.0', phone: '+1 574 555 0123', area: 'south-bend' },
  ])
})

test('a question that comes up after the check keeps the file from being imported', async () => {
  const { task_id } = await check(
    'players',
    csv([
      ['Name', 'Email'],
      ['Ann Lee', 'late@q3.example.com'],
    ]),
  )
  await makePlayer(t, { first_name: 'Zed', last_name: 'Roe', email: 'late@q3.example.com' })
  expect(await store(task_id)).toMatchObject({
    task: { state: 'failed', problem: expect.stringContaining('questions') },
  })
  expect(await playersLike('late@q3.example.com')).toMatchObject([{ name: 'Zed Roe' }])
})

test('two rows of a player with different details are wrong, and not the first one in silence', async () => {
  const found = await check(
    'players',
    csv([
      ['Name', 'Email', 'Phone'],
      ['Ann Lee', 'ann@q4.example.com', '574 555 0100'],
      ['Ann Lee', 'ann@q4.example.com', ''],
      ['Ann Lee', 'ann@q4.example.com', '574 555 0199'],
    ]),
  )
  expect(found.check).toMatchObject({
    counts: { new: 1, existing: 1, wrong: 1 },
    errors: [{ line: 4, problem: 'Line 2 has different details of this player. Please keep one of the two.' }],
  })
})

test('columns that are not read are named before anything is stored, blank ones are not', async () => {
  const { check: found } = await check(
    'players',
    csv([
      ['Name', 'Email', 'Date of birth', 'T-shirt', '', 'Empty'],
      ['Ann Lee', 'ann@q5.example.com', '1984-05-15', 'M', 'x', ''],
    ]),
  )
  expect(found).toMatchObject({ ignored: ['Date of birth', 'T-shirt', 'Column 5'], counts: { new: 1 } })
})

test.each([
  ['1984-05-15', 1984],
  ['15.05.1984', 1984],
  ['May 15, 1984', 1984],
  ['1984', 1984],
])('of the date of birth %s, the year is read where a division has an age group', async (typed, year) => {
  await t.db.updateTable('divisions').set({ age_from: 40 }).where('slug', '=', 'womens-singles-3-0').execute()
  const email = `born-${typed.replaceAll(/\W/g, '')}@q6.example.com`
  await importAll(
    'players',
    csv([
      ['Name', 'Email', 'DOB'],
      ['Ann Lee', email, typed],
    ]),
  )
  expect(await playersLike(email)).toMatchObject([{ year_of_birth: year }])
  await t.db.updateTable('divisions').set({ age_from: null }).where('slug', '=', 'womens-singles-3-0').execute()
})

test('a roster of name, email and phone goes in, however the cells are written, and the rest is asked later', async () => {
  const { check: found, task_id } = await check(
    'players',
    csv([
      ['Player', 'Email 1', 'Mobile number'],
      ['Moreno, Ada', 'mailto:ada@q7.example.com', '5745550100.0'],
      ['Bea Lind', '"Lind, Bea" <bea@q7.example.com>'.replaceAll('"', "'"), 'tel:+15745550101'],
      ['', 'Cy Ode <cy@q7.example.com>', '15745550102'],
    ]),
  )
  expect(found).toMatchObject({ errors: [], questions: [], ignored: [], incomplete: 3, counts: { new: 3 } })
  expect((await store(task_id)).status).toBe(201)
  expect(await playersLike('%q7.example.com')).toEqual(
    [
      ['Ada Moreno', '+1 574 555 0100'],
      ['Bea Lind', '+1 574 555 0101'],
      ['Cy Ode', '+1 574 555 0102'],
    ].map(([name, phone]) => ({
      name,
      phone,
      singles_level: null,
      gender: null,
      area: null,
      year_of_birth: null,
    })),
  )
  expect(
    (
      await check(
        'players',
        csv([
          ['Name', 'Email'],
          ['Ada Moreno', 'ada@q7.example.com'],
        ]),
      )
    ).check?.counts,
  ).toMatchObject({ existing: 1 })
})

test('a player of a roster keeps the imported phone, and completes the profile before buying', async () => {
  await importAll(
    'players',
    csv([
      ['Name', 'Email', 'Phone'],
      ['Ada Moreno', 'ada@q13.example.com', '574 555 0100'],
    ]),
  )
  const { id } = await t.db
    .selectFrom('players')
    .select('id')
    .where('email', '=', 'ada@q13.example.com')
    .executeTakeFirstOrThrow()
  const token = await startSession(t.db, id, t.clock.now())
  const { user } = (await t.call(getUser, { token })).body
  expect(user).toMatchObject({ profile_complete: false, phone: '+1 574 555 0100', singles_level: null, location: null })
  const order = {
    league_slug: 'fall',
    cart: [{ slug: 'womens-singles-3-5' }],
    price: 39,
    confirmationToken: await makeToken(t),
  }
  expect((await t.call(purchase, { token, body: order })).body).toMatchObject({ code: 'profile_incomplete' })
  const { first_name, last_name, email, phone } = user
  const body = {
    first_name,
    last_name,
    email,
    phone: phone ?? '',
    singles_level: '3.5',
    gender: 'Female',
    location: 'dc',
  } as const
  expect((await t.call(updateProfile, { token, body })).status).toBe(200)
  expect((await t.call(getUser, { token })).body.user).toMatchObject({ profile_complete: true, location: 'DC' })
  expect((await t.call(purchase, { token, body: { ...order, confirmationToken: await makeToken(t) } })).status).toBe(
    201,
  )
})

test('last name, first name, email, gender and phone go in, and a later file completes the profile', async () => {
  const head = ['Last Name', 'First Name', 'Email', 'Gender', 'Phone']
  const row = ['Moreno', 'Ada', 'ada@q8.example.com', 'F', '574 555 0100']
  await importAll('players', csv([head, row]))
  expect(await playersLike('ada@q8.example.com')).toMatchObject([{ gender: 'Female', area: null }])
  const text = csv([
    [...head, 'Grade', 'Suburb'],
    [...row.slice(0, 4), '', '3.5', 'South Bend'],
  ])
  const { task_id } = await check('players', text)
  const again = await recheck(task_id, { update: true })
  expect(again.check?.counts).toMatchObject({ changed: 1 })
  await store(again.task_id)
  expect(await playersLike('ada@q8.example.com')).toMatchObject([
    { phone: '+1 574 555 0100', singles_level: '3.5', gender: 'Female', area: 'south-bend' },
  ])
})

test('the area of a whole file is asked once, may be left to the players, and is known of an organizer with one', async () => {
  const row = (email: string) => ['Ann Lee', email, '574 555 0100', '3.5', 'F']
  const file = (email: string) => csv([['Name', 'Email', 'Phone', 'Level', 'Gender'], row(email)])
  const asked = await check('players', file('one@q9.example.com'))
  expect(asked.check).toMatchObject({ missing: [], counts: { new: 0 }, questions: [{ key: 'area', answer: null }] })
  const chosen = await recheck(asked.task_id, { answers: { area: 'dc' } })
  await store(chosen.task_id)
  const left = await check('players', file('two@q9.example.com'))
  await store((await recheck(left.task_id, { answers: { area: 'unknown' } })).task_id)
  const organizer = await makeOrganizer(t, ['dc'])
  const known = await check('players', file('x@q9.example.com'), organizer)
  expect(known.check).toMatchObject({ questions: [], incomplete: 0, counts: { new: 1 } })
  await store(known.task_id, organizer)
  expect((await playersLike('%q9.example.com')).map(({ area, phone }) => [area, phone])).toEqual([
    ['dc', '+1 574 555 0100'],
    [null, '+1 574 555 0100'],
    ['dc', '+1 574 555 0100'],
  ])
})

test('the season, division and area of a whole file are asked once', async () => {
  const { players, entries, emails, league, year } = club(2)
  await importAll('players', csv(players))
  await importAll('entries', csv(entries))
  const [ann = '', ben = ''] = emails
  const row = [`${year}-10-13`, ann, ben, '6-4 6-4']
  const asked = await check('results', csv([['Date', 'Winner', 'Loser', 'Score'], row]))
  expect(asked.check).toMatchObject({
    missing: [],
    questions: [{ key: 'area' }, { key: 'season' }, { key: 'division' }],
    counts: { new: 0 },
  })
  const optionOf = (key: string, label: string) =>
    asked.check?.questions.find((each) => each.key === key)?.options.find((each) => each.label === label)?.value ?? ''
  const answers = {
    area: 'south-bend',
    season: optionOf('season', `Fall ${year}`),
    division: optionOf('division', league[2] ?? ''),
  }
  const answered = await recheck(asked.task_id, { answers })
  expect(answered.check).toMatchObject({ errors: [], counts: { new: 1 } })
  expect(await store(answered.task_id)).toMatchObject({ task: { stored: { new: 1 } } })

  // A column of the file is not asked for, and an organizer of one area is not asked for the area.
  const organizer = await makeOrganizer(t, ['south-bend'])
  const some = csv([
    ['Season', 'Division', 'Date', 'Winner', 'Loser', 'Score'],
    [`Fall ${year}`, league[2] ?? '', ...row],
  ])
  expect((await check('results', some, organizer)).check).toMatchObject({ questions: [], counts: { existing: 1 } })
  const none = csv([
    ['Season', 'Division', 'Date', 'Winner', 'Loser', 'Score'],
    ['Fall', league[2] ?? '', ...row],
  ])
  expect((await check('results', none, organizer)).check).toMatchObject({ missing: ['Year'] })
})

test('an empty cell below the name of a league means the same league, as in merged cells', async () => {
  const { players, emails, league } = club(2)
  await importAll('players', csv(players))
  const text = csv([
    ['Season', 'Year', 'Division', 'Area', 'Player 1'],
    [...league, emails[0] ?? ''],
    ['', '', '', '', emails[1] ?? ''],
  ])
  expect((await check('entries', text)).check).toMatchObject({ errors: [], counts: { new: 2 } })
})

test('without a winner the score says who won, and what does not say it is wrong', async () => {
  const { players, entries, emails, league, year } = club(3)
  await importAll('players', csv(players))
  await importAll('entries', csv(entries))
  const [ann = '', ben = '', cat = ''] = players.slice(1).map((row) => row[1] ?? '')
  const head = ['Season', 'Year', 'Division', 'Area', 'Date', 'Home', 'Away', 'Score', 'Winner']
  const row = (day: number, ...cells: string[]) => [...league, `${year}-10-${day}`, ...cells]
  const { task_id, check: found } = await check(
    'results',
    csv([
      head,
      row(11, ann, ben, '6-4 6-4', ''),
      row(12, ann, ben, '4-6 6-3 7-10', ''),
      row(13, ben, cat, '2-6 1-2 ret', cat),
      row(14, `${cat.split(' ')[1]}, ${cat.split(' ')[0]}`, `Ann <${emails[0]}>`, '6-0 6-0', ''),
    ]),
  )
  expect(found).toMatchObject({ missing: [], errors: [] })
  expect(found?.preview.map((cells) => cells.slice(2, 6))).toEqual([
    [ann, ben, '6-4 6-4', ''],
    [ben, ann, '6-4 3-6 10-7', ''],
    [cat, ben, '6-2 2-1 ret.', 'Retired'],
    [cat, ann, '6-0 6-0', ''],
  ])
  expect(await store(task_id)).toMatchObject({ task: { stored: { new: 4 } } })
  const wrong = await check(
    'results',
    csv([
      head,
      row(21, ann, ben, '6-4 2-1 ret', ''),
      row(22, ann, ben, '', ''),
      row(23, ann, ben, '6-4 6-4', cat),
      row(24, ann, ann, '6-4 6-4', ''),
      row(25, ann, ben, '6-5 6-4', ''),
    ]),
  )
  expect(wrong.check?.errors.map(({ line, column }) => [line, column])).toEqual([
    [2, 'Score'],
    [3, 'Score'],
    [4, 'Winner'],
    [5, 'Away'],
    [6, 'Score'],
  ])
})

const mac = (text: string) => {
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [new TextDecoder('macintosh').decode(Uint8Array.of(byte)), byte]),
  )
  return Uint8Array.from(text, (character) => bytes.get(character) ?? 63)
}

test('letters that fit two encodings are asked about, and stored as chosen', async () => {
  const file = mac('Name,Email\nAda Lee,ada@q10.example.com\nJörg Böll,jo@q10.example.com\n')
  const asked = await check('players', file)
  expect(asked.check).toMatchObject({
    counts: { new: 0 },
    questions: [
      {
        key: 'encoding',
        title: 'How is line 3 spelled?',
        answer: null,
        options: [
          { value: 'Windows-1252', label: 'Jšrg, Bšll' },
          { value: 'Mac Roman', label: 'Jörg, Böll' },
        ],
      },
    ],
  })
  const answered = await recheck(asked.task_id, { answers: { encoding: 'Mac Roman' } })
  expect(answered.check).toMatchObject({ encoding: 'Mac Roman', counts: { new: 2 } })
  await store(answered.task_id)
  expect((await playersLike('jo@q10.example.com')).map(({ name }) => name)).toEqual(['Jörg Böll'])
})

test('a cell with letters that cannot be read is wrong', async () => {
  const file = new Uint8Array(Buffer.from('Name,Email\nZoë Kay,z@q11.example.com\nJosX Roe,j@q11.example.com\n'))
  file[file.indexOf('X'.charCodeAt(0))] = 0xe9
  expect((await check('players', file)).check).toMatchObject({
    encoding: 'UTF-8',
    counts: { new: 1, wrong: 1 },
    errors: [{ line: 3, column: 'Name', value: 'Jos\uFFFD Roe', problem: expect.stringContaining('cannot be read') }],
  })
})

test('an answer stays when the file is checked again with other columns', async () => {
  const asked = await check(
    'players',
    csv([
      ['Name', 'Email', 'Other'],
      ['Ann Lee', 'a@q12.example.com', ''],
      ['Bo Lee', 'a@q12.example.com', ''],
    ]),
  )
  const answered = await recheck(asked.task_id, { answers: { 'name a@q12.example.com': 'line 2' } })
  const body = { mapping: { name: 0, email: 1 }, update: false }
  const { task_id } = (await t.call(checkImport, { token: owner.token, params: { task_id: answered.task_id }, body }))
    .body
  await runJobs(t)
  expect(await store(task_id)).toMatchObject({ task: { stored: { new: 1, existing: 1 } } })
})
