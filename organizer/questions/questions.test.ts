import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { RefusalBody } from '#/contract/refusals.ts'
import { claimFreeSeason, purchase } from '#/features/checkout/contract.ts'
import { purchaseAsGuest } from '#/features/checkout/guest-contract.ts'
import { acceptAsNewPlayer, acceptInvitation, readInvitation } from '#/features/pairs/contract.ts'
import { makeInvitationLink } from '#/features/pairs/invitation-fixture.ts'
import { getAnswers, giveAnswers } from '#/features/questions/contract.ts'
import { listSeasons } from '#/features/seasons/contract.ts'
import { openSeasons } from '#/features/seasons/jobs.ts'
import { deleteAccount, exportData } from '#/features/settings/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { startExport } from '#/organizer/desk/contract.ts'
import { getOrganizerEntry } from '#/organizer/entries/contract.ts'
import { createSeason, deleteSeason, getOrganizerSeason, rollOverSeason } from '#/organizer/seasons/contract.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { cards, makeOrganizer, makePlayer, makeToken, password, type TestPlayer } from '#/test/make.ts'
import { listOrganizerQuestions, saveQuestions } from './contract.ts'

const t = await startApp()
const owner = await makeOrganizer(t)
const { token } = owner

type Answer = { status: number; body: RefusalBody & { data: { order_id: string } } }
type Questions = Parameters<typeof t.call<typeof saveQuestions>>[1]['body']['questions']

const seasonOf = async (slug: string) => {
  const { body } = await t.call(listSeasons, {})
  const season = body.items.find((each) => each.slug === slug)
  if (!season) throw new Error(`There is no season ${slug}.`)
  return season
}
const save = (season_id: number, questions: Questions, version?: string) =>
  t.call(saveQuestions, { token, params: { id: season_id }, body: { questions, version } })

const order = { league_slug: 'fall', league_name: 'Fall', cart: [{ slug: 'womens-singles-3-5' }], price: 39 }
const person = {
  first_name: 'Ada',
  last_name: 'Moreno',
  phone: '+1 574 555 0101',
  singles_level: '3.5',
  gender: 'Female',
  location: 'South Bend',
}
const buy = async (player: TestPlayer, given: object = {}) =>
  t.send(purchase, {
    token: player.token,
    body: { ...order, confirmationToken: await makeToken(t), ...given },
  }) as Promise<Answer>

let fall = 0
let size = 0
let balls = 0
let years = 0

beforeAll(async () => {
  fall = (await seasonOf('fall')).id
  const { body } = await save(fall, [
    { kind: 'choice', label: 'Size of your T-shirt', choices: ['S', 'M', 'L'], required: true },
    { kind: 'yes_no', label: 'Can you bring balls?' },
    { kind: 'number', label: 'Years of tennis', required: true },
    { kind: 'text', label: 'Anything else?' },
  ])
  ;[size, balls, years] = body.questions.map(({ id }) => id) as [number, number, number]
})
const answers = () => [
  { question_id: size, answer: 'M' },
  { question_id: years, answer: 12 },
]

test('a season lists its questions in order, and other seasons ask nothing', async () => {
  expect((await seasonOf('fall')).questions).toMatchObject([
    { id: size, kind: 'choice', label: 'Size of your T-shirt', choices: ['S', 'M', 'L'], required: true },
    { id: balls, kind: 'yes_no', choices: [], required: false },
    { id: years, kind: 'number', required: true },
    { kind: 'text', label: 'Anything else?' },
  ])
  expect((await seasonOf('winter')).questions).toEqual([])
  expect((await buy(await makePlayer(t), { league_slug: 'winter', league_name: 'Winter' })).status).toBe(201)
})

test('an order without the answers is refused at each question and charges nothing; once answered, they are not asked again', async () => {
  const player = await makePlayer(t)
  const refused = await buy(player)
  expect(refused.status).toBe(422)
  expect(Object.keys(refused.body.fields ?? {})).toEqual([`answers.${size}`, `answers.${years}`])
  expect(
    (
      await buy(player, {
        answers: [
          { question_id: size, answer: 'XXL' },
          { question_id: years, answer: 'many' },
        ],
      })
    ).body.fields,
  ).toEqual({
    [`answers.${size}`]: 'Please choose one from the list.',
    [`answers.${years}`]: 'Please enter a number.',
  })
  expect(await t.db.selectFrom('orders').select('id').where('player_id', '=', player.id).execute()).toEqual([])
  expect((await buy(player, { answers: answers() })).status).toBe(201)
  expect((await t.call(getAnswers, { token: player.token, params: { id: fall } })).body.answers).toEqual([
    { question_id: size, answer: 'M' },
    { question_id: years, answer: '12' },
  ])
  expect((await buy(player, { cart: [{ slug: 'womens-singles-4-0' }] })).status).toBe(201)
})

test('answers can be given before the order, and changed', async () => {
  const player = await makePlayer(t)
  const give = (given: object[]) =>
    t.send(giveAnswers, {
      path: `/users/seasons/${fall}/answers`,
      token: player.token,
      body: { answers: given },
    }) as Promise<Answer>
  expect((await give([{ question_id: size, answer: 'M' }])).body.fields).toEqual({
    [`answers.${years}`]: expect.any(String),
  })
  const both = await Promise.all([give(answers()), give(answers().toReversed()), give(answers())])
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(
    (
      await give([
        { question_id: size, answer: 'L' },
        { question_id: balls, answer: false },
      ])
    ).status,
  ).toBe(200)
  expect((await t.call(getAnswers, { token: player.token, params: { id: fall } })).body.answers).toEqual([
    { question_id: size, answer: 'L' },
    { question_id: balls, answer: 'no' },
    { question_id: years, answer: '12' },
  ])
  expect((await buy(player)).status).toBe(201)
})

test.each([
  ['no list', 'M'],
  ['no id', [{ answer: 'M' }]],
  ['an object', [{ question_id: 1, answer: { a: 1 } }]],
  ['a list of answers', [{ question_id: 1, answer: ['M'] }]],
  ['a thousand', Array.from({ length: 1000 }, () => ({ question_id: 1, answer: 'M' }))],
  ['a very long one', [{ question_id: 1, answer: 'x'.repeat(5000) }]],
])('%s is not an answer', async (_, given) => {
  expect((await buy(await makePlayer(t), { answers: given })).status).toBe(422)
})

test('a guest answers with the order; a declined order leaves nothing behind', async () => {
  const email = 'asked-guest@example.com'
  const guest = async (card: string, given: object) =>
    t.send(purchaseAsGuest, {
      body: { ...person, ...order, email, confirmationToken: await makeToken(t, card), ...given },
    }) as Promise<Answer>
  expect((await guest(cards.paid, {})).status).toBe(422)
  expect((await guest(cards.declined, { answers: answers() })).status).toBe(402)
  expect(await t.db.selectFrom('players').select('id').where('email', '=', email).execute()).toEqual([])
  expect((await guest(cards.paid, { answers: answers() })).status).toBe(201)
})

test('both players of a pair answer, and the desk and the export show both', async () => {
  const link = async (email: string, buyer: TestPlayer) => {
    const partners = [{ slug: 'mixed-doubles', full_name: 'Bo Lind', email }]
    const bought = await buy(buyer, { cart: [{ slug: 'mixed-doubles' }], price: 49, partners, answers: answers() })
    expect(bought.status).toBe(201)
    return makeInvitationLink(t, email)
  }
  const [buyer, partner] = [await makePlayer(t), await makePlayer(t)]
  const known = await link(partner.email, buyer)
  expect((await t.call(readInvitation, { body: { token: known } })).body.invitation.questions).toHaveLength(4)
  expect((await t.call(acceptInvitation, { body: { token: known } })).status).toBe(422)
  const theirs = [
    { question_id: size, answer: 'L' },
    { question_id: years, answer: '=2+3' },
  ]
  expect((await t.call(acceptInvitation, { body: { token: known, answers: theirs } })).status).toBe(422)
  const harmless = [...theirs.slice(0, 1), { question_id: years, answer: '-3' }]
  expect((await t.call(acceptInvitation, { body: { token: known, answers: harmless } })).status).toBe(200)
  const fresh = await link('new-partner@example.com', await makePlayer(t))
  const join = (given: object) =>
    t.send(acceptAsNewPlayer, { body: { ...person, token: fresh, password, ...given } }) as Promise<Answer>
  expect((await join({})).status).toBe(422)
  expect((await join({ answers: answers() })).status).toBe(201)

  const { entry_id } = await t.db
    .selectFrom('entry_players')
    .select('entry_id')
    .where('player_id', '=', partner.id)
    .executeTakeFirstOrThrow()
  const { body } = await t.call(getOrganizerEntry, { token, params: { id: entry_id } })
  expect(body.answers).toEqual([
    { label: 'Size of your T-shirt', position: 1, answer: 'M' },
    { label: 'Years of tennis', position: 1, answer: '12' },
    { label: 'Size of your T-shirt', position: 2, answer: 'L' },
    { label: 'Years of tennis', position: 2, answer: '-3' },
  ])
  const { columns, rowOf } = await exportEntries()
  expect(columns.slice(9)).toEqual([
    'Size of your T-shirt',
    'Size of your T-shirt (partner)',
    'Can you bring balls?',
    'Years of tennis',
    'Years of tennis (partner)',
    'Anything else?',
  ])
  // Without the apostrophe, a spreadsheet would read -3 as a formula.
  expect(rowOf(buyer.email).slice(9)).toEqual(['M', 'L', '', '12', "'-3", ''])
})

async function exportEntries(filter: { season?: string; year?: number } = { season: 'fall', year: 2026 }) {
  const { body } = await t.call(startExport, { token, body: { kind: 'entries', ...filter } })
  await runJobs(t)
  const parts = await t.db
    .selectFrom('task_parts')
    .select('content')
    .where('task_id', '=', body.task_id)
    .orderBy('part')
    .execute()
  const lines = parts
    .map(({ content }) => content)
    .join('')
    .replace('\uFEFF', '')
    .split('\r\n')
  const cells = (line = '') => line.split(',')
  return { columns: cells(lines[0]), rowOf: (email: string) => cells(lines.find((line) => line.includes(email))) }
}

test('a file over several seasons has a column for each of their questions, however many there are', async () => {
  const leagues = await t.db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'season_id')
    .select(['season_id', 'slug'])
    .distinct()
    .execute()
  expect(leagues.map(({ slug }) => slug)).toContain('fall')
  const labels = leagues.flatMap(({ season_id, slug }) =>
    Array.from({ length: 40 }, (_, index) => ({ season_id, position: 20 + index, label: `${slug} ${index}` })),
  )
  expect(labels.length).toBeGreaterThan(100)
  await t.db
    .insertInto('questions')
    .values(labels.map((each) => ({ ...each, kind: 'text' as const, required: false })))
    .execute()
  const { columns } = await exportEntries({})
  await t.db.deleteFrom('questions').where('position', '>=', 20).execute()
  expect(labels.filter(({ label }) => !columns.includes(label))).toEqual([])
})

test('an answer that looks like a formula is harmless in a spreadsheet', async () => {
  const player = await makePlayer(t)
  const { questions } = await seasonOf('fall')
  const note = questions.find(({ kind }) => kind === 'text')?.id ?? 0
  const given = [...answers(), { question_id: note, answer: '=HYPERLINK("http://evil.example")' }]
  expect((await buy(player, { cart: [{ slug: 'womens-singles-4-5' }], answers: given })).status).toBe(201)
  const { rowOf } = await exportEntries()
  expect(rowOf(player.email).at(-1)).toBe(`"'=HYPERLINK(""http://evil.example"")"`)
})

test('a player’s answers are in the data export, and are erased with the account', async () => {
  const player = await makePlayer(t)
  await buy(player, { league_slug: 'fall', answers: answers() })
  const { body } = await t.call(exportData, { token: player.token, body: { password } })
  expect(body.answers).toMatchObject([
    { season: 'Fall', year: 2026, label: 'Size of your T-shirt', kind: 'choice', answer: 'M' },
    { label: 'Years of tennis', answer: '12' },
  ])
  expect((await t.call(deleteAccount, { token: player.token, body: { password } })).status).toBe(200)
  expect(await t.db.selectFrom('answers').select('answer').where('player_id', '=', player.id).execute()).toEqual([])
})

test('joining with a free season asks the questions too', async () => {
  const player = await makePlayer(t)
  const gift = { gift: crypto.randomUUID(), reason: 'A gift', given_by_id: owner.id, granted_at: t.clock.now() }
  await t.db
    .insertInto('free_seasons')
    .values({ player_id: player.id, ...gift })
    .execute()
  const claim = (given: object) =>
    t.send(claimFreeSeason, { token: player.token, body: { ...order, ...given } }) as Promise<Answer>
  expect((await claim({})).status).toBe(422)
  expect((await claim({ answers: answers() })).status).toBe(201)
})

test('once answers exist, a question’s label and choices can change, its kind cannot, and a removed one keeps its answers', async () => {
  const { id } = await seasonOf('winter')
  const [first, second] = [await makePlayer(t), await makePlayer(t)]
  const winter = { league_slug: 'winter', league_name: 'Winter' }
  const made = await save(id, [
    { kind: 'choice', label: 'Court', choices: ['Clay', 'Hard'], required: true },
    { kind: 'text', label: 'Club' },
  ])
  const [court = 0, club = 0] = made.body.questions.map((question) => question.id)
  expect((await buy(first, { ...winter, answers: [{ question_id: court, answer: 'Clay' }] })).status).toBe(201)
  const asked = { id: court, kind: 'choice' as const, label: 'Your court', choices: ['Hard', 'Grass'], required: true }
  expect(await save(id, [{ ...asked, kind: 'text' }])).toMatchObject({
    status: 422,
    body: { fields: { 'questions.0.kind': expect.any(String) } },
  })
  expect((await save(id, [asked, { id: club, kind: 'number', label: 'Club' }])).status).toBe(200)
  expect((await buy(second, { ...winter, answers: [{ question_id: court, answer: 'Clay' }] })).body.fields).toEqual({
    [`answers.${court}`]: expect.any(String),
  })
  // A player who has answered is not asked again.
  expect((await buy(first, { ...winter, cart: [{ slug: 'womens-singles-4-0' }] })).status).toBe(201)
  const { body } = await save(id, [])
  expect(body.questions).toEqual([])
  // The checkout was opened before the question was removed.
  expect((await buy(second, { ...winter, answers: [{ question_id: court, answer: 'Hard' }] })).status).toBe(201)
  const exported = await t.call(exportData, { token: first.token, body: { password } })
  expect(exported.body.answers).toMatchObject([{ label: 'Your court', answer: 'Clay' }])
  const { audit_entries } = (await t.call(listAuditLog, { token, query: { subject: `season ${id}` } })).body
  expect(audit_entries[0]).toMatchObject({
    summary: 'Changed the questions of Winter 2026',
    before: { questions: ['Your court (Hard, Grass), required', 'Club'] },
    after: { questions: [] },
  })
})

test('saving is refused for the second of two owners, with another season’s question, and with one question twice', async () => {
  const { id } = await seasonOf('summer-2')
  const other = await makeOrganizer(t)
  const { version } = (await t.call(listOrganizerQuestions, { token, params: { id } })).body
  const question = { kind: 'text' as const, label: 'Club' }
  const both = await Promise.all([
    save(id, [question], version),
    t.call(saveQuestions, { token: other.token, params: { id }, body: { questions: [question], version } }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await save(id, [{ ...question, id: size }])).status).toBe(409)
  const mine = (await t.call(listOrganizerQuestions, { token, params: { id } })).body.questions[0]?.id ?? 0
  expect(
    (
      await save(id, [
        { ...question, id: mine },
        { ...question, id: mine, label: 'Your club' },
      ])
    ).status,
  ).toBe(409)
})

test.each([
  ['a choice without choices', [{ kind: 'choice', label: 'Size' }]],
  ['one choice', [{ kind: 'choice', label: 'Size', choices: ['M'] }]],
  ['the same choice twice', [{ kind: 'choice', label: 'Size', choices: ['M', 'M'] }]],
  [
    'two questions with the same text',
    [
      { kind: 'text', label: 'Club' },
      { kind: 'yes_no', label: ' Club' },
    ],
  ],
  ['no words', [{ kind: 'text', label: ' ' }]],
  ['an unknown kind', [{ kind: 'file', label: 'Photo' }]],
  ['thirteen questions', Array.from({ length: 13 }, () => ({ kind: 'text', label: 'Again' }))],
  ['no list', 'text'],
])('%s is refused', async (_, questions) => {
  const path = `/organizer/seasons/${fall}/questions`
  expect((await t.send(saveQuestions, { path, token, body: { questions } })).status).toBe(422)
})

test('owners change the questions, organizers read them, players do neither, and an unknown season has none', async () => {
  const organizer = await makeOrganizer(t, ['dc'])
  const path = `/organizer/seasons/${fall}/questions`
  expect((await t.send(saveQuestions, { path, token: organizer.token, body: { questions: [] } })).status).toBe(403)
  expect((await t.send(listOrganizerQuestions, { path, token: organizer.token })).status).toBe(200)
  expect((await t.send(listOrganizerQuestions, { path, token: (await makePlayer(t)).token })).status).toBe(403)
  expect((await save(9_999, [])).status).toBe(404)
})

test('a season that nobody has joined is deleted with its questions', async () => {
  const { body } = (await t.send(createSeason, {
    token,
    body: { name: 'Spring', starting_date: '2027/04/01', ending_date: '2027/05/20', draft: true },
  })) as { body: { id: number } }
  expect((await save(body.id, [{ kind: 'text', label: 'Club' }])).status).toBe(200)
  expect((await t.call(deleteSeason, { token, params: { id: body.id } })).status).toBe(200)
  expect(await t.db.selectFrom('questions').select('id').where('season_id', '=', body.id).execute()).toEqual([])
})

test('the next season copies the questions of the last one, unless an owner opts out', async () => {
  const days = { starting_date: '2027/03/01', ending_date: '2027/05/30' }
  const make = async (given: object) => {
    const body = { name: 'Spring', ...days, draft: true, ...given }
    return (await t.call(createSeason, { token, body })).body.id
  }
  const questionsOf = async (id: number) =>
    (await t.call(listOrganizerQuestions, { token, params: { id } })).body.questions
  const askedBy = async (id: number) =>
    (await questionsOf(id)).map(({ kind, label, choices, required }) => ({ kind, label, choices, required }))
  const roll = async (id: number, query: { questions?: 'none' } = {}) =>
    (await t.call(rollOverSeason, { token, params: { id }, query })).body.id

  const first = await make({ questions: false })
  expect(await askedBy(first)).toEqual([])
  const asked = [
    { kind: 'choice' as const, label: 'Shirt', choices: ['S', 'M'], required: true },
    { kind: 'text' as const, label: 'Gone soon', choices: [], required: false },
    { kind: 'yes_no' as const, label: 'Balls?', choices: [], required: false },
  ]
  expect((await save(first, asked)).status).toBe(200)
  const kept = (await questionsOf(first)).filter(({ label }) => label !== 'Gone soon')
  expect((await save(first, kept)).status).toBe(200)
  const expected = asked.filter(({ label }) => label !== 'Gone soon')
  expect((await t.call(getOrganizerSeason, { token, params: { id: first }, query: {} })).body.questions).toBe(2)

  // The button is pressed repeatedly and at the same time.
  const ids = await Promise.all([roll(first), roll(first), roll(first)])
  expect(new Set(ids).size).toBe(1)
  const [second] = ids
  expect(await askedBy(second)).toEqual(expected)
  // The copied questions are different ones, which nobody has answered.
  const taken = await questionsOf(second)
  expect(taken.filter(({ id }) => kept.some((each) => each.id === id))).toEqual([])
  expect(taken).toMatchObject([{ answers: 0 }, { answers: 0 }])
  expect(await askedBy(await roll(second, { questions: 'none' }))).toEqual([])

  // A season with another name copies those of the last season; changing them there does not affect the original.
  const other = await make({ name: 'March cup', starting_date: '2027/03/02', ending_date: '2027/03/30' })
  expect(await askedBy(other)).toEqual(expected)
  expect((await save(other, [])).status).toBe(200)
  expect([await askedBy(first), await askedBy(second)]).toEqual([expected, expected])
})

test('an automatic season copies the questions of its template’s last edition too, once', async () => {
  const { id } = await seasonOf('winter')
  expect((await save(id, [{ kind: 'text', label: 'Hall card?', choices: [], required: false }])).status).toBe(200)
  const before = t.clock.now()
  try {
    t.clock.set('2026-12-20T17:00:00Z')
    await Promise.all([openSeasons(t.db, '2026-12-20'), openSeasons(t.db, '2026-12-20')])
    const { rows } = await sql<{ label: string }>`
      select q.label from questions q join seasons se on se.id = q.season_id where se.slug = 'winter' and se.year = 2027`.execute(
      t.db,
    )
    expect(rows).toEqual([{ label: 'Hall card?' }])
  } finally {
    t.clock.set(before.toISOString())
  }
})
