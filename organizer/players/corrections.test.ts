import { afterEach, describe, expect, test } from 'vitest'
import { placeholderEmail } from '#/contract/no-email.ts'
import { getUser, resetPassword, signIn, forgotPassword } from '#/features/accounts/contract.ts'
import { confirmEmail, deleteAccount, exportData } from '#/features/settings/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, makePlayer, makeUnprovedPlayer, password } from '#/test/make.ts'
import { getOrganizerPlayer, listOrganizerPlayers } from './contract.ts'
import {
  addNote,
  claimAccount,
  correctEmail,
  correctPlayer,
  deleteNote,
  endClaimLink,
  exportPlayerData,
  listNotes,
  makeClaimLink,
  readClaim,
} from './correction-contract.ts'

const start = '2026-07-15T16:00:00Z'
const t = await startApp(start)
// The organizers' sessions are new again in each test.
afterEach(() => t.clock.set(start))
const { emailsTo, subjectsTo, tokenTo } = mailboxOf(t)
const owner = await makeOrganizer(t)
const here = await makeOrganizer(t, ['south-bend'])
const elsewhere = await makeOrganizer(t, ['dc'])
const reason = 'Told us at the club'
const { token } = here
const other = 'a quiet word with the net'

const recordOf = async ({ id }: { id: number }) =>
  (await t.call(listAuditLog, { token: owner.token, query: { subject: `player ${id}` } })).body.audit_entries
const pageOf = async ({ id }: { id: number }) => (await t.call(getOrganizerPlayer, { token, params: { id } })).body
const profile = { first_name: 'Ada', last_name: 'Moreno', phone: '+1 574 555 0199', gender: 'Female', reason }
const makeUnreachable = () =>
  makeUnprovedPlayer(t, { email: placeholderEmail(), password_hash: null, opened_by_id: here.id })

describe('name, phone and gender', () => {
  test('are corrected by the rules of the settings, recorded with before and after, and the player is notified', async () => {
    const player = await makePlayer(t)
    const params = { id: player.id }
    const body = { ...profile, phone: '(574) 555-0199' }
    expect(await t.call(correctPlayer, { token, params, body })).toMatchObject({ status: 200 })
    expect((await t.call(getUser, { token: player.token })).body.user).toMatchObject({
      first_name: 'Ada',
      last_name: 'Moreno',
      one_name: false,
      phone: '+1 574 555 0199',
    })
    const [entry] = await recordOf(player)
    expect(entry).toMatchObject({
      kind: 'correct_player',
      reason,
      before: { first_name: player.first_name, last_name: player.last_name, phone: '+1 574 555 0100' },
      after: { first_name: 'Ada', last_name: 'Moreno', phone: '+1 574 555 0199' },
    })
    const [email] = (await emailsTo(player)).filter(({ subject }) => subject === 'Your profile was corrected')
    expect(email?.text).toContain('name and phone')
    expect(email?.text).toContain(reason)
  })

  test('the same correction twice is recorded once, and at once too', async () => {
    const player = await makePlayer(t)
    const request = { token, params: { id: player.id }, body: profile }
    const answers = await Promise.all([t.call(correctPlayer, request), t.call(correctPlayer, request)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await recordOf(player)).toHaveLength(1)
    expect(await subjectsTo(player)).toEqual(['Your profile was corrected'])
  })

  test.each([
    [{ phone: '+1 574 555' }, 'phone'],
    [{ phone: 'call me' }, 'phone'],
    [{ phone: null }, 'phone'],
    [{ phone: '' }, 'phone'],
    [{ first_name: ' ' }, 'first_name'],
    [{ first_name: 'Ada\u202e' }, 'first_name'],
    [{ last_name: 'x'.repeat(61) }, 'last_name'],
    [{ gender: 'Robot' }, 'gender'],
    [{ reason: '' }, 'reason'],
  ])('%j is refused, and nothing changes', async (wrong, field) => {
    const player = await makePlayer(t)
    const request = { token, params: { id: player.id }, body: { ...profile, ...wrong } }
    const answer = (await t.call(correctPlayer, request as never)) as { status: number; body: object }
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
    expect((await pageOf(player)).phone).toBe('+1 574 555 0100')
  })

  test('a last name is left out for one name, and a phone only by a player who has none', async () => {
    const player = await makeUnprovedPlayer(t, { phone: null, location: null, opened_by_id: here.id })
    const body = { ...profile, last_name: '', phone: '' }
    expect((await t.call(correctPlayer, { token, params: { id: player.id }, body })).status).toBe(200)
    expect(await pageOf(player)).toMatchObject({ name: 'Ada', one_name: true, phone: null })
  })

  test('other areas, players and closed accounts do not exist; an organizer’s account is an owner’s to correct', async () => {
    const player = await makePlayer(t)
    const send = (reader: { token: string }, id: number) =>
      t.call(correctPlayer, { token: reader.token, params: { id }, body: profile })
    expect((await send(elsewhere, player.id)).status).toBe(404)
    expect((await send(player, player.id)).status).toBe(403)
    expect((await send(here, 999_999)).status).toBe(404)
    const peer = await makeOrganizer(t, ['south-bend'])
    expect((await send(here, peer.id)).body).toMatchObject({ code: 'not_allowed' })
    expect((await send(owner, peer.id)).status).toBe(200)
    expect((await send(here, here.id)).status).toBe(200)
  })
})

describe('another email', () => {
  const correct = (player: { id: number }, email: string, by = here) =>
    t.call(correctEmail, { token: by.token, params: { id: player.id }, body: { email, reason } })

  test('is confirmed by its reader with the password; the old one works until then; both are told', async () => {
    const player = await makePlayer(t)
    const email = 'ada-corrected@example.com'
    expect((await correct(player, email)).status).toBe(200)
    expect(await subjectsTo(player)).toEqual([expect.stringContaining('entered another email')])
    const link = await tokenTo(email, 'Confirm your email')
    expect((await t.call(signIn, { body: { email: player.email, password } })).status).toBe(200)
    // The reader of the new email alone cannot take the account within three days.
    const alone = await t.call(confirmEmail, { body: { token: link } })
    expect(alone).toMatchObject({ status: 422, body: { fields: { password: expect.stringContaining('Jul 18') } } })
    expect((await t.call(confirmEmail, { body: { token: link, password: 'wrong' } })).status).toBe(422)
    expect((await t.call(confirmEmail, { body: { token: link, password } })).status).toBe(200)
    expect((await t.call(confirmEmail, { body: { token: link, password } })).body.code).toBe('link_dead')
    expect((await t.call(signIn, { body: { email, password } })).status).toBe(200)
    expect((await t.call(signIn, { body: { email: player.email, password } })).status).not.toBe(200)
    const entry = (await recordOf(player)).find(({ kind }) => kind === 'correct_email')
    expect(entry).toMatchObject({ before: { email: player.email }, after: { email }, reason })
  })

  test('the old email stops it by choosing a new password', async () => {
    const player = await makePlayer(t)
    const email = 'thief@example.com'
    await correct(player, email)
    const link = await tokenTo(email)
    await t.call(forgotPassword, { body: { email: player.email } })
    const reset = { token: await tokenTo(player, 'Choose a new'), password: other }
    expect((await t.call(resetPassword, { body: reset })).status).toBe(200)
    t.clock.set(new Date(Date.parse(start) + 4 * 86_400_000).toISOString())
    expect((await t.call(confirmEmail, { body: { token: link } })).body.code).toBe('link_dead')
  })

  test('after three days without an objection it works alone, and every other way into the account ends', async () => {
    const player = await makePlayer(t)
    const email = 'lost-everything@example.com'
    await correct(player, email)
    const link = await tokenTo(email)
    t.clock.set(new Date(Date.parse(start) + 3 * 86_400_000 + 1000).toISOString())
    expect((await t.call(confirmEmail, { body: { token: link } })).status).toBe(200)
    expect((await t.call(getUser, { token: player.token })).status).toBe(401)
    expect((await t.call(signIn, { body: { email, password } })).status).not.toBe(200)
  })

  test('of an account that nobody has ever used works at once; a player without an email gets one', async () => {
    const player = await makeUnreachable()
    const email = 'first-email@example.com'
    expect((await correct(player, email)).status).toBe(200)
    expect((await t.call(confirmEmail, { body: { token: await tokenTo(email) } })).status).toBe(200)
    expect(await pageOf(player)).toMatchObject({ email, email_verified: true })
  })

  test('that is used is refused in words that lead to merging', async () => {
    const [player, taken, far] = [await makePlayer(t), await makePlayer(t), await makePlayer(t, { location: 'dc' })]
    const { status, body } = await correct(player, taken.email.toUpperCase())
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { code: 'email_in_use', message: expect.stringContaining('merge'), state: { player_id: taken.id } },
    })
    const unseen = await correct(player, far.email)
    expect(unseen.body).toMatchObject({ code: 'email_in_use', message: expect.stringContaining('merge') })
    expect(unseen.body).not.toHaveProperty('state')
    expect((await correct(player, player.email)).status).toBe(422)
    expect((await correct(player, 'nonsense')).status).toBe(422)
  })

  test('only the newest link works, and six an hour are too many', async () => {
    const player = await makePlayer(t)
    await correct(player, 'one@example.com')
    const first = await tokenTo('one@example.com')
    await correct(player, 'two@example.com')
    expect((await t.call(confirmEmail, { body: { token: first, password } })).body.code).toBe('link_dead')
    for (const each of ['two', 'three', 'four', 'five']) {
      await tokenTo(`${each}@example.com`)
      await correct(player, `${each}-more@example.com`)
    }
    await tokenTo('five-more@example.com')
    expect((await correct(player, 'six@example.com')).status).toBe(429)
  })

  test('other areas, players and peers are refused, and so is oneself', async () => {
    const player = await makePlayer(t)
    const peer = await makeOrganizer(t, ['south-bend'])
    expect((await correct(player, 'x1@example.com', elsewhere)).status).toBe(404)
    expect((await correct(player, 'x1@example.com', player)).status).toBe(403)
    expect((await correct(peer, 'x1@example.com')).body.code).toBe('not_allowed')
    expect((await correct(here, 'x1@example.com')).body.code).toBe('not_allowed')
    expect(await emailsTo('x1@example.com')).toEqual([])
  })
})

describe('notes', () => {
  const write = (player: { id: number }, body: object, by = here) =>
    t.call(addNote, { token: by.token, params: { id: player.id }, body: body as { text: string } })
  const read = async (player: { id: number }, by = here) =>
    (await t.call(listNotes, { token: by.token, params: { id: player.id } })).body

  test('are for organizers alone; a flag is first, and a badge in the list', async () => {
    const player = await makePlayer(t, { first_name: 'Flagged' })
    expect((await write(player, { text: 'Pays in cash' })).status).toBe(201)
    expect((await write(player, { text: 'Owes a can of balls', is_flag: true })).status).toBe(201)
    expect((await read(player, owner)).notes).toMatchObject([
      { text: 'Owes a can of balls', is_flag: true, mine: true },
      { text: 'Pays in cash', is_flag: false },
    ])
    const { players } = (await t.call(listOrganizerPlayers, { token, query: { search: 'Flagged' } })).body
    expect(players).toMatchObject([{ flags: ['Owes a can of balls'] }])
    expect((await recordOf(player)).map(({ summary }) => summary).join()).not.toContain('balls')
    for (const reader of [player, elsewhere]) {
      expect([403, 404]).toContain((await write(player, { text: 'x' }, reader)).status)
      const found = await t.call(listNotes, { token: reader.token, params: { id: player.id } })
      expect([403, 404]).toContain(found.status)
    }
  })

  test.each([
    [{ text: '' }],
    [{ text: '   ' }],
    [{ text: 'x'.repeat(1001) }],
    [{ text: 'a\0b' }],
    [{ text: 'x'.repeat(41), is_flag: true }],
    [{ text: 'two\nlines', is_flag: true }],
    [{}],
  ])('%j is refused', async (body) => {
    const player = await makePlayer(t)
    expect((await write(player, body)).status).toBe(422)
    expect((await read(player)).notes).toEqual([])
  })

  test('are deleted by their author or an owner, once', async () => {
    const player = await makePlayer(t)
    const peer = await makeOrganizer(t, ['south-bend'])
    const { id: note_id } = (await write(player, { text: 'Mine' })).body
    const params = { id: player.id, note_id }
    expect((await t.call(deleteNote, { token: peer.token, params })).status).toBe(404)
    const twice = await Promise.all([
      t.call(deleteNote, { token, params }),
      t.call(deleteNote, { token: owner.token, params }),
    ])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })

  test('are in the export for a legal demand, not in the player’s download, and are erased with the account', async () => {
    const player = await makePlayer(t)
    await write(player, { text: 'Prefers weekdays' })
    const demand = { params: { id: player.id }, body: { reason: 'A letter of July 14' } }
    expect((await t.call(exportPlayerData, { token, ...demand })).status).toBe(403)
    const exported = await t.call(exportPlayerData, { token: owner.token, ...demand })
    expect(exported).toMatchObject({
      status: 200,
      body: { account: { email: player.email }, notes: [{ text: 'Prefers weekdays' }] },
    })
    expect((await recordOf(player))[0]).toMatchObject({ kind: 'export_player', reason: 'A letter of July 14' })
    const own = await t.call(exportData, { token: player.token, body: { password } })
    expect(JSON.stringify(own.body)).not.toContain('weekdays')
    expect((await t.call(deleteAccount, { token: player.token, body: { password } })).status).toBe(200)
    const left = await t.db.selectFrom('player_notes').select('id').where('player_id', '=', player.id).execute()
    expect(left).toEqual([])
  })
})

describe('an account without an email', () => {
  const make = (player: { id: number }, by = here) =>
    t.call(makeClaimLink, { token: by.token, params: { id: player.id } })
  const tokenOf = (url: string) => url.split('#token=')[1] ?? ''
  const body = (link: string, email: string) => ({ token: link, email, password: other })

  test('is claimed by its link, once, and keeps its profile when the email is confirmed', async () => {
    const player = await makeUnreachable()
    expect(await pageOf(player)).toMatchObject({ email: null, claim_ends_at: null })
    const made = await make(player)
    expect(made.status).toBe(201)
    expect((await pageOf(player)).claim_ends_at).toBe(made.body.expires_at)
    const link = tokenOf(made.body.url)
    expect((await t.call(readClaim, { body: { token: link } })).body.name).toBe(
      `${player.first_name} ${player.last_name}`,
    )
    const email = 'claimed@example.com'
    const twice = await Promise.all([
      t.call(claimAccount, { body: body(link, email) }),
      t.call(claimAccount, { body: body(link, 'claimed-too@example.com') }),
    ])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const claimed = twice[0].status === 200 ? email : 'claimed-too@example.com'
    expect(await subjectsTo(claimed)).toEqual([expect.stringContaining('Confirm your email')])
    const session = await t.call(signIn, { body: { email: claimed, password: other } })
    expect(session).toMatchObject({ status: 200, body: { user: { id: player.id, phone: '+1 574 555 0100' } } })
    expect(await pageOf(player)).toMatchObject({ email: claimed, claim_ends_at: null, has_password: true })
    expect((await recordOf(player)).map(({ kind }) => kind)).toEqual(['make_claim_link'])
  })

  test('an email in use and a weak password are refused, and the link still works', async () => {
    const [player, taken] = [await makeUnreachable(), await makePlayer(t)]
    const link = tokenOf((await make(player)).body.url)
    expect((await t.call(claimAccount, { body: body(link, taken.email) })).body.code).toBe('email_in_use')
    const weak = { ...body(link, 'weak@example.com'), password: 'password1' }
    expect((await t.call(claimAccount, { body: weak })).status).toBe(422)
    expect((await t.call(claimAccount, { body: body(link, 'strong@example.com') })).status).toBe(200)
  })

  test('a link ends when another is made, when it is taken back, and after two weeks', async () => {
    const player = await makeUnreachable()
    const first = tokenOf((await make(player)).body.url)
    const second = tokenOf((await make(player)).body.url)
    const isDead = async (link: string) =>
      (await t.call(readClaim, { body: { token: link } })).body.code === 'link_dead'
    expect(await Promise.all([first, second].map(isDead))).toEqual([true, false])
    expect((await t.call(endClaimLink, { token, params: { id: player.id } })).status).toBe(200)
    expect(await isDead(second)).toBe(true)
    const third = tokenOf((await make(player)).body.url)
    t.clock.set(new Date(Date.parse(start) + 14 * 86_400_000 + 1000).toISOString())
    expect(await isDead(third)).toBe(true)
    expect((await t.call(claimAccount, { body: body('garbage', 'x@example.com') })).body.code).toBe('link_dead')
  })

  test('nobody claims an account with an email, of another area, or as a stranger', async () => {
    const [player, unreachable] = [await makePlayer(t), await makeUnreachable()]
    expect((await make(player)).body.code).toBe('conflict')
    expect((await make(unreachable, elsewhere)).status).toBe(404)
    expect((await make(unreachable, player)).status).toBe(403)
    expect((await t.call(endClaimLink, { token: elsewhere.token, params: { id: unreachable.id } })).status).toBe(404)
  })

  test('gets no email of any kind', async () => {
    const player = await makeUnreachable()
    await t.call(correctPlayer, { token, params: { id: player.id }, body: profile })
    const before = t.emails.length
    await subjectsTo(player)
    expect(t.emails.slice(before).filter(({ to }) => to.email.endsWith('.invalid'))).toEqual([])
    expect(await subjectsTo(player)).toEqual([])
  })
})
