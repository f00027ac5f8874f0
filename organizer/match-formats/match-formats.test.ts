import { expect, test } from 'vitest'
import { getPublicResult, reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { getLiveScore, writeLiveScore } from '#/features/live-scoring/contract.ts'
import { getDivision } from '#/features/seasons/contract.ts'
import { getLeagueRules } from '#/features/standings/rules-contract.ts'
import { listFullStandings } from '#/features/standings/place-contract.ts'
import { createDivision } from '#/organizer/divisions/contract.ts'
import { csv, openExchange } from '#/organizer/exchange/exchange-fixture.ts'
import { changeRules, getOrganizerSeason } from '#/organizer/seasons/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { finalScore, playLive, type LiveEvent } from '#/rules/live-scoring.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { sportOf, type MatchFormat, type Sport } from '#/rules/sports/formats.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer } from '#/test/make.ts'
import * as calls from './contract.ts'

const t = await startApp('2026-05-20T16:00:00Z')
const { token } = await makeOrganizer(t)
const other = await makeOrganizer(t)
const { check, store } = await openExchange(t)

const shortSets = {
  sport: 'tennis' as const,
  sets_to_win: 2,
  to: 5,
  cap: 6,
  tie_break: 7,
  deuce: 'deciding_point' as const,
  last: 'choice' as const,
  tie_break_to: 10,
}
const handOut = { sport: 'squash' as const, sets_to_win: 2, to: 7, or_to: 8, own_serve: true }
const horn = { sport: 'squash' as const, sets_to_win: 1, minutes: 20 }

let made = 0
type Composition = Parameters<typeof t.call<typeof calls.createMatchFormat>>[1]['body']['composition']

/** Composes a format for one test. */
async function compose(composition: Composition, name = `Format ${++made}`) {
  const reply = await t.call(calls.createMatchFormat, { token, body: { name, composition } })
  expect([reply.status, reply.body]).toMatchObject([201, { id: expect.any(Number) }])
  return { name, ...reply.body }
}
const listed = async () => (await t.call(calls.listMatchFormats, { token })).body.formats
const retire = (id: number) => t.call(calls.retireMatchFormat, { token, params: { id } })

const season = await t.db
  .selectFrom('seasons')
  .select('id')
  .where('slug', '=', 'summer-1')
  .where('year', '=', 2026)
  .executeTakeFirstOrThrow()
const play = (...formats: MatchFormat[]) =>
  t.call(changeRules, {
    token,
    params: season,
    body: { rules: { ...standardRules, meetings: null, formats }, despite_results: true },
  })

/** A league of two players in a new division of the sport. */
async function makeSportLeague(sport: Sport) {
  const { body } = await t.call(createDivision, {
    token,
    body: {
      name: `Own ${sport.replace('_', ' ')} ${++made}`,
      kind: 'singles',
      sport,
      level: '',
      gender: '',
      price: '20',
      picture: 'fall',
    },
  })
  expect(body).toMatchObject({ id: expect.any(Number) })
  const { slug, name } = (await t.call(getDivision, { params: { id: body.id } })).body
  const league = await makeLeague(t, 2, { season: 'summer-1', division: slug, area: 'south-bend' })
  return { division: slug, name, ...league }
}

test.each<[string, Composition, { legal: string; totals: [number, number]; illegal: string; sentence: RegExp }]>([
  [
    'short sets',
    shortSets,
    {
      legal: '6-5 3-5 10-7',
      totals: [2, 1],
      illegal: '6-4 7-5',
      sentence: /^Set 2 does not end like a set: 5-0 to 5-3, 6-4 or 6-5\.$/,
    },
  ],
  [
    'hand-out to 7',
    handOut,
    {
      legal: '7-6 6-8 8-7',
      totals: [2, 1],
      illegal: '9-7 7-0',
      sentence: /^Game 1 does not end like a game: 7-0 to 7-6, or 8-6 or 8-7\.$/,
    },
  ],
  [
    'points at the horn',
    horn,
    { legal: '31-24', totals: [1, 0], illegal: '31-24 9-1', sentence: /^Game 2 came after the match was over/ },
  ],
])(
  '%s: an owner composes it, a season plays it, and reports, imports, live scores and rules follow',
  async (_, composition, { legal, totals, illegal, sentence }) => {
    const { format, name } = await compose(composition)
    expect((await play(format)).status).toBe(200)
    const sport = sportOf([format])
    const { division, name: division_name, league_id, entry_ids, people } = await makeSportLeague(sport)
    const [ann, bea] = people

    const sheet = (await t.call(getLeagueRules, { params: { league_id } })).body
    expect(sheet.rules.formats).toEqual([format])
    expect(sheet.match_formats).toMatchObject([{ format, name, source: null, from: '2026/05/20', version: 1 }])
    expect(sheet.match_formats[0]!.sentences.length).toBeGreaterThan(0)
    expect(sheet.sentences[0]).toBe(`A match is ${sheet.match_formats[0]!.words}.`)

    const given = { division, total_winner_score: totals[0], total_opponent_score: totals[1] }
    const report = (line: string, more: object = {}) =>
      t.call(reportScore, { token: ann.token, body: scoreBody(ann, bea, line, { ...given, ...more }) })
    const refused = await report(illegal)
    expect(refused).toMatchObject({ status: 422 })
    expect(Object.values(refused.body.fields ?? {})[0]).toMatch(sentence)

    // Scored live to the end, then reported.
    const match_id = await arrange(t, league_id, entry_ids[0], entry_ids[1], null)
    const { deciding, events } = liveMatch(format)
    const written = await t.call(writeLiveScore, {
      token: ann.token,
      params: { id: match_id },
      body: {
        version: 0,
        pen: 'ann-0000000000000000',
        setup: { format, deciding, first_server: 1 },
        events: events.map((event) => ({ ...event, at: t.clock.now().getTime() })),
      },
    })
    expect([written.status, written.body]).toEqual([200, { version: events.length }])
    const { live, scoring } = (await t.call(getLiveScore, { token: ann.token, params: { id: match_id } })).body
    const final = finalScore(live!.state)!
    expect([final.winner, final.status, scoring?.rules.formats]).toEqual([1, null, [format]])
    const line = final.sets.map((set) => `${set.score_1}-${set.score_2}`).join(' ')
    const won = final.sets.filter((set) => set.score_1 > set.score_2).length
    const totals_live = { total_winner_score: won, total_opponent_score: final.sets.length - won }
    const reported = await report(line, { ...totals_live, matchup_id: match_id })
    expect([line, reported.status]).toEqual([line, 201])
    expect((await t.call(getPublicResult, { params: { id: match_id } })).body.score_line).toBe(line)

    // A typed line in a file, refused and accepted by the same rules.
    const head = ['Season', 'Year', 'Division', 'Area', 'Date', 'Winner', 'Opponent', 'Score']
    const row = (score: string) => [
      'Summer 1',
      '2026',
      division_name,
      'south-bend',
      '2026-05-19',
      bea.email,
      ann.email,
      score,
    ]
    const found = await check('results', csv([head, row(illegal)]))
    expect(found.check?.errors).toMatchObject([{ problem: expect.stringMatching(sentence) }])
    const right = await check('results', csv([head, row(legal)]))
    expect(right.check?.errors).toEqual([])
    expect(await store(right.task_id)).toMatchObject({ task: { stored: { new: 1 } } })

    const query = { area: 'south-bend', season: 'summer-1', division } as const
    const table = (await t.call(listFullStandings, { token: ann.token, query })).body
    expect(table.players.map(({ sets_won }) => sets_won).toSorted()).toEqual(
      [totals_live.total_winner_score + totals[1], totals[0] + totals_live.total_opponent_score].toSorted(),
    )
  },
)

/** A whole match that side one wins, with a choice of the receiver on the way. */
function liveMatch(format: MatchFormat) {
  const deciding = format.includes('any') ? ('tie_break' as const) : ('set' as const)
  const setup = { format, deciding, no_ad: true, first_server: 1 as const, pairs: false }
  const events: LiveEvent[] = []
  for (;;) {
    const now = playLive(setup, events)
    if ('problem' in now) throw new Error(now.problem)
    const { state } = now
    if (state.over) return { deciding, events }
    const { score_1, score_2 } = state.sets.at(-1)!
    // Side two keeps pace in the first set, until it is close.
    const side = state.sets.length === 1 && score_2 < Math.min(score_1, 6) ? 2 : 1
    if (events.length > 60 && format.includes('.m')) events.push({ kind: 'time' })
    else if (state.choices) events.push({ kind: 'choose', to: state.choices[1] })
    else events.push({ kind: 'point', side })
  }
}

test('a change makes a version: the season that plays the old one keeps it, and a name changes in place', async () => {
  const old = await compose({ ...shortSets, tie_break: 5 })
  expect((await play(old.format)).status).toBe(200)
  const { league_id } = await makeSportLeague('tennis')
  const change = (id: number, name: string, composition: Composition) =>
    t.call(calls.changeMatchFormat, { token, params: { id }, body: { name, composition } })
  const renamed = await change(old.id, `${old.name} renamed`, { ...shortSets, tie_break: 5 })
  expect(renamed).toMatchObject({ status: 200, body: { id: old.id, format: old.format } })
  const changed = await change(old.id, `${old.name} changed`, { ...shortSets, to: 4, cap: 5 })
  expect(changed.status).toBe(200)
  expect(changed.body.id).not.toBe(old.id)
  const rows = (await listed()).filter(({ name }) => name.startsWith(`${old.name} `))
  expect(rows.map(({ version, state, seasons }) => [version, state, seasons])).toEqual([
    [2, 'offered', 0],
    [1, 'replaced', 1],
  ])
  const sheet = (await t.call(getLeagueRules, { params: { league_id } })).body
  expect(sheet.match_formats.map(({ format, version }) => [format, version])).toEqual([[old.format, 1]])
  // The old version cannot be changed or offered again, nor chosen by a season that does not have it.
  expect(await change(old.id, 'Too late', shortSets)).toMatchObject({
    status: 409,
    body: { code: 'format_not_offered' },
  })
  const restored = await t.call(calls.restoreMatchFormat, { token, params: { id: old.id } })
  expect(restored).toMatchObject({ status: 409, body: { code: 'format_not_offered' } })
  expect((await play(old.format, 'one_set')).status).toBe(200)
  expect((await play('one_set')).status).toBe(200)
  expect((await listed()).map(({ id }) => id)).not.toContain(old.id)
  expect(await play(old.format)).toMatchObject({
    status: 422,
    body: { fields: { 'rules.formats': expect.any(String) } },
  })
  expect((await play(changed.body.format)).status).toBe(200)
})

test('a retired format stays with its seasons, is not chosen again, and comes back', async () => {
  const { id, format, name } = await compose({ ...horn, minutes: 45 }, 'To be retired')
  expect((await play(format)).status).toBe(200)
  for (let twice = 0; twice < 2; twice += 1) expect((await retire(id)).status).toBe(200)
  expect((await listed()).find((each) => each.id === id)).toMatchObject({ state: 'retired', seasons: 1 })
  expect((await play(format, 'one_set')).status).toBe(200)
  expect((await t.call(getOrganizerSeason, { token, params: season })).body.rules.formats).toEqual([format, 'one_set'])
  await play('one_set')
  expect((await play(format)).status).toBe(422)
  // Its name and composition are free for another one, and then it cannot come back.
  const next = await compose({ ...horn, minutes: 45 }, name)
  const restore = () => t.call(calls.restoreMatchFormat, { token, params: { id } })
  expect(await restore()).toMatchObject({ status: 422 })
  await retire(next.id)
  expect((await restore()).status).toBe(200)
  expect((await play(format)).status).toBe(200)
  await play('one_set')
  await retire(id)
  const { audit_entries } = (await t.call(listAuditLog, { token, query: { per_page: 100 } })).body
  expect(audit_entries.filter(({ subject }) => subject === `match format ${id}`).map(({ kind }) => kind)).toEqual([
    'retire_match_format',
    'restore_match_format',
    'retire_match_format',
    'create_match_format',
  ])
})

test('nobody but an owner composes, and nothing that cannot be played or was not composed gets in', async () => {
  const organizer = await makeOrganizer(t, ['south-bend'])
  const body = { name: 'Stranger', composition: { ...shortSets, to: 6, cap: 7 } }
  expect(await t.call(calls.createMatchFormat, { token: organizer.token, body })).toMatchObject({ status: 403 })
  const { id } = await compose({ ...shortSets, tie_break: 9 })
  for (const call of [calls.retireMatchFormat, calls.restoreMatchFormat])
    expect((await t.call(call, { token: organizer.token, params: { id } })).status).toBe(403)
  expect((await t.call(calls.listMatchFormats, { token: organizer.token })).status).toBe(200)
  expect((await retire(2_000_000_000)).status).toBe(404)

  const bad = await t.call(calls.createMatchFormat, {
    token,
    body: { name: 'Bad', composition: { ...shortSets, cap: 4 } },
  })
  expect(bad).toMatchObject({ status: 422, body: { fields: { 'composition.cap': expect.any(String) } } })
  const twice = await t.call(calls.createMatchFormat, {
    token,
    body: { name: 'Played alike', composition: { ...shortSets, tie_break: 9 } },
  })
  expect(twice).toMatchObject({ status: 422, body: { fields: { composition: expect.any(String) } } })

  // A key that nobody composed, and text that is no key.
  expect((await play('tennis.2.s3.c4.t7.ad')).status).toBe(422)
  for (const format of [
    'tennis.2.s6',
    'tennis.9',
    "tennis.1.s6.ad'--",
    'chess.1.s6.ad',
    `tennis.1.${'s'.repeat(90)}`,
  ]) {
    const path = `/organizer/seasons/${season.id}/rules`
    const sent = { rules: { ...standardRules, formats: [format] }, despite_results: true }
    expect([format, (await t.send(changeRules, { path, token, body: sent })).status]).toEqual([format, 422])
  }
})

test('of two owners who compose or change at once, one wins and the other is refused', async () => {
  const body = { name: 'Both at once', composition: { ...shortSets, tie_break: 11 } }
  const tokens = [token, other.token]
  const created = await Promise.all(tokens.map((by) => t.call(calls.createMatchFormat, { token: by, body })))
  expect(created.map(({ status }) => status).toSorted()).toEqual([201, 422])
  const { id } = created.find(({ status }) => status === 201)!.body
  const changed = await Promise.all(
    tokens.map((by, index) =>
      t.call(calls.changeMatchFormat, {
        token: by,
        params: { id },
        body: { name: `Both at once ${index}`, composition: { ...shortSets, tie_break: 12 + index } },
      }),
    ),
  )
  expect(changed.map(({ status }) => status).toSorted()).toEqual([200, 409])
  // One retires while the other chooses: the season has it or is refused, and never half of it.
  const { id: newest, format } = changed.find(({ status }) => status === 200)!.body
  const [, chosen] = await Promise.all([retire(newest), play(format)])
  expect([200, 422]).toContain(chosen.status)
  await play('one_set')
})

test('rows that another release made are left alone: not listed, not played, and the season falls back to what it knows', async () => {
  const unknown = 'tennis.2.s6.c7.t7.ad.blitz9'
  await t.db
    .insertInto('match_formats')
    .values({ name: 'From the future', format: unknown, created_at: t.clock.now() })
    .execute()
  expect((await listed()).map(({ name }) => name)).not.toContain('From the future')
  const before = await t.db.selectFrom('seasons').select('rules').where('id', '=', season.id).executeTakeFirstOrThrow()
  const formats = [unknown, 'new_in_2030'] as unknown as MatchFormat[]
  await t.db.updateTable('seasons').set({ rules: { formats } }).where('id', '=', season.id).execute()
  const { league_id, people, division } = await makeSportLeague('tennis')
  const sheet = (await t.call(getLeagueRules, { params: { league_id } })).body
  expect(sheet.rules.formats).toEqual(['one_set', 'best_of_three', 'best_of_five'])
  const [ann, bea] = people
  const reported = await t.call(reportScore, {
    token: ann.token,
    body: scoreBody(ann, bea, '6-4 6-4', { division, total_winner_score: 2, total_opponent_score: 0 }),
  })
  expect(reported.status).toBe(201)
  await t.db.updateTable('seasons').set(before).where('id', '=', season.id).execute()
})
