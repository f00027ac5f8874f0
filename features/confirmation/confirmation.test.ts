import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#/contract/endpoint.ts'
import { getResult, listMyMatches, reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody, watchTable } from '#/features/matches/score-fixture.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { rankLeague } from '#/features/standings/queries.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { sendEmails } from '#/test/mailbox.ts'
import { listMiscounted } from '#/test/counts.ts'
import { makePlayer, type TestPlayer } from '#/test/make.ts'
import {
  confirmByLink,
  confirmScore,
  correctByLink,
  correctScore,
  disputeByLink,
  disputeScore,
  readScoreLink,
} from './contract.ts'

const reportedAt = '2026-05-20T16:00:00Z'
const t = await startApp(reportedAt)
beforeEach(async () => {
  t.clock.set(reportedAt)
  await sendEmails(t)
  t.emails.length = 0
})

let divisions = 0
const slugs = ['womens', 'mens'].flatMap((who) =>
  ['3-0', '3-5', '4-0', '4-5', '5-0'].map((level) => `${who}-singles-${level}`),
)

/** Two players in a separate league, and a score that the first one reported. */
async function reported(line = '6-4 6-4', area: 'south-bend' | 'dc' | 'indianapolis' = 'south-bend') {
  const division = slugs[divisions++ % slugs.length] ?? ''
  const { people, league_id, entry_ids } = await makeLeague(t, 3, { season: 'summer-1', area, division })
  const [ann, bea, cleo] = people
  const answer = await t.call(reportScore, { token: ann.token, body: scoreBody(ann, bea, line) })
  expect(answer.status).toBe(201)
  return { ann, bea, cleo, league_id, entry_ids, id: answer.body.id, division, area }
}

const confirm = (by: TestPlayer, id: number, version = 1) =>
  t.call(confirmScore, { token: by.token, params: { id }, body: { version } })
const dispute = (by: TestPlayer, id: number, version = 1) =>
  t.call(disputeScore, { token: by.token, params: { id }, body: { version, reason: 'It was 6-3.' } })
const correct = (
  by: TestPlayer,
  id: number,
  version: number,
  winner: TestPlayer,
  opponent: TestPlayer,
  line: string,
  given = {},
) =>
  t.call(correctScore, {
    token: by.token,
    params: { id },
    body: { version, ...scoreBody(winner, opponent, line, given) },
  })

async function stateOf(by: TestPlayer, id: number) {
  const { body } = await t.call(getResult, { token: by.token, params: { id } })
  return body
}

/** The league's table as its players see it, by entry: wins, losses, unconfirmed. */
async function tableOf({ ann, area, division }: { ann: TestPlayer; area: string; division: string }) {
  const { body } = await t.call(listStandings, { token: ann.token, query: { area, division, season: 'summer-1' } })
  return Object.fromEntries(
    body.players.map((row) => [row.first_name + row.last_name, [row.wins, row.losses, row.unconfirmed]]),
  )
}
const nameOf = (player: TestPlayer) => player.first_name + player.last_name

/** The token in the newest email to a player. */
async function linkTo(player: TestPlayer): Promise<string> {
  await runJobs(t)
  const email = t.emails.findLast(({ to }) => to.email === player.email)
  return /score-link#token=([\w-]+)/.exec(email?.text ?? '')?.[1] ?? 'no link'
}

describe('a reported score', () => {
  test('a reported score counts at once, marked unconfirmed, until the other side confirms it', async () => {
    const league = await reported()
    const { ann, bea, cleo, id } = league
    expect(await tableOf(league)).toEqual({
      [nameOf(ann)]: [1, 0, 1],
      [nameOf(bea)]: [0, 1, 1],
      [nameOf(cleo)]: [0, 0, 0],
    })
    expect(await stateOf(bea, id)).toMatchObject({
      confirmation: { state: 'unconfirmed', version: 1, role: 'other', answer_until: '2026-05-21T16:00:00.000Z' },
    })
    expect(await stateOf(ann, id)).toMatchObject({ confirmation: { role: 'author' } })
    expect(await stateOf(cleo, id)).toMatchObject({ confirmation: { role: null } })
    const { body } = await t.call(listMyMatches, { token: bea.token, query: {} })
    expect(body.matchups[0]).toMatchObject({ id, confirmation: { state: 'unconfirmed', role: 'other', version: 1 } })

    expect(await confirm(bea, id)).toMatchObject({ status: 200, body: { message: 'Confirmed. The score is final.' } })
    expect(await tableOf(league)).toEqual({
      [nameOf(ann)]: [1, 0, 0],
      [nameOf(bea)]: [0, 1, 0],
      [nameOf(cleo)]: [0, 0, 0],
    })
    expect(await stateOf(ann, id)).toMatchObject({
      confirmation: { state: 'confirmed' },
      versions: [
        {
          version: 1,
          answer: 'confirmed',
          answered_by: `${bea.first_name} ${bea.last_name}`,
          answered_at: '2026-05-20T16:00:00.000Z',
        },
      ],
    })
    expect(await confirm(bea, id)).toMatchObject({ status: 409, body: { code: 'score_final' } })
  })

  test('a reported score is confirmed automatically after exactly 24 hours', async () => {
    const league = await reported()
    const { ann, bea, id } = league
    t.clock.set('2026-05-21T15:59:59.999Z')
    expect((await stateOf(bea, id)).confirmation?.state).toBe('unconfirmed')
    expect((await tableOf(league))[nameOf(ann)]).toEqual([1, 0, 1])
    t.clock.set('2026-05-21T16:00:00Z')
    expect((await stateOf(bea, id)).confirmation?.state).toBe('confirmed')
    expect((await tableOf(league))[nameOf(ann)]).toEqual([1, 0, 0])
    for (const late of [
      confirm(bea, id),
      dispute(bea, id),
      correct(bea, id, 1, bea, ann, '6-4 6-4'),
      correct(ann, id, 1, ann, bea, '6-4 6-3'),
    ])
      expect(await late).toMatchObject({ status: 409, body: { code: 'score_final' } })
  })

  test('a reported score can be answered by the other side only', async () => {
    const { ann, bea, cleo, id } = await reported()
    const stranger = await makePlayer(t)
    for (const other of [cleo, stranger]) {
      expect(await confirm(other, id)).toMatchObject({ status: 403, body: { code: 'not_your_match' } })
      expect(await dispute(other, id)).toMatchObject({ status: 403 })
      expect(await correct(other, id, 1, bea, ann, '6-4 6-4')).toMatchObject({ status: 403 })
    }
    expect(await confirm(ann, id)).toMatchObject({ status: 409, body: { code: 'score_yours' } })
    expect(await dispute(ann, id)).toMatchObject({ status: 409, body: { code: 'score_yours' } })
    expect(await confirm(bea, 2_000_000_000)).toMatchObject({ status: 404 })
    expect(
      await t.send(disputeScore, {
        path: `/users/scores/${id}/dispute`,
        token: bea.token,
        body: { version: 1, reason: ' ' },
      }),
    ).toMatchObject({
      status: 422,
      body: { fields: { reason: 'Please say what is wrong, so that the organizer can settle it.' } },
    })
    expect((await stateOf(bea, id)).confirmation?.state).toBe('unconfirmed')
  })

  test('a reported score can be edited by its reporter until it is answered, and the other side gets 24 new hours', async () => {
    const { ann, bea, id } = await reported('6-4 6-4')
    t.clock.set('2026-05-21T12:00:00Z')
    expect(await correct(ann, id, 1, ann, bea, '6-4 6-3')).toMatchObject({ status: 200 })
    expect(await correct(ann, id, 2, ann, bea, '6-4 6-2')).toMatchObject({ status: 200 })
    expect(await stateOf(bea, id)).toMatchObject({
      score_line: '6-4 6-2',
      confirmation: { state: 'unconfirmed', version: 3, role: 'other', answer_until: '2026-05-22T12:00:00.000Z' },
      versions: [{ kind: 'report' }, { kind: 'edit', score_line: '6-4 6-3' }, { kind: 'edit', score_line: '6-4 6-2' }],
    })
    // Bea's screen shows an outdated version.
    expect(await confirm(bea, id, 1)).toMatchObject({ status: 409, body: { code: 'score_changed' } })
    expect(await confirm(bea, id, 3)).toMatchObject({ status: 200 })
    expect(await correct(ann, id, 3, ann, bea, '6-0 6-0')).toMatchObject({ status: 409, body: { code: 'score_final' } })
  })
})

describe('a correction', () => {
  test('a correction counts at once and changes the table; each side can correct once, and can only dispute after that', async () => {
    const league = await reported('6-4 6-4')
    const { ann, bea, cleo, id } = league
    t.clock.set('2026-05-20T20:00:00Z')
    expect(await correct(bea, id, 1, bea, ann, '6-4 4-6 10-8', { match_date: '2026/05/19' })).toMatchObject({
      status: 200,
      body: { message: 'Corrected to 6-4 4-6 10-8. The other side has 24 hours to answer.' },
    })
    expect(await tableOf(league)).toEqual({
      [nameOf(ann)]: [0, 1, 1],
      [nameOf(bea)]: [1, 0, 1],
      [nameOf(cleo)]: [0, 0, 0],
    })
    expect(await stateOf(ann, id)).toMatchObject({
      match_date: '2026/05/19',
      confirmation: { role: 'other', has_corrected: false, answer_until: '2026-05-21T20:00:00.000Z' },
    })
    t.clock.set('2026-05-21T19:00:00Z')
    expect(await correct(ann, id, 2, ann, bea, '6-4 4-6 10-8')).toMatchObject({ status: 200 })
    expect(await stateOf(bea, id)).toMatchObject({
      confirmation: { role: 'other', has_corrected: true, answer_until: '2026-05-22T19:00:00.000Z' },
    })
    expect(await correct(bea, id, 3, bea, ann, '6-0 6-0')).toMatchObject({
      status: 409,
      body: { code: 'corrected_once' },
    })
    expect(await dispute(bea, id, 3)).toMatchObject({ status: 200 })
    const { versions } = await stateOf(ann, id)
    expect(versions.map(({ kind, answer }) => [kind, answer])).toEqual([
      ['report', null],
      ['correction', null],
      ['correction', 'disputed'],
    ])
  })

  test('a correction is checked like a report, and keeps the two players', async () => {
    const { ann, bea, cleo, id } = await reported()
    expect(await correct(bea, id, 1, bea, ann, '6-4 6-5')).toMatchObject({
      status: 422,
      body: { fields: { 'set_games.1': expect.stringContaining('not finished') } },
    })
    expect(await correct(bea, id, 1, bea, cleo, '6-4 6-4')).toMatchObject({
      status: 409,
      body: { code: 'not_that_match' },
    })
    expect(await correct(bea, id, 1, bea, ann, '6-4 6-4', { match_date: '2026/05/21' })).toMatchObject({
      status: 422,
      body: { fields: { match_date: 'This day is in the future.' } },
    })
    expect(await correct(bea, id, 1, bea, ann, '6-4 6-4', { match_date: '2025/05/20' })).toMatchObject({
      status: 422,
      body: { fields: { match_date: 'The season of this match does not count matches on that day.' } },
    })
    expect((await stateOf(bea, id)).versions).toHaveLength(1)
  })
})

describe('a disputed score', () => {
  test('a disputed score leaves the table until an organizer settles it, possibly with another score', async () => {
    const league = await reported()
    const { ann, bea, cleo, id } = league
    expect(await dispute(bea, id)).toMatchObject({ status: 200 })
    expect(await tableOf(league)).toEqual({
      [nameOf(ann)]: [0, 0, 0],
      [nameOf(bea)]: [0, 0, 0],
      [nameOf(cleo)]: [0, 0, 0],
    })
    expect(await confirm(bea, id)).toMatchObject({ status: 409, body: { code: 'score_disputed' } })
    expect(await correct(ann, id, 1, ann, bea, '6-0 6-0')).toMatchObject({
      status: 409,
      body: { code: 'score_disputed' },
    })
    // A dispute stays open even if nobody responds for weeks.
    t.clock.set('2026-06-15T16:00:00Z')
    expect((await stateOf(bea, id)).confirmation?.state).toBe('disputed')

    const organizer = await makePlayer(t)
    await t.db.updateTable('players').set({ role: 'owner' }).where('id', '=', organizer.id).execute()
    expect(await stateOf(organizer, id)).toMatchObject({ confirmation: { role: 'organizer' } })
    expect(await correct(organizer, id, 1, bea, ann, '6-3 6-3')).toMatchObject({
      status: 200,
      body: {
        message: `Settled: ${bea.first_name} ${bea.last_name} beat ${ann.first_name} ${ann.last_name} 6-3 6-3. The score is final.`,
      },
    })
    expect(await tableOf(league)).toEqual({
      [nameOf(ann)]: [0, 1, 0],
      [nameOf(bea)]: [1, 0, 0],
      [nameOf(cleo)]: [0, 0, 0],
    })
    expect(await confirm(organizer, id, 2)).toMatchObject({ status: 200 })
    const { versions } = await stateOf(ann, id)
    expect(versions.map(({ kind, answer, score_line }) => [kind, answer, score_line])).toEqual([
      ['report', 'disputed', '6-4 6-4'],
      ['settlement', 'settled', '6-3 6-3'],
      ['settlement', 'settled', '6-3 6-3'],
    ])
    await sendEmails(t)
    expect(
      t.emails.filter(({ subject }) => subject === 'An organizer has settled your score').length,
    ).toBeGreaterThanOrEqual(2)
  })

  test('a disputed score is emailed with the reason to the side that reported it and to the organizers', async () => {
    const { ann, bea, id } = await reported()
    const organizer = await makePlayer(t)
    await t.db.updateTable('players').set({ role: 'owner' }).where('id', '=', organizer.id).execute()
    await dispute(bea, id)
    await sendEmails(t)
    const notices = t.emails.filter(({ subject }) => subject === 'Your score is disputed')
    expect(notices.map(({ to }) => to.email)).toEqual([ann.email])
    expect(notices[0]?.text).toContain('It was 6-3.')
    const requests = t.emails.filter(({ subject }) => subject === 'A disputed score to settle')
    expect(requests.map(({ to }) => to.email)).toContain(organizer.email)
    expect(requests.some(({ to }) => to.email === ann.email || to.email === bea.email)).toBe(false)
  })
})

describe('the mailed link', () => {
  test('the mailed link is sent only to the other side, shows the report and the deadline, and has no effect when opened', async () => {
    const { ann, bea, id } = await reported('6-4 3-6 10-7')
    const token = await linkTo(bea)
    expect(
      t.emails.filter(({ subject }) => subject.startsWith('Is this score right?')).map(({ to }) => to.email),
    ).toEqual([bea.email])
    const text = t.emails.find(({ subject }) => subject.startsWith('Is this score right?'))?.text
    expect(text).toContain(
      `${ann.first_name} ${ann.last_name} d. ${bea.first_name} ${bea.last_name} 6-4 3-6 10-7, on Mon, May 18, 2026`,
    )
    expect(text).toMatch(/May 18, 2026, in (Women|Men)'s Singles \d\.\d, Summer 1 2026\./)
    expect(text).toContain('Thu, May 21, 12:00 PM EDT')
    for (let opened = 0; opened < 3; opened += 1)
      expect(await t.call(readScoreLink, { body: { token } })).toMatchObject({
        status: 200,
        body: {
          first_name: bea.first_name,
          match: { id, score_line: '6-4 3-6 10-7', confirmation: { role: 'other', state: 'unconfirmed' } },
        },
      })
    expect((await stateOf(ann, id)).confirmation?.state).toBe('unconfirmed')
    const { rows } = await sql`select from mail_tokens where encode(token_hash, 'escape') = ${token}`.execute(t.db)
    expect(rows).toEqual([])
  })

  test('the mailed link does not work for a suspended player', async () => {
    const { bea } = await reported()
    const token = await linkTo(bea)
    await t.db.updateTable('players').set({ suspended_at: t.clock.now() }).where('id', '=', bea.id).execute()
    for (const endpoint of [readScoreLink, confirmByLink])
      expect(await t.call(endpoint, { body: { token } })).toMatchObject({ body: { code: 'score_link_dead' } })
  })

  test('the mailed link confirms the score once, without signing in', async () => {
    const { ann, bea, id } = await reported()
    const token = await linkTo(bea)
    expect(await t.call(confirmByLink, { body: { token } })).toMatchObject({
      status: 200,
      body: { message: 'Confirmed. The score is final.' },
    })
    expect(await stateOf(ann, id)).toMatchObject({ versions: [{ answered_by: `${bea.first_name} ${bea.last_name}` }] })
    for (const again of [
      t.call(confirmByLink, { body: { token } }),
      t.call(disputeByLink, { body: { token, reason: 'No' } }),
      t.call(readScoreLink, { body: { token } }),
    ])
      expect(await again).toMatchObject({ status: 409, body: { code: 'score_link_dead' } })
    expect(await t.call(confirmByLink, { body: { token: 'made up' } })).toMatchObject({
      status: 409,
      body: { code: 'score_link_dead' },
    })
  })

  test('a score can be corrected and disputed through the mailed link, which still works after a refused answer', async () => {
    const { ann, bea, id } = await reported()
    const token = await linkTo(bea)
    const body = (line: string): CallInput<typeof correctByLink>['body'] => ({ token, ...scoreBody(bea, ann, line) })
    expect(await t.call(correctByLink, { body: body('6-4 6-5') })).toMatchObject({ status: 422 })
    expect(await t.call(correctByLink, { body: body('6-4 6-4') })).toMatchObject({ status: 200 })
    // The other side is asked about the corrected score.
    const theirs = await linkTo(ann)
    expect(await t.call(disputeByLink, { body: { token: theirs, reason: 'I won.' } })).toMatchObject({ status: 200 })
    expect(await stateOf(ann, id)).toMatchObject({
      confirmation: { state: 'disputed' },
      versions: [{}, { answer: 'disputed', answer_reason: 'I won.' }],
    })
  })

  test('the mailed link expires after 24 hours, says so if the score was edited, and is not sent for a score that has been answered', async () => {
    const { ann, bea, id } = await reported()
    const token = await linkTo(bea)
    await correct(ann, id, 1, ann, bea, '6-4 6-3')
    expect(await t.call(readScoreLink, { body: { token } })).toMatchObject({
      status: 409,
      body: { code: 'score_changed' },
    })
    expect(await t.call(confirmByLink, { body: { token } })).toMatchObject({
      status: 409,
      body: { code: 'score_changed' },
    })
    const newer = await linkTo(bea)
    t.clock.set('2026-05-21T16:00:00Z')
    expect(await t.call(readScoreLink, { body: { token: newer } })).toMatchObject({
      status: 409,
      body: { code: 'score_link_dead' },
    })

    t.clock.set(reportedAt)
    t.emails.length = 0
    const second = await reported()
    await confirm(second.bea, second.id)
    expect(await linkTo(second.bea)).toBe('no link')
  })
})

describe('doubles', () => {
  test('either partner of the other side can answer, and both get the email', async () => {
    const { people, entry_ids, league_id } = await makeLeague(t, 2, {
      season: 'summer-1',
      area: 'south-bend',
      division: 'womens-doubles',
    })
    const [ann, bea] = people
    const [partner, mate] = [await makePlayer(t), await makePlayer(t)]
    await t.db
      .insertInto('entry_players')
      .values([
        { entry_id: entry_ids[1], player_id: partner.id, league_id, position: 2 },
        { entry_id: entry_ids[0], player_id: mate.id, league_id, position: 2 },
      ])
      .execute()
    const { body } = await t.call(reportScore, { token: mate.token, body: scoreBody(ann, bea, '6-4 6-4') })
    await sendEmails(t)
    expect(
      t.emails
        .filter(({ subject }) => subject.startsWith('Is this'))
        .map(({ to }) => to.email)
        .toSorted(),
    ).toEqual([bea.email, partner.email].toSorted())
    expect(await confirm(ann, body.id)).toMatchObject({ status: 409, body: { code: 'score_yours' } })
    expect(await confirm(partner, body.id)).toMatchObject({ status: 200 })
    expect(await confirm(bea, body.id)).toMatchObject({ status: 409, body: { code: 'score_final' } })
  })
})

test('an organizer’s report is settled at once, and both sides are emailed', async () => {
  const { people } = await makeLeague(t, 2, { season: 'summer-1', area: 'dc', division: 'mixed-doubles' })
  const [ann, bea] = people
  const organizer = await makePlayer(t)
  await t.db.updateTable('players').set({ role: 'owner' }).where('id', '=', organizer.id).execute()
  const { body } = await t.call(reportScore, { token: organizer.token, body: scoreBody(ann, bea, '6-4 6-4') })
  expect(await stateOf(bea, body.id)).toMatchObject({
    confirmation: { state: 'settled', role: 'other' },
    versions: [{ kind: 'settlement' }],
  })
  await sendEmails(t)
  const notices = t.emails.filter(({ subject }) => subject === 'An organizer has settled your score')
  expect(notices.map(({ to }) => to.email).toSorted()).toEqual([ann.email, bea.email].toSorted())
})

describe('simultaneously', () => {
  type League = Awaited<ReturnType<typeof reported>>
  const calls = {
    'two confirmations': ({ bea, id }: League) => [confirm(bea, id), confirm(bea, id)],
    'two corrections': ({ ann, bea, id }: League) => [
      correct(bea, id, 1, bea, ann, '6-4 6-4'),
      correct(bea, id, 1, bea, ann, '6-0 6-0'),
    ],
    'a dispute and a correction': ({ ann, bea, id }: League) => [
      dispute(bea, id),
      correct(bea, id, 1, bea, ann, '6-4 6-4'),
    ],
    'a confirmation and a correction': ({ ann, bea, id }: League) => [
      confirm(bea, id),
      correct(bea, id, 1, bea, ann, '6-4 6-4'),
    ],
    'a confirmation and an edit': ({ ann, bea, id }: League) => [
      confirm(bea, id),
      correct(ann, id, 1, bea, ann, '6-4 6-4'),
    ],
    'a correction and an edit': ({ ann, bea, id }: League) => [
      correct(bea, id, 1, bea, ann, '6-4 6-4'),
      correct(ann, id, 1, ann, bea, '6-4 6-3'),
    ],
    'a dispute and an edit': ({ ann, bea, id }: League) => [dispute(bea, id), correct(ann, id, 1, bea, ann, '6-4 6-4')],
  }

  test.each(Object.entries(calls))(
    '%s have one outcome, and the table is consistent at every read',
    async (_, race) => {
      for (let round = 0; round < 5; round += 1) {
        const league = await reported('6-4 6-4', 'indianapolis')
        const answers = await watchTable(t, league.league_id, Promise.all(race(league)))
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
        const stored = await t.db
          .selectFrom('standings')
          .select(['entry_id', 'rank', 'wins', 'losses'])
          .where('league_id', '=', league.league_id)
          .orderBy('rank')
          .execute()
        const table = await rankLeague(t.db, league.league_id)
        expect(stored).toEqual(table.map(({ entry_id, rank, wins, losses }) => ({ entry_id, rank, wins, losses })))
        expect(await listMiscounted(t.db)).toEqual([])
      }
    },
  )

  test('ten presses of one link count once', async () => {
    const { bea } = await reported()
    const token = await linkTo(bea)
    const answers = await Promise.all(Array.from({ length: 10 }, () => t.call(confirmByLink, { body: { token } })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })
})
