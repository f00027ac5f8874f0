import sharp from 'sharp'
import { expect, test } from 'vitest'
import { reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { getUser } from '#/features/accounts/contract.ts'
import { comparePlayers, listPhotos } from '#/features/players/contract.ts'
import { getPlayer, getPublicPlayer, listPlayerMatches, reportPhoto } from '#/features/players/page-contract.ts'
import { deleteAccount, updatePrivacy } from '#/features/settings/contract.ts'
import { listMyMatches } from '#/features/matches/contract.ts'
import { replacePlayer } from '#/organizer/entries/contract.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import {
  countEveryMeeting,
  joinLeague,
  makeOrganizer,
  makePlayer,
  makeUnprovedPlayer,
  password,
  type TestPlayer,
} from '#/test/make.ts'
import { getOrganizerPlayer, keepPhoto, listOrganizerPlayers, mergePlayers, removePhoto } from './contract.ts'

const t = await startApp('2026-05-28T16:00:00Z')
await countEveryMeeting(t)
const { emailsTo } = mailboxOf(t)
const summer = { season: 'summer-1', area: 'south-bend' } as const

const open = (reader: { token: string }, { id }: { id: number }) =>
  t.call(getPlayer, { token: reader.token, params: { id } })
const pageOf = async (reader: { token: string }, player: { id: number }) => {
  const { status, body } = await open(reader, player)
  expect(status).toBe(200)
  return body
}
const show = (player: TestPlayer, parts: object) =>
  t.send(updatePrivacy, { token: player.token, body: { shows_email: true, shows_phone: true, ...parts } })
const beat = async (winner: TestPlayer, opponent: TestPlayer, line: string, match_date: string, hour = 1) => {
  const body = scoreBody(winner, opponent, line, { match_date, hour })
  expect(await t.call(reportScore, { token: winner.token, body })).toMatchObject({ status: 201 })
}

test('a page is open to oneself, league-mates and organizers of the area; to nobody else it does not exist', async () => {
  const { people } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-3-0' })
  const [ann, bea] = people
  const others = await Promise.all([makePlayer(t), makeOrganizer(t, ['dc']), makeUnprovedPlayer(t)])
  const mates = [bea, ann, await makeOrganizer(t, ['south-bend']), await makeOrganizer(t)]
  for (const reader of mates) expect((await open(reader, ann)).status).toBe(200)
  for (const reader of others) expect((await open(reader, ann)).status).toBe(404)
  expect((await open(bea, { id: 999_999 })).status).toBe(404)
  expect((await t.send(getPlayer, { path: `/users/players/${ann.id}` } as never)).status).toBe(401)
  expect((await t.call(getPublicPlayer, { params: { id: ann.id } })).status).toBe(404)
  const [stranger] = others
  expect((await t.call(listPlayerMatches, { token: stranger.token, params: { id: ann.id } })).status).toBe(404)

  await show(ann, { public_page: true })
  expect((await pageOf(stranger, ann)).player.name).toBe(`${ann.first_name} ${ann.last_name}`)
  const anyone = await t.call(getPublicPlayer, { params: { id: ann.id } })
  expect(anyone.body.player).toMatchObject({ id: ann.id, name: 'Player N.', is_me: false })
})

test('the record is the same as on the profile and in a comparison, and its parts add up', async () => {
  const { people, league_id } = await makeLeague(t, 3, { ...summer, division: 'womens-singles-3-5' })
  const [ann, bea, cleo] = people
  await beat(ann, bea, '6-4 6-4', '2026/05/18')
  await beat(cleo, bea, '6-0 6-0', '2026/05/19')
  await beat(ann, cleo, '7-5 6-4', '2026/05/20')
  await beat(bea, ann, '6-1 6-1', '2026/05/21')
  const page = await pageOf(bea, ann)
  const record = { wins: 2, losses: 1, ties: 0 }
  expect(page).toMatchObject({ record, playoff_record: { wins: 0, losses: 0 }, hidden: ['hours'], favorites: null })
  expect(page.records).toMatchObject([
    { ...record, league_id, league_slug: 'summer-1', level_slug: 'womens-singles-3-5' },
  ])
  const history = await t.call(listMyMatches, { token: ann.token })
  const compared = await t.call(comparePlayers, {
    token: bea.token,
    query: { player_one: ann.id, player_two: cleo.id },
  })
  expect([history.body.record, compared.body.player_one.record]).toEqual([record, record])

  expect(page.form?.map(({ outcome, score_line }) => [outcome, score_line])).toEqual([
    ['lost', '1-6 1-6'],
    ['won', '7-5 6-4'],
    ['won', '6-4 6-4'],
  ])
  expect(page.streaks).toEqual({ current: { outcome: 'lost', length: 1 }, longest_wins: 2 })
  // Mine against hers: what I have won comes first, and so do my games.
  expect(page.head_to_head).toMatchObject({
    wins: 1,
    losses: 1,
    ties: 0,
    results: [
      { outcome: 'won', score_line: '6-1 6-1' },
      { outcome: 'lost', score_line: '4-6 4-6' },
    ],
  })
  expect(page.head_to_head?.results[0]?.opponents).toMatchObject([{ id: ann.id }])
  // Of the three, she led after each day but the second, when Cleo had won more games.
  expect(page.places).toMatchObject([{ league_id, entries: 3 }])
  expect(page.places?.[0]?.series.map(({ day }) => day)).toEqual([
    '2026/05/18',
    '2026/05/19',
    '2026/05/20',
    '2026/05/21',
  ])
  expect(page.places?.[0]?.series[0]).toEqual({ day: '2026/05/18', place: 1 })
  const { body: all } = await t.call(listPlayerMatches, {
    token: bea.token,
    params: { id: ann.id },
    query: { per_page: 2 },
  })
  expect(all).toMatchObject({ total: 3, skip: 0 })
  expect(all.matches).toEqual(page.matches?.slice(0, 2))
  const filtered = await t.call(listPlayerMatches, {
    token: bea.token,
    params: { id: ann.id },
    query: { opponent: cleo.id, season: 'Summer 1', year: 2026, division: 'womens-singles-3-5' },
  })
  expect(filtered.body).toMatchObject({ total: 1, matches: [{ outcome: 'won', score_line: '7-5 6-4' }] })
  for (const query of [{ year: 2025 }, { division: 'womens-singles-4-0' }, { season: 'fall' }, { opponent: ann.id }])
    expect((await t.call(listPlayerMatches, { token: bea.token, params: { id: ann.id }, query })).body.total).toBe(0)
})

test('the last place of each series is the one in the table', async () => {
  const { people, league_id } = await makeLeague(t, 4, { ...summer, division: 'womens-singles-4-0' })
  const [ann, bea, cleo, dora] = people
  await beat(ann, bea, '6-4 6-4', '2026/05/18')
  await beat(dora, ann, '6-4 3-6 10-7', '2026/05/19')
  await beat(cleo, dora, '6-4 6-4', '2026/05/19')
  await beat(dora, bea, '6-4 6-4', '2026/05/23')
  const rows = await t.db
    .selectFrom('standings')
    .innerJoin('entry_players', 'entry_players.entry_id', 'standings.entry_id')
    .select(['player_id', 'rank'])
    .where('standings.league_id', '=', league_id)
    .execute()
  expect(rows).toHaveLength(4)
  for (const { player_id, rank } of rows) expect((await pageOf(ann, { id: player_id })).places?.[0]?.place).toBe(rank)
})

test('each part that a player keeps private is hidden from others and shown to the player', async () => {
  const { people } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-4-5' })
  const [ann, bea] = people
  await beat(ann, bea, '6-4 6-4', '2026/05/18')
  await t.db
    .updateTable('players')
    .set({ photo: 'e'.repeat(32) })
    .where('id', '=', ann.id)
    .execute()
  const seen = await pageOf(bea, ann)
  expect(seen.player).toMatchObject({ singles_level: '3.5', photo: { medium: expect.any(String) } })
  const facesOf = async (reader: TestPlayer) =>
    (await t.call(listPhotos, { token: reader.token })).body.photos.map(({ player_id }) => player_id)
  expect(await facesOf(bea)).toEqual([ann.id])

  const none = { shows_photo: false, shows_level: false, shows_rating: false, shows_record: false, shows_hours: false }
  await show(ann, none)
  const hidden = ['photo', 'level', 'rating', 'record', 'hours']
  const page = await pageOf(bea, ann)
  expect(page).toMatchObject({
    player: { name: `${ann.first_name} ${ann.last_name}`, photo: null, singles_level: null, doubles_level: null },
    hidden,
    record: null,
    playoff_record: null,
    records: null,
    form: null,
    streaks: null,
    places: null,
    titles: null,
    partners: null,
    favorites: null,
    matches: null,
    matches_total: null,
    opponents: null,
    // The reader's own results.
    head_to_head: { wins: 0, losses: 1 },
  })
  expect((await t.call(listPlayerMatches, { token: bea.token, params: { id: ann.id } })).status).toBe(404)
  expect(await facesOf(bea)).toEqual([])
  expect(await facesOf(ann)).toEqual([ann.id])
  const own = await pageOf(ann, ann)
  expect(own).toMatchObject({
    hidden,
    record: { wins: 1 },
    head_to_head: null,
    player: { is_me: true, singles_level: '3.5' },
  })
  expect(own.favorites).toEqual({ court: null, hour: null })

  // A client that does not know the settings keeps them.
  await show(ann, {})
  expect((await pageOf(bea, ann)).hidden).toEqual(hidden)
})

test('a merged account answers as the kept one; a deleted one does not exist; a replaced player still has a page', async () => {
  const owner = await makeOrganizer(t)
  const { people, entry_ids } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-5-0' })
  const [ann, bea] = people
  await beat(ann, bea, '6-4 6-4', '2026/05/18')
  const second = await makePlayer(t)
  const merged = await t.call(mergePlayers, {
    token: owner.token,
    params: { id: ann.id },
    body: { from_id: second.id, reason: 'Same person' },
  })
  expect(merged.status).toBe(200)
  expect((await pageOf(bea, second)).player.id).toBe(ann.id)

  const zoe = await makePlayer(t)
  const replaced = await t.call(replacePlayer, {
    token: owner.token,
    params: { id: entry_ids[0] },
    body: { leaving_player_id: ann.id, email: zoe.email, reason: 'Injured' },
  })
  expect(replaced.status).toBe(200)
  expect(await pageOf(bea, ann)).toMatchObject({ record: { wins: 1 }, head_to_head: { losses: 1 } })
  expect((await pageOf(ann, bea)).player.id).toBe(bea.id)
  const known = (await t.call(listPhotos, { token: bea.token })).body.people.map(({ player_id }) => player_id)
  expect(known).toEqual(expect.arrayContaining([ann.id, bea.id, zoe.id]))

  expect((await t.call(deleteAccount, { token: ann.token, body: { password } })).status).toBe(200)
  expect((await open(bea, ann)).status).toBe(404)
  expect((await open(bea, second)).status).toBe(404)
  const left = (await t.call(listPhotos, { token: bea.token })).body.people.map(({ player_id }) => player_id)
  expect(left).not.toContain(ann.id)
})

/** A picture with shapes, as an uploaded JPEG. */
async function picture(quality = 90): Promise<Uint8Array<ArrayBuffer>> {
  const shapes = `<svg width="600" height="600"><rect width="600" height="600" fill="#dde"/><circle cx="210" cy="260" r="150" fill="#444"/>
    <rect x="380" y="80" width="130" height="460" fill="#986"/></svg>`
  return new Uint8Array(await sharp(Buffer.from(shapes)).jpeg({ quality }).toBuffer())
}

async function upload(player: TestPlayer, image: Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.set('image', new Blob([image], { type: 'image/jpeg' }), 'me.jpg')
  const sent = new Response(form)
  const answer = await t.server.inject({
    method: 'PUT',
    url: '/api/users/photo',
    headers: { 'content-type': sent.headers.get('content-type') ?? '', authorization: `Bearer ${player.token}` },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  return answer.statusCode
}

test('a league-mate reports a photo; an organizer removes it with a reason, and the same picture is refused', async () => {
  const division = 'mens-singles-3-5'
  const [ann, bea, stranger] = [await makePlayer(t), await makePlayer(t), await makePlayer(t)]
  for (const player of [ann, bea]) await joinLeague(t, player, { ...summer, division })
  const [organizer, elsewhere] = [await makeOrganizer(t, ['south-bend']), await makeOrganizer(t, ['dc'])]
  const report = (by: TestPlayer, reason = 'Not a person') =>
    t.call(reportPhoto, { token: by.token, params: { id: ann.id }, body: { reason } })
  expect((await report(bea)).status).toBe(404)
  expect(await upload(ann, await picture())).toBe(200)
  for (const by of [stranger, ann]) expect((await report(by)).status).toBe(404)
  expect((await report(bea, '')).status).toBe(422)
  // Twice at once is one report.
  expect((await Promise.all([report(bea), report(bea)])).map(({ status }) => status)).toEqual([200, 200])
  expect((await emailsTo(organizer)).filter(({ subject }) => subject.includes('was reported'))).toHaveLength(1)
  expect(await emailsTo(elsewhere)).toEqual([])
  const reported = async (by: TestPlayer) =>
    (await t.call(listOrganizerPlayers, { token: by.token, query: { state: 'photo_reported' } })).body.players.map(
      ({ id }) => id,
    )
  expect([await reported(organizer), await reported(elsewhere)]).toEqual([[ann.id], []])
  const desk = await t.call(getOrganizerPlayer, { token: organizer.token, params: { id: ann.id } })
  expect(desk.body.photo_reports).toMatchObject([
    { reason: 'Not a person', reported_by: `${bea.first_name} ${bea.last_name}` },
  ])

  const change = (call: typeof removePhoto | typeof keepPhoto, by: TestPlayer) =>
    t.call(call, { token: by.token, params: { id: ann.id }, body: { reason: 'Please show yourself' } })
  expect((await change(keepPhoto, elsewhere)).status).toBe(404)
  expect((await change(keepPhoto, organizer)).status).toBe(200)
  expect(await reported(organizer)).toEqual([])

  const url = (await t.call(getUser, { token: ann.token })).body.user.photo ?? ''
  for (const by of [elsewhere, bea]) expect([403, 404]).toContain((await change(removePhoto, by)).status)
  expect((await change(removePhoto, organizer)).status).toBe(200)
  expect((await change(removePhoto, organizer)).status).toBe(409)
  expect((await t.server.inject(url)).statusCode).toBe(404)
  expect((await pageOf(bea, ann)).player.photo).toBe(null)
  const told = (await emailsTo(ann)).find(({ subject }) => subject === 'Your photo was removed')
  expect(told?.text).toContain('Please show yourself')

  // The same picture, saved with more loss, by anybody.
  for (const player of [ann, bea]) expect(await upload(player, await picture(55))).toBe(422)
  const other = await sharp(await picture())
    .flop()
    .toBuffer()
  expect(await upload(ann, new Uint8Array(other))).toBe(200)
})
