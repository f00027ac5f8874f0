import { sql } from 'kysely'
import { hashPassword, passwordFits } from '#/features/accounts/password.ts'
import { findCredentials } from '#/features/accounts/queries.ts'
import { uidHost } from '#/features/calendar/entries.ts'
import { syncEvents } from '#/features/calendar/queries.ts'
import { insertEdition, openLeagues, openSeasons } from '#/features/seasons/jobs.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { addDays } from '#/rules/day.ts'
import { seasonDates, seasonsOnSale, seasonTemplates, type SeasonEdition } from '#/rules/season.ts'
import type { App } from '#/server/context.ts'
import type { Db, Tx } from '#/server/db.ts'
import { formatName } from '#/contract/format.ts'
import { chanceOf } from './chance.ts'
import { insertCourts } from './courts.ts'
import {
  demoOrganizer,
  demoPlayer,
  makeDoubles,
  makePools,
  type DoublesField,
  type Person,
  type Pool,
} from './people.ts'
import type { Demo } from './league.ts'
import { findCurrentEdition, playEdition } from './season.ts'

export type SignIn = { who: 'player' | 'organizer'; email: string; password: string }

const accounts = [
  { who: 'player', email: demoPlayer.email },
  { who: 'organizer', email: demoOrganizer.email },
] as const

/** The number of an advisory lock that nothing else uses. */
const lock = 2_718_281

/**
 * Fills a database without players with a demo league around today; leaves any other database alone. All of its people
 * have this password, so that one person can see a match from both sides. Returns the demo sign-ins that work. Runs in one transaction: a killed process leaves nothing, and the second of two processes waits
 * and finds nothing to do.
 */
export async function seedDemo(app: App, password: string): Promise<SignIn[]> {
  const now = app.clock.now()
  if (!(await hasPlayers(app.db))) {
    const password_hash = await hashPassword(password)
    await app.db.transaction().execute(async (tx) => {
      // This lock may be held by the other process for longer than other locks.
      await sql`set local lock_timeout = 0`.execute(tx)
      await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
      if (await hasPlayers(tx)) return
      await fill(tx, password_hash, now)
      // Stores the calendar events without sending them, so that nobody is emailed about the demo's initial state.
      await syncEvents(tx, { host: uidHost(app.config), now })
    })
  }
  const working = await Promise.all(
    accounts.map(async ({ email }) => passwordFits(password, (await findCredentials(app.db, email))?.password_hash)),
  )
  return accounts.filter((_, index) => working[index]).map((account) => ({ ...account, password }))
}

/**
 * Gives the demo's people this password if they still have another one that was made for all of them, and ends their
 * sessions: an earlier release had a public one. A password that somebody has chosen stays.
 */
export async function renewDemoPassword(db: Db, password: string): Promise<void> {
  // A hash is salted, so only people who got it together share one.
  const { rows } = await sql<{ password_hash: string }>`
    select password_hash from players
    where password_hash is not null and email like '%@deuce.example'
    group by password_hash having count(*) > 1`.execute(db)
  for (const { password_hash } of rows) {
    if (await passwordFits(password, password_hash)) continue
    const renewed = await hashPassword(password)
    await db.transaction().execute(async (tx) => {
      const people = await tx
        .updateTable('players')
        .set({ password_hash: renewed })
        .where('password_hash', '=', password_hash)
        .returning('id')
        .execute()
      const ids = people.map(({ id }) => id)
      if (ids.length > 0) await tx.deleteFrom('sessions').where('player_id', 'in', ids).execute()
    })
  }
}

/** Whether the database has players. The organizer of ORGANIZER_EMAIL is created before the demo and does not count. */
async function hasPlayers(db: Db | Tx): Promise<boolean> {
  return (
    (await db.selectFrom('players').select('id').where('role', '=', 'player').limit(1).executeTakeFirst()) !== undefined
  )
}

async function fill(tx: Tx, password_hash: string, now: Date): Promise<void> {
  const today = saleDay(now)
  const editions = editionsAround(today)
  const pools = makePools()
  const doubles = makeDoubles(pools)
  const first = editions[0]?.starting_date ?? today
  const demo: Demo = {
    tx,
    now,
    today,
    pools,
    doubles,
    ids: await insertPeople(tx, pools, doubles, password_hash, first),
  }
  await insertCourts(tx, now)
  // Creates the past and current seasons in the order in which the jobs would have created them.
  for (const edition of editions) if (edition.starting_date <= today) await insertEdition(tx, edition)
  await openLeagues(tx, first)
  await openSeasons(tx, today)
  const current = findCurrentEdition(editions, today)
  for (const edition of editions) await playEdition(demo, edition, editions, current)
}

/** The editions that began in the last 12 months and those on sale, by first day. */
function editionsAround(today: string): SeasonEdition[] {
  const year = Number(today.slice(0, 4))
  const begun = seasonTemplates
    .flatMap(({ slug }) =>
      [year - 1, year].map((edition): SeasonEdition => ({ slug, year: edition, ...seasonDates(slug, edition) })),
    )
    .filter(({ starting_date }) => starting_date > addDays(today, -365) && starting_date <= today)
  const later = seasonsOnSale(today).filter(({ starting_date }) => starting_date > today)
  return [...begun, ...later].toSorted((a, b) => (a.starting_date < b.starting_date ? -1 : 1))
}

/** Inserts the players, who joined before the first season began. Returns their ids by email. */
async function insertPeople(
  tx: Tx,
  pools: readonly Pool[],
  doubles: readonly DoublesField[],
  password_hash: string,
  first: string,
): Promise<Map<string, number>> {
  const chance = chanceOf('accounts')
  const row = ({ email, first_name, last_name, phone, gender, area, singles_level }: Omit<Person, 'strength'>) => {
    const created_at = new Date(`${addDays(first, -45 - chance.below(500))}T${10 + chance.below(12)}:00:00Z`)
    const fields = { email, first_name, last_name, phone, gender, area, singles_level, ...partnerOf(email, doubles) }
    return { ...fields, password_hash, referral_code: referralCode(), created_at, email_verified_at: created_at }
  }
  const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const referralCode = () => Array.from({ length: 8 }, () => characters[chance.below(characters.length)]).join('')

  const players = pools.flatMap(({ people }) => people).map(row)
  const stored = await tx.insertInto('players').values(players).returning(['id', 'email']).execute()
  const ids = new Map(stored.map(({ id, email }) => [email, id]))
  // Friends referred by the demo player: the next ones in her pool.
  const pool = pools.find(({ people }) => people[0]?.email === demoPlayer.email)
  const friends = (pool?.people ?? []).slice(2, 5).flatMap(({ email }) => ids.get(email) ?? [])
  await tx
    .updateTable('players')
    .set({ referred_by_id: ids.get(demoPlayer.email) ?? null })
    .where('id', 'in', friends)
    .execute()

  const organizer = row({
    ...demoOrganizer,
    phone: '+1 574 555 0199',
    gender: 'Male',
    area: 'south-bend',
    singles_level: '4.0',
  })
  await tx
    .insertInto('players')
    .values({ ...organizer, role: 'owner' })
    // ORGANIZER_EMAIL may be the same address, with a different password.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return ids
}

function partnerOf(email: string, doubles: readonly DoublesField[]) {
  for (const { level, pairs } of doubles)
    for (const pair of pairs) {
      const partner = pair[0].email === email ? pair[1] : pair[1].email === email ? pair[0] : null
      if (partner)
        return {
          doubles_level: level,
          doubles_partner_name: formatName(partner),
          doubles_partner_email: partner.email,
        }
    }
  return { doubles_level: null, doubles_partner_name: null, doubles_partner_email: null }
}
