import { describe, expect, test } from 'vitest'
import type { AreaSlug } from '#/contract/areas.ts'
import { forgotPassword, resetPassword, signIn, signUp } from '#/features/accounts/contract.ts'
import {
  acceptEntryInvitation,
  acceptMailedEntryInvitation,
  declineEntryInvitation,
  declineMailedEntryInvitation,
  listEntryInvitations,
  readMailedEntryInvitation,
} from '#/features/invitations/contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { deleteAccount, exportData, updateProfile } from '#/features/settings/contract.ts'
import {
  enterPlayer,
  listOrganizerEntries,
  moveEntry,
  replacePlayer,
  withdrawEntry,
  withdrawEntryInvitation,
} from '#/organizer/entries/contract.ts'
import {
  changeLevel,
  getOrganizerPlayer,
  listOrganizerPlayers,
  mergePlayers,
  previewMerge,
  seeAsPlayer,
  signOutPlayer,
  suspendPlayer,
} from './contract.ts'
import { checkImport, getExchangeTask, startImport, storeImport } from '#/organizer/exchange/contract.ts'
import type { ImportKind } from '#/organizer/exchange/import-fields.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { joinLeague, makeOrganizer, makeUnprovedPlayer, password, type TestPlayer } from '#/test/make.ts'

// An organizer of Washington, DC, who tries to gain access to a player of South Bend.
const t = await startApp('2026-07-15T16:00:00Z')
const { tokenTo, subjectsTo, emailsTo } = mailboxOf(t)
const reason = 'Asked on the phone'
const division = 'womens-singles-3-5'

async function leagueId(area: AreaSlug, slug = division): Promise<number> {
  const { id } = await t.db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select('leagues.id')
    .where('seasons.slug', '=', 'fall')
    .where('seasons.year', '=', 2026)
    .where('divisions.slug', '=', slug)
    .where('leagues.area', '=', area)
    .executeTakeFirstOrThrow()
  return id
}

/** The status of each action that an organizer can try on a player. */
async function powersOver(organizer: TestPlayer, player: TestPlayer, own: TestPlayer): Promise<number[]> {
  const given = { token: organizer.token, params: { id: player.id } }
  const { token } = given
  const search = await t.call(listOrganizerPlayers, { token, query: { search: player.email } })
  const statuses = [
    search.body.players.length === 0 ? 404 : 200,
    (await t.call(getOrganizerPlayer, given)).status,
    (await t.call(seeAsPlayer, given)).status,
    (await t.call(changeLevel, { ...given, body: { singles_level: '5.0', reason } })).status,
    (await t.call(previewMerge, { ...given, query: { from_id: own.id } })).status,
    (await t.call(mergePlayers, { token, params: { id: own.id }, body: { from_id: player.id, reason } })).status,
    (await t.call(signOutPlayer, given)).status,
    (await t.call(suspendPlayer, { ...given, body: { suspended: true, reason } })).status,
  ]
  return statuses
}
const none = Array.from({ length: 8 }, () => 404)

async function importFile(by: TestPlayer, kind: ImportKind, rows: string[][], update = false) {
  const form = new FormData()
  form.set('kind', kind)
  form.set('file', new File([rows.map((row) => row.join(';')).join('\n')], 'club.csv', { type: 'text/csv' }))
  const request = new Request('http://deuce', { method: 'POST', body: form })
  const answer = await t.server.inject({
    method: 'POST',
    url: `/api${startImport.path}`,
    headers: { authorization: `Bearer ${by.token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  let task_id = (answer.json() as { task_id: number }).task_id
  await runJobs(t)
  const taskOf = async () => (await t.call(getExchangeTask, { token: by.token, params: { task_id } })).body.task
  if (update) {
    const mapping = (await taskOf()).check?.mapping ?? {}
    const again = await t.call(checkImport, { token: by.token, params: { task_id }, body: { mapping, update } })
    task_id = again.body.task_id
    await runJobs(t)
  }
  const { check } = await taskOf()
  const stored = await t.call(storeImport, { token: by.token, params: { task_id } })
  await runJobs(t)
  return { check, status: stored.status }
}

const areaOf = async ({ id }: { id: number }) =>
  (await t.db.selectFrom('players').select('area').where('id', '=', id).executeTakeFirstOrThrow()).area

describe('an organizer of one area gains no power over a player of another', () => {
  test('an organizer gains no power over a player of another area by entering them', async () => {
    const [attacker, victim] = [await makeOrganizer(t, ['dc']), await makeUnprovedPlayer(t)]
    const own = await makeUnprovedPlayer(t, { location: 'dc' })
    const body = { league_id: await leagueId('dc'), email: victim.email, amount: 0, reason }
    expect((await t.call(enterPlayer, { token: attacker.token, body })).status).toBe(201)
    expect(await powersOver(attacker, victim, own)).toEqual(none)
  })

  test('an organizer gains no power over a player of another area by importing an entry', async () => {
    const [attacker, victim] = [await makeOrganizer(t, ['dc']), await makeUnprovedPlayer(t)]
    const own = await makeUnprovedPlayer(t, { location: 'dc' })
    const rows = [
      ['Season', 'Year', 'Division', 'Area', 'Email'],
      ['Fall', '2026', "Women's Singles 4.0", 'dc', victim.email],
    ]
    expect((await importFile(attacker, 'entries', rows)).status).toBe(201)
    expect(await powersOver(attacker, victim, own)).toEqual(none)
  })

  test('an organizer gains no power by importing an area for an account that has none', async () => {
    const [attacker, own] = [await makeOrganizer(t, ['dc']), await makeUnprovedPlayer(t, { location: 'dc' })]
    const victim = await makeUnprovedPlayer(t, { location: null, phone: null, singles_level: null, gender: null })
    await importFile(attacker, 'entries', [
      ['Season', 'Year', 'Division', 'Area', 'Email'],
      ['Fall', '2026', "Women's Singles 4.0", 'dc', victim.email],
    ])
    const rows = [
      ['Email', 'Name', 'Phone', 'Level', 'Gender', 'City'],
      [victim.email, 'Some Body', '202 555 0100', '3.5', 'F', 'dc'],
    ]
    await importFile(attacker, 'players', rows, true)
    expect(await areaOf(victim)).toBeNull()
    expect(await powersOver(attacker, victim, own)).toEqual(none)
  })

  test('an organizer gains no power over a player of another area by giving them another player’s place', async () => {
    const [attacker, victim] = [await makeOrganizer(t, ['dc']), await makeUnprovedPlayer(t)]
    const own = await makeUnprovedPlayer(t, { location: 'dc' })
    const { entry_id } = await joinLeague(t, own, { season: 'fall', division: 'womens-singles-3-0' })
    const body = { leaving_player_id: own.id, email: victim.email, reason }
    await t.call(replacePlayer, { token: attacker.token, params: { id: entry_id }, body })
    expect(await powersOver(attacker, victim, own)).toEqual(none)
  })
})

describe('a player whose email somebody else used first is beyond the scope of the area chosen for them', () => {
  const status = async ({ token }: TestPlayer, email: string) => {
    const { id } = await t.db.selectFrom('players').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    return (await t.call(getOrganizerPlayer, { token, params: { id } })).status
  }
  const profile = {
    first_name: 'Vic',
    last_name: 'Tim',
    phone: '+1 202 555 0100',
    singles_level: '3.5',
    gender: 'Female',
  } as const
  /** The owner of the mailbox requests a link and chooses a password. */
  async function claim(email: string): Promise<void> {
    await t.call(forgotPassword, { body: { email } })
    const token = await tokenTo({ email }, 'Choose a new Deuce password')
    expect((await t.call(resetPassword, { body: { token, password: 'a slice down the line' } })).status).toBe(200)
  }

  test('a sign-up with somebody else’s email gives the chosen area no scope over its owner', async () => {
    const attacker = await makeOrganizer(t, ['dc'])
    const email = 'signed.up@example.com'
    await t.call(signUp, { body: { ...profile, email, location: 'dc', password } })
    expect(await status(attacker, email)).toBe(200)
    await claim(email)
    expect(await status(attacker, email)).toBe(404)
  })

  test('a sign-up with somebody else’s email and a paid place give the chosen area no scope over its owner', async () => {
    const [attacker, stranger] = [await makeOrganizer(t, ['dc']), await makeUnprovedPlayer(t, { location: 'dc' })]
    await joinLeague(t, stranger, { season: 'fall', division: 'womens-singles-3-0' })
    expect(await status(attacker, stranger.email)).toBe(200)
    await claim(stranger.email)
    expect(await status(attacker, stranger.email)).toBe(404)
    // The owner's own purchase brings the account into the organizer's scope again.
    const token = (await t.call(signIn, { body: { email: stranger.email, password: 'a slice down the line' } })).body
      .token
    const body = { ...profile, email: stranger.email, location: 'South Bend' }
    expect((await t.call(updateProfile, { token, body })).status).toBe(200)
    t.clock.set('2026-07-15T16:00:01Z')
    await joinLeague(t, { ...stranger, token }, { season: 'fall', division, area: 'dc' })
    expect(await status(attacker, stranger.email)).toBe(200)
    t.clock.set('2026-07-15T16:00:00Z')
  })

  test('an import with somebody else’s email gives the chosen area no scope over its owner', async () => {
    const attacker = await makeOrganizer(t, ['dc'])
    const email = 'imported@example.com'
    await importFile(attacker, 'players', [
      ['Email', 'Name', 'Phone', 'Level', 'Gender', 'City'],
      [email, 'Vic Tim', '202 555 0100', '3.5', 'F', 'dc'],
    ])
    expect(await status(attacker, email)).toBe(200)
    await claim(email)
    expect(await status(attacker, email)).toBe(404)
  })

  test('an entry gives scope over its player, who chooses a password by an email that names the area', async () => {
    const organizer = await makeOrganizer(t, ['dc'])
    const email = 'entered@example.com'
    const body = { league_id: await leagueId('dc'), amount: 0, reason, new_player: { ...profile, email } }
    await t.call(enterPlayer, { token: organizer.token, body })
    const token = await tokenTo({ email }, 'Choose your Deuce password')
    const text = (await emailsTo(email)).findLast(({ subject }) => subject.startsWith('Choose your'))?.text
    expect(text).toContain('you play in DC')
    expect((await t.call(resetPassword, { body: { token, password: 'a slice down the line' } })).status).toBe(200)
    expect(await status(organizer, email)).toBe(200)
  })
})

test('an import moves nobody to another area', async () => {
  const organizer = await makeOrganizer(t, ['dc', 'indianapolis'])
  const player = await makeUnprovedPlayer(t, { location: 'dc' })
  const rows = [
    ['Email', 'Name', 'Phone', 'Level', 'Gender', 'City'],
    [player.email, `${player.first_name} ${player.last_name}`, '574 555 0100', '4.0', 'F', 'indianapolis'],
  ]
  const { check } = await importFile(organizer, 'players', rows, true)
  expect(check?.errors).toMatchObject([{ line: 2, problem: expect.stringContaining('Only the player can change') }])
  expect(await areaOf(player)).toBe('dc')
})

describe('a merge', () => {
  const addIdentity = (player: TestPlayer, subject: string) =>
    t.db
      .insertInto('social_identities')
      .values({ issuer: 'https://id.example', subject, player_id: player.id, created_at: t.clock.now() })
      .execute()
  const identitiesOf = async ({ id }: TestPlayer) =>
    (await t.db.selectFrom('social_identities').select('subject').where('player_id', '=', id).execute()).map(
      ({ subject }) => subject,
    )

  test('a merge by an organizer changes nothing until both players have confirmed', async () => {
    const organizer = await makeOrganizer(t, ['dc'])
    const [keep, from] = [
      await makeUnprovedPlayer(t, { location: 'dc' }),
      await makeUnprovedPlayer(t, { location: 'dc' }),
    ]
    await addIdentity(from, 'stranger')
    const given = { token: organizer.token, params: { id: keep.id } }
    const { status } = await t.call(mergePlayers, { ...given, body: { from_id: from.id, reason } })
    expect(status).toBe(200)
    expect(await identitiesOf(from)).toEqual(['stranger'])
    expect(await identitiesOf(keep)).toEqual([])
    expect((await t.call(getOrganizerPlayer, { ...given, params: { id: from.id } })).body).toMatchObject({
      closed: false,
    })
  })

  test('a merge by an owner keeps only the sign-ins and saved cards of the kept account', async () => {
    const owner = await makeOrganizer(t)
    const [keep, from] = [await makeUnprovedPlayer(t), await makeUnprovedPlayer(t)]
    await addIdentity(keep, 'kept')
    await addIdentity(from, 'other')
    await t.db.updateTable('players').set({ provider_customer: 'cus_other' }).where('id', '=', from.id).execute()
    const given = { token: owner.token, params: { id: keep.id } }
    expect((await t.call(mergePlayers, { ...given, body: { from_id: from.id, reason } })).status).toBe(200)
    expect(await identitiesOf(keep)).toEqual(['kept'])
    expect(await identitiesOf(from)).toEqual([])
    const cards = t.db.selectFrom('players').select('provider_customer').where('id', '=', keep.id)
    expect(await cards.executeTakeFirst()).toEqual({ provider_customer: null })
  })
})

describe('an invitation', () => {
  async function invite(
    given: { slug?: string; amount?: number; partner?: { full_name: string; email: string } } = {},
  ) {
    const [organizer, player] = [await makeOrganizer(t, ['dc']), await makeUnprovedPlayer(t)]
    const { slug = division, amount = 0, ...rest } = given
    const body = { league_id: await leagueId('dc', slug), email: player.email, amount, reason, ...rest }
    const answer = await t.call(enterPlayer, { token: organizer.token, body })
    return { organizer, player, body, answer, params: { id: answer.body.invitation_id ?? 0 } }
  }
  const sees = async (organizer: TestPlayer, player: TestPlayer) =>
    (await t.call(getOrganizerPlayer, { token: organizer.token, params: { id: player.id } })).status === 200
  const invited = async ({ token }: TestPlayer, search: string) =>
    (await t.call(listOrganizerEntries, { token, query: { state: 'invited', search } })).body.entries

  test('an invitation waits on both sides, counts once it is accepted, and only then shows the player to the organizer', async () => {
    const { organizer, player, answer, params } = await invite({ amount: 25 })
    expect(answer.body).toMatchObject({ entry_id: null, message: expect.stringContaining('waiting for') })
    expect(await invited(organizer, player.last_name)).toMatchObject([
      { id: params.id, invited_until: expect.any(String) },
    ])
    expect((await t.call(listMyLeagues, { token: player.token })).body).toEqual([])
    expect((await t.call(listEntryInvitations, { token: player.token })).body.invitations).toMatchObject([
      { id: params.id, area: 'dc', price: 25, level_slug: division },
    ])
    const accept = () => t.call(acceptEntryInvitation, { token: player.token, params })
    const answers = await Promise.all([accept(), accept(), accept()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await t.call(listMyLeagues, { token: player.token })).body).toMatchObject([
      { level_slug: division, area: 'dc' },
    ])
    expect(await invited(organizer, player.last_name)).toEqual([])
    expect(await sees(organizer, player)).toBe(true)
    expect((await subjectsTo(organizer)).at(-1)).toContain('has accepted')
    // When the player leaves the league, the organizer loses access to the player.
    const { entries } = (
      await t.call(listOrganizerEntries, { token: organizer.token, query: { search: player.email } })
    ).body
    const leaving = { token: organizer.token, params: { id: entries[0]?.id ?? 0 } }
    expect((await t.call(withdrawEntry, { ...leaving, body: { refund: false, reason } })).status).toBe(200)
    expect(await sees(organizer, player)).toBe(false)
  })

  test('an invitation can be answered through the link only once, without signing in', async () => {
    const { organizer, player } = await invite()
    const token = await tokenTo(player, 'You are invited')
    expect((await t.call(readMailedEntryInvitation, { body: { token } })).body.invitation).toMatchObject({
      email: player.email,
      area: 'dc',
    })
    expect((await t.call(acceptMailedEntryInvitation, { body: { token } })).status).toBe(200)
    for (const again of [acceptMailedEntryInvitation, declineMailedEntryInvitation, readMailedEntryInvitation])
      expect(await t.send(again, { body: { token } })).toMatchObject({ status: 409, body: { code: 'invitation_over' } })
    expect(await sees(organizer, player)).toBe(true)
  })

  test('an invitation that is declined has no effect, and cannot be sent again', async () => {
    const { organizer, player, body } = await invite({ amount: 10 })
    const token = await tokenTo(player, 'You are invited')
    expect((await t.call(declineMailedEntryInvitation, { body: { token } })).status).toBe(200)
    expect((await t.call(listMyLeagues, { token: player.token })).body).toEqual([])
    expect(await sees(organizer, player)).toBe(false)
    expect((await subjectsTo(organizer)).at(-1)).toContain('has declined')
    expect(await t.call(enterPlayer, { token: organizer.token, body })).toMatchObject({
      status: 409,
      body: { code: 'invitation_declined' },
    })
  })

  test('only one invitation is open at a time, for 14 days, and it can be withdrawn', async () => {
    const { organizer, player, body, params } = await invite()
    const again = () => t.call(enterPlayer, { token: organizer.token, body })
    expect((await again()).body.code).toBe('already_invited')
    const given = { token: organizer.token, params, body: { reason } }
    const stranger = await makeOrganizer(t, ['indianapolis'])
    expect((await t.call(withdrawEntryInvitation, { ...given, token: stranger.token })).status).toBe(404)
    expect((await t.call(withdrawEntryInvitation, given)).status).toBe(200)
    expect((await t.call(withdrawEntryInvitation, given)).status).toBe(409)
    const accept = { token: player.token, params }
    expect(await t.call(acceptEntryInvitation, accept)).toMatchObject({
      status: 409,
      body: { code: 'invitation_over' },
    })
    const { invitation_id } = (await again()).body
    t.clock.set('2026-07-29T16:00:01Z')
    const late = (await t.call(signIn, { body: { email: player.email, password } })).body.token
    const params2 = { id: invitation_id ?? 0 }
    expect(await t.call(acceptEntryInvitation, { token: late, params: params2 })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Jul 29, 2026') },
    })
    expect((await t.call(listEntryInvitations, { token: late })).body.invitations).toEqual([])
    t.clock.set('2026-07-15T16:00:00Z')
  })

  test('another player’s invitation is not found, and its link does not work for another address', async () => {
    const { player, params } = await invite()
    const stranger = await makeUnprovedPlayer(t)
    for (const call of [acceptEntryInvitation, declineEntryInvitation])
      expect((await t.call(call, { token: stranger.token, params })).status).toBe(404)
    const token = await tokenTo(player, 'You are invited')
    await t.db.updateTable('players').set({ email: 'moved-away@example.com' }).where('id', '=', player.id).execute()
    expect((await t.call(acceptMailedEntryInvitation, { body: { token } })).status).toBe(409)
  })

  test('an invitation does not enter a player who has joined in the meantime, or who is suspended', async () => {
    const { player, params } = await invite({ slug: 'womens-singles-4-0' })
    await joinLeague(t, player, { season: 'fall', division: 'womens-singles-4-0', area: 'dc' })
    expect((await t.call(acceptEntryInvitation, { token: player.token, params })).body.code).toBe('already_in_league')
    const other = await invite()
    const token = await tokenTo(other.player, 'You are invited')
    await t.db.updateTable('players').set({ suspended_at: t.clock.now() }).where('id', '=', other.player.id).execute()
    expect((await t.call(acceptMailedEntryInvitation, { body: { token } })).body.code).toBe('suspended')
  })

  test('an accepted invitation still counts after the organizer moves the entry, along with the partner invited then', async () => {
    const partner = { full_name: 'Bo Lind', email: 'bo-invited@example.com' }
    const { organizer, player, params } = await invite({ slug: 'womens-doubles', partner })
    expect(await subjectsTo(partner)).toEqual([])
    await t.call(acceptEntryInvitation, { token: player.token, params })
    expect(await subjectsTo(partner)).toHaveLength(1)
    const { entries } = (
      await t.call(listOrganizerEntries, { token: organizer.token, query: { search: player.email } })
    ).body
    const body = { league_id: await leagueId('dc', 'mixed-doubles'), reason }
    const moved = await t.call(moveEntry, { token: organizer.token, params: { id: entries[0]?.id ?? 0 }, body })
    expect(moved.status).toBe(200)
    expect(await sees(organizer, player)).toBe(true)
  })

  test('an invitation is part of the personal data export, and deleted with the account', async () => {
    const { player } = await invite()
    const data = (await t.call(exportData, { token: player.token, body: { password } })).body
    expect(data.league_invitations).toMatchObject([{ email: player.email, answer: null }])
    expect((await t.call(deleteAccount, { token: player.token, body: { password } })).status).toBe(200)
    const left = t.db.selectFrom('entry_invitations').select('id').where('player_id', '=', player.id)
    expect(await left.execute()).toEqual([])
  })
})

describe('an import of entries', () => {
  const head = ['Season', 'Year', 'Division', 'Area', 'Email', 'Partner email']
  const doubles = (one: TestPlayer, two?: TestPlayer) => [
    'Fall',
    '2026',
    "Women's Doubles",
    'dc',
    one.email,
    two?.email ?? '',
  ]

  test('an import of entries enters players who live in the area, and invites all others; importing again adds nothing', async () => {
    const organizer = await makeOrganizer(t, ['dc'])
    const [home, far, guest] = [
      await makeUnprovedPlayer(t, { location: 'dc' }),
      await makeUnprovedPlayer(t),
      await makeUnprovedPlayer(t),
    ]
    const rows = [head, doubles(far, home), doubles(guest)]
    expect((await importFile(organizer, 'entries', rows)).status).toBe(201)
    expect((await t.call(listMyLeagues, { token: home.token })).body).toMatchObject([
      { level_slug: 'womens-doubles', partner: { state: 'invited' } },
    ])
    expect((await t.call(listMyLeagues, { token: far.token })).body).toEqual([])
    expect((await subjectsTo(far)).join()).toContain('play doubles')
    expect((await subjectsTo(guest)).join()).toContain('You are invited')
    expect((await t.call(listEntryInvitations, { token: guest.token })).body.invitations).toHaveLength(1)
    const { check } = await importFile(organizer, 'entries', rows)
    expect(check).toMatchObject({ counts: { new: 0, existing: 2, wrong: 0 } })
  })
})

describe('a draft', () => {
  const new_player = {
    first_name: 'Drafty',
    last_name: 'Account',
    phone: '+1 202 555 0100',
    singles_level: '3.5',
    gender: 'Female',
  } as const

  test('a draft counts immediately, and is in the organizer’s scope only in that area', async () => {
    const [organizer, other] = [await makeOrganizer(t, ['dc']), await makeOrganizer(t, ['south-bend'])]
    const email = 'draft@example.com'
    const body = { league_id: await leagueId('dc'), new_player: { ...new_player, email }, amount: 0, reason }
    expect((await t.call(enterPlayer, { token: organizer.token, body })).body.entry_id).toEqual(expect.any(Number))
    const { id } = await t.db.selectFrom('players').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const statusFor = async ({ token }: TestPlayer) =>
      (await t.call(getOrganizerPlayer, { token, params: { id } })).status
    expect(await statusFor(organizer)).toBe(200)
    expect(await statusFor(other)).toBe(404)
    // If another organizer enters the player elsewhere, the player gets an invitation like anybody else.
    const elsewhere = { league_id: await leagueId('south-bend'), email, amount: 0, reason }
    expect((await t.call(enterPlayer, { token: other.token, body: elsewhere })).body.entry_id).toBeNull()
    expect(await statusFor(other)).toBe(404)
  })

  test('a draft without an area leaves the organizer’s scope when its owner proves it', async () => {
    const organizer = await makeOrganizer(t, ['dc'])
    const email = 'bare.draft@example.com'
    await importFile(organizer, 'players', [
      ['Email', 'Name'],
      [email, 'Bare Draft'],
    ])
    await importFile(organizer, 'entries', [
      ['Season', 'Year', 'Division', 'Area', 'Email'],
      ['Fall', '2026', "Women's Singles 4.0", 'dc', email],
    ])
    const { id } = await t.db.selectFrom('players').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const status = async ({ token }: TestPlayer) => (await t.call(getOrganizerPlayer, { token, params: { id } })).status
    expect(await status(organizer)).toBe(200)
    expect(await status(await makeOrganizer(t, ['dc']))).toBe(200)
    await t.db.updateTable('players').set({ email_verified_at: t.clock.now() }).where('id', '=', id).execute()
    expect(await status(organizer)).toBe(404)
  })
})
