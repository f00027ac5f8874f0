import { sql } from 'kysely'
import { areaName, type AreaSlug } from '#/contract/areas.ts'
import type { App } from '#/server/context.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { queueEmail } from '#/server/queue.ts'
import { lockOwners, refuseLastOwner } from '#/server/permissions.ts'
import { refuse } from '#/server/refuse.ts'
import { endImpersonationsBy, endSessionsOf, type SignedIn } from '#/server/session.ts'
import { audit } from '#/server/audit.ts'
import type { Person } from './contract.ts'
import { deleteSecondFactor } from '#/organizer/security/second-factor.ts'

type Role = SignedIn['role']
type Permissions = { role: 'organizer' | 'owner'; areas: readonly AreaSlug[] }
type Asked = { caller: SignedIn; now: Date }

/** Who runs leagues, owners first. */
export async function listWhoRunsLeagues(db: Db, me: number): Promise<Person[]> {
  const { rows } = await sql<Omit<Person, 'last_seen_at'> & { last_seen_at: Date | null }>`
    select p.id, p.first_name || ' ' || p.last_name as name, p.email, p.role, p.id = ${me} as is_me,
      case p.role when 'owner' then array(select slug from areas order by position)
        else array(select mine.area from organizer_areas mine join areas a on a.slug = mine.area where mine.player_id = p.id order by a.position) end as areas,
      exists (select from second_factors f where f.player_id = p.id and f.enrolled_at is not null) as second_factor,
      (select max(s.last_seen_at) from sessions s where s.player_id = p.id and s.impersonated_by_id is null) as last_seen_at
    from players p
    where p.role <> 'player' and p.deleted_at is null
    order by p.role = 'owner' desc, lower(p.last_name), lower(p.first_name), p.id
    limit 200`.execute(db)
  return rows.map((row) => ({ ...row, last_seen_at: row.last_seen_at?.toISOString() ?? null }))
}

/** Lets the account of an e-mail run leagues. Answers a sentence. Refuses 422 on `email`, and as `setPermissions`. */
export async function appoint(
  app: App,
  { caller, now }: Asked,
  email: string,
  permissions: Permissions,
): Promise<string> {
  return inTransaction(app.db, async (tx) => {
    await holdOwners(tx, caller)
    const known = await tx
      .selectFrom('players')
      .select(['id', 'email_verified_at'])
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .where('deleted_at', 'is', null)
      .where('suspended_at', 'is', null)
      .executeTakeFirst()
    if (!known) refuse('invalid', { fields: { email: 'No open account has this e-mail. They sign up first.' } })
    // Whoever opened the account may not be who reads that mailbox.
    if (known.email_verified_at === null)
      refuse('invalid', {
        fields: { email: 'They have not confirmed this e-mail yet. Ask them to, then appoint them.' },
      })
    return setPermissions(app, tx, { caller, now }, known.id, permissions)
  })
}

/** Changes what somebody runs; `player` dismisses. Answers a sentence. Refuses not_found, and last_owner. */
export async function change(
  app: App,
  { caller, now }: Asked,
  id: number,
  permissions: Permissions | null,
): Promise<string> {
  return inTransaction(app.db, async (tx) => {
    await holdOwners(tx, caller)
    const person = await findPermissions(tx, id)
    if (person?.role === undefined || person.role === 'player') refuse('not_found')
    return setPermissions(app, tx, { caller, now }, id, permissions)
  })
}

/** Stores it, records it, tells it by mail; nothing of that when it is so already. */
async function setPermissions(
  app: App,
  tx: Tx,
  { caller, now }: Asked,
  id: number,
  permissions: Permissions | null,
): Promise<string> {
  const before = (await findPermissions(tx, id)) ?? refuse('not_found')
  const role: Role = permissions?.role ?? 'player'
  const areas = permissions?.role === 'organizer' ? [...new Set(permissions.areas)].toSorted() : []
  if (before.role === 'owner' && role !== 'owner') await refuseLastOwner(tx)
  const said = formatPermissions(before.name, role, areas)
  if (before.role === role && before.areas.join() === areas.join()) return `${said}.`
  await tx.updateTable('players').set({ role }).where('id', '=', id).execute()
  await tx.deleteFrom('organizer_areas').where('player_id', '=', id).execute()
  await endImpersonationsBy(tx, id)
  if (areas.length > 0)
    await tx
      .insertInto('organizer_areas')
      .values(areas.map((area) => ({ player_id: id, area })))
      .execute()
  await audit(
    tx,
    {
      organizer: caller,
      area: null,
      kind: role === 'player' ? 'dismiss' : before.role === 'player' ? 'appoint' : 'change_powers',
      subject: `player ${id}`,
      summary: said,
      before: { role: before.role, areas: before.areas },
      after: { role, areas },
    },
    now,
  )
  await queueEmail(tx, app.config, 'permissions_changed', { player_id: id, by_id: caller.id })
  return `${said}.`
}

/** Takes a lost phone off another organizer's account, and signs them out. Answers a sentence. Refuses not_found, and not_allowed for oneself. */
export async function takePhoneOff(app: App, { caller, now }: Asked, id: number): Promise<string> {
  if (id === caller.id) refuse('not_allowed', { message: 'Your own phone is given up under Security.' })
  return inTransaction(app.db, async (tx) => {
    await holdOwners(tx, caller)
    const person = (await findPermissions(tx, id)) ?? refuse('not_found')
    if (person.role === 'player') refuse('not_found')
    const enrolled = await tx
      .selectFrom('second_factors')
      .select('enrolled_at')
      .where('player_id', '=', id)
      .where('enrolled_at', 'is not', null)
      .executeTakeFirst()
    if (enrolled) {
      await deleteSecondFactor(tx, id)
      await endSessionsOf(tx, id)
      const summary = `Took the lost phone off the account of ${person.name}`
      const act = { organizer: caller, area: null, kind: 'reset_second_factor', subject: `player ${id}`, summary }
      await audit(tx, act, now)
      await queueEmail(tx, app.config, 'phone_reset', { player_id: id, by_id: caller.id })
    }
    return `${person.name} signs in with the password alone, and enrolls a new phone then.`
  })
}

/** Holds all owners until the transaction ends, so that two can not dismiss each other. Refuses a caller who is none any more. */
async function holdOwners(tx: Tx, caller: SignedIn): Promise<void> {
  if (!(await lockOwners(tx)).includes(caller.id)) refuse('not_allowed')
}

async function findPermissions(
  db: Db | Tx,
  id: number,
): Promise<{ name: string; role: Role; areas: AreaSlug[] } | undefined> {
  const { rows } = await sql<{ name: string; role: Role; areas: AreaSlug[] }>`
    select p.first_name || ' ' || p.last_name as name, p.role,
      array(select area from organizer_areas mine where mine.player_id = p.id order by area) as areas
    from players p where p.id = ${id} and p.deleted_at is null`.execute(db)
  return rows[0]
}

function formatPermissions(name: string, role: Role, areas: readonly AreaSlug[]): string {
  if (role === 'player') return `${name} runs no leagues any more`
  if (role === 'owner') return `${name} is an owner`
  return `${name} runs the leagues in ${new Intl.ListFormat('en-US').format(areas.map(areaName))}`
}
