import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { hashPassword } from '#/features/accounts/password.ts'
import type { NewPlayer } from '#/features/accounts/profile-columns.ts'
import { insertPlayer } from '#/features/accounts/queries.ts'
import { purchase } from '#/features/checkout/contract.ts'
import { startSession } from '#/server/session.ts'
import type { TestApp } from './app.ts'
import { passwords } from './log-check.ts'
import { makeTestToken } from '#/features/cards/contract.ts'

let count = 0
export const [password] = passwords
let hashed: Promise<string> | undefined

export type TestPlayer = { id: number; token: string; email: string; first_name: string; last_name: string }

/** Creates a player with a proved email and a live session. Every test creates its own people. */
export async function makePlayer(t: TestApp, given: Partial<NewPlayer> = {}): Promise<TestPlayer> {
  const player = await makeUnprovedPlayer(t, given)
  await proveEmailOf(t, player)
  return player
}

/** Marks the player's email as proved, without the consequences of a first proof. */
export async function proveEmailOf(t: TestApp, { id }: { id: number }): Promise<void> {
  await t.db.updateTable('players').set({ email_verified_at: t.clock.now() }).where('id', '=', id).execute()
}

/** Creates a player whose email nobody has proved, as after a sign-up. */
export async function makeUnprovedPlayer(t: TestApp, given: Partial<NewPlayer> = {}): Promise<TestPlayer> {
  count += 1
  hashed ??= hashPassword(password)
  const player: NewPlayer = {
    first_name: 'Player',
    last_name: `Number${String(count).padStart(5, '0')}`,
    email: `player-${count}@example.com`,
    phone: '+1 574 555 0100',
    singles_level: '3.5',
    gender: 'Female',
    location: 'south-bend',
    password_hash: await hashed,
    ...given,
  }
  const id = await insertPlayer(t.db, player, t.clock.now())
  return {
    id,
    token: await startSession(t.db, id, t.clock.now()),
    email: player.email,
    first_name: player.first_name,
    last_name: player.last_name,
  }
}

/** Creates an organizer of these areas. Without `areas`, an owner. */
export async function makeOrganizer(t: TestApp, areas?: readonly AreaSlug[]): Promise<TestPlayer> {
  const organizer = await makePlayer(t)
  const role = areas === undefined ? 'owner' : 'organizer'
  await t.db.updateTable('players').set({ role }).where('id', '=', organizer.id).execute()
  for (const area of areas ?? [])
    await t.db.insertInto('organizer_areas').values({ player_id: organizer.id, area }).execute()
  return organizer
}

/** The test provider's cards. */
export const cards = {
  paid: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  authenticate: '4000 0025 0000 3155',
} as const

/** A confirmation token of the test provider, as created by the card form. */
export async function makeToken(t: TestApp, number: string = cards.paid): Promise<string> {
  const made = await t.call(makeTestToken, { body: { number, exp_month: 12, exp_year: 2039, cvc: '123' } })
  return made.body.id
}

/** Lets every match of the same two count in the open seasons, for tests in which they play again and again. */
export async function countEveryMeeting(t: TestApp): Promise<void> {
  await t.db
    .updateTable('seasons')
    .set({ rules: sql`coalesce(rules, '{}') || '{"meetings": null, "among_tied": "always"}'` })
    .execute()
}

/** Joins a league on sale as a player does: by buying it. `season` and `division` are slugs. The area defaults to the player's own. */
export async function joinLeague(
  t: TestApp,
  player: TestPlayer,
  league: { season: string; division: string; area?: AreaSlug },
): Promise<{ league_id: number; entry_id: number }> {
  const { price_cents } = await t.db
    .selectFrom('divisions')
    .select('price_cents')
    .where('slug', '=', league.division)
    .executeTakeFirstOrThrow()
  const bought = await t.call(purchase, {
    token: player.token,
    body: {
      league_slug: league.season,
      cart: [{ slug: league.division }],
      price: price_cents / 100,
      confirmationToken: await makeToken(t),
      ...(league.area === undefined ? {} : { area: league.area }),
    },
  })
  if (bought.status !== 201)
    throw new Error(`could not join ${league.season} ${league.division}: ${bought.body.message}`)
  return t.db
    .selectFrom('purchases')
    .innerJoin('entries', 'entries.purchase_id', 'purchases.id')
    .select(['entries.league_id', 'entries.id as entry_id'])
    .where('purchases.order_id', '=', bought.body.data.order_id)
    .executeTakeFirstOrThrow()
}
