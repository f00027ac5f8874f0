import { sql } from 'kysely'
import {
  defaultChannels,
  listChosenKinds,
  type Channels,
  type NotificationKind,
} from '#/contract/notification-kinds.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { inTurn, type Db, type Tx } from '#/server/db.ts'
import type { Notification } from './contract.ts'
import type { UnsubscribeLink } from './unsubscribe.ts'

/** The player's channels for a kind. */
export async function findChannels(db: Db | Tx, player_id: number, kind: NotificationKind): Promise<Channels> {
  const row = await db
    .selectFrom('notification_preferences')
    .select(['app', 'mail', 'push'])
    .where('player_id', '=', player_id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row ? { ...row, mail: row.mail === 'digest' ? 'digest' : row.mail === 'on' } : defaultChannels(kind)
}

/** The player's channels for each kind that they can choose. */
export async function listChannels(
  db: Db | Tx,
  player_id: number,
  reader: { runs_leagues: boolean },
): Promise<({ kind: NotificationKind } & Channels)[]> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['kind', 'app', 'mail', 'push'])
    .where('player_id', '=', player_id)
    .execute()
  const chosen = new Map(rows.map((row) => [row.kind, row]))
  return listChosenKinds(reader).map((kind) => {
    const row = chosen.get(kind)
    if (!row) return { kind, ...defaultChannels(kind) }
    return { kind, app: row.app, mail: row.mail === 'digest' ? 'digest' : row.mail === 'on', push: row.push }
  })
}

/** Stores the player's channels. Defaults are not stored, so that a new default applies to players who never chose. */
export async function upsertChannels(
  tx: Tx,
  player_id: number,
  all: readonly ({ kind: NotificationKind } & Channels)[],
): Promise<void> {
  const differing = all.filter(({ kind, ...channels }) => !isDefault(kind, channels))
  const kinds = all.filter((each) => !differing.includes(each)).map(({ kind }) => kind)
  if (kinds.length > 0)
    await tx
      .deleteFrom('notification_preferences')
      .where('player_id', '=', player_id)
      .where('kind', 'in', kinds)
      .execute()
  if (differing.length > 0)
    await tx
      .insertInto('notification_preferences')
      .values(
        differing.map(({ kind, app, mail, push }) => ({
          player_id,
          kind,
          app,
          mail: mail === 'digest' ? ('digest' as const) : mail ? ('on' as const) : ('off' as const),
          push,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['player_id', 'kind']).doUpdateSet((row) => ({
          app: row.ref('excluded.app'),
          mail: row.ref('excluded.mail'),
          push: row.ref('excluded.push'),
        })),
      )
      .execute()
}

function isDefault(kind: NotificationKind, { app, mail, push }: Channels): boolean {
  const usual = defaultChannels(kind)
  return app === usual.app && mail === usual.mail && push === usual.push
}

export type QuietHours = { from: string; to: string }
const usualQuietHours: QuietHours = { from: '22:00', to: '08:00' }

/** A player's quiet hours in the area's time. Null if there are none. */
export async function findQuietHours(db: Db | Tx, player_id: number): Promise<QuietHours | null> {
  const row = await db
    .selectFrom('quiet_hours')
    .select(['from_time', 'to_time'])
    .where('player_id', '=', player_id)
    .executeTakeFirst()
  if (!row) return usualQuietHours
  return row.from_time === null || row.to_time === null ? null : { from: row.from_time, to: row.to_time }
}

export async function upsertQuietHours(tx: Tx, player_id: number, quiet: QuietHours | null): Promise<void> {
  const times = { from_time: quiet?.from ?? null, to_time: quiet?.to ?? null }
  await tx
    .insertInto('quiet_hours')
    .values({ player_id, ...times })
    .onConflict((conflict) => conflict.column('player_id').doUpdateSet(times))
    .execute()
}

/** The next instant with this local time in the player's area. */
export async function findNextTime(db: Db | Tx, player_id: number, time: string, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select min(at) as at
    from players p
    left join areas a on a.slug = p.area
    cross join lateral (
      select coalesce(a.time_zone, (select time_zone from areas order by position limit 1), 'UTC') as name) zone
    cross join generate_series(0, 2) as days
    cross join lateral (
      select ((${now}::timestamptz at time zone zone.name)::date + days + ${time}::time) at time zone zone.name as at) next
    where p.id = ${player_id} and at > ${now}`.execute(db)
  return rows[0]?.at ?? now
}

export type NewNotification = {
  notice: string
  player_id: number
  kind: NotificationKind
  subject: string | null
  title: string
  text: string
  path: string
  in_app: boolean
  for_digest: boolean
  at: Date
}

/**
 * Inserts a notification and returns its id. Undefined if an earlier attempt inserted it, or the account was just
 * closed.
 */
export async function insertNotification(tx: Tx, row: NewNotification): Promise<number | undefined> {
  const { notice, player_id, kind, subject, title, text, path, in_app, for_digest, at } = row
  const { rows } = await sql<{ id: number }>`
    insert into notifications (notice, player_id, kind, subject, title, text, path, in_app, for_digest, at)
    select ${notice}, id, ${kind}, ${subject}, ${title}, ${text}, ${path}, ${in_app}, ${for_digest}, ${at}
    from players where id = ${player_id} and deleted_at is null for key share
    on conflict on constraint notifications_once do nothing
    returning id`.execute(tx)
  return rows[0]?.id
}

/** The player of an unread notification. Undefined once it was read. */
export async function findUnreadNotification(db: Db, id: number): Promise<{ player_id: number } | undefined> {
  return db
    .selectFrom('notifications')
    .select('player_id')
    .where('id', '=', id)
    .where('read_at', 'is', null)
    .executeTakeFirst()
}

/** Takes a player's unread digest items, oldest first. Repeating the same digest takes the same items. */
export async function takeDigest(
  tx: Tx,
  { player_id, digest }: { player_id: number; digest: string },
): Promise<{ title: string; text: string }[]> {
  await tx
    .updateTable('notifications')
    .set({ for_digest: false, digest: sql`case when read_at is null then ${digest}::uuid end` })
    .where('player_id', '=', player_id)
    .where('for_digest', '=', true)
    .execute()
  return tx
    .selectFrom('notifications')
    .select(['title', 'text'])
    .where('player_id', '=', player_id)
    .where('digest', '=', digest)
    .orderBy('id')
    .execute()
}

/** Days for which a notification is kept. */
export const NOTIFICATION_DAYS = 365

export async function deleteOldNotifications(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - NOTIFICATION_DAYS * 86_400_000)
  await inTurn(db, [], (writable) => writable.deleteFrom('notifications').where('at', '<', before).execute())
}

/** A page of a player's inbox, newest first, and the total. */
export async function listNotificationsPage(
  db: Db,
  player_id: number,
  { show, ...page }: { show: 'all' | 'unread' } & PageQuery,
): Promise<{ notifications: Notification[]; total: number }> {
  const shown = db
    .selectFrom('notifications')
    .where('player_id', '=', player_id)
    .where('in_app', '=', true)
    .$if(show === 'unread', (query) => query.where('read_at', 'is', null))
  const [rows, { total }] = await Promise.all([
    shown
      .select(['id', 'kind', 'title', 'text', 'path', 'at', 'read_at'])
      .orderBy('id', 'desc')
      .limit(page.per_page)
      .offset(skipOf(page))
      .execute(),
    shown.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return {
    notifications: rows.map((row) => ({
      ...row,
      at: row.at.toISOString(),
      read_at: row.read_at?.toISOString() ?? null,
    })),
    total,
  }
}

export async function countUnreadNotifications(db: Db | Tx, player_id: number): Promise<number> {
  const { unread } = await db
    .selectFrom('notifications')
    .select((row) => row.fn.countAll<number>().as('unread'))
    .where('player_id', '=', player_id)
    .where('in_app', '=', true)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

/** Marks a player's notifications as read: the given ones, or the whole inbox. */
export async function updateRead(
  tx: Tx,
  player_id: number,
  ids: readonly number[] | undefined,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('player_id', '=', player_id)
    .where('in_app', '=', true)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${ids}::int[])`))
    .execute()
}

/**
 * Turns off the emails of a kind, or of all kinds in the digest; other channels stay. Does nothing for a closed
 * account.
 */
export async function updateEmailStopped(tx: Tx, { player_id, kind }: UnsubscribeLink): Promise<void> {
  if (kind === 'digest') {
    await tx
      .updateTable('notification_preferences')
      .set({ mail: 'off' })
      .where('player_id', '=', player_id)
      .where('mail', '=', 'digest')
      .execute()
    return
  }
  const { app, push } = defaultChannels(kind)
  await sql`
    insert into notification_preferences (player_id, kind, app, mail, push)
    select id, ${kind}, ${app}, 'off', ${push} from players where id = ${player_id} and deleted_at is null for key share
    on conflict (player_id, kind) do update set mail = 'off'`.execute(tx)
}

/** Whether a player has turned off the emails of a kind, or the digest. */
export async function hasStoppedEmail(db: Db, { player_id, kind }: UnsubscribeLink): Promise<boolean> {
  if (kind !== 'digest') return (await findChannels(db, player_id, kind)).mail === false
  const row = await db
    .selectFrom('notification_preferences')
    .select('kind')
    .where('player_id', '=', player_id)
    .where('mail', '=', 'digest')
    .executeTakeFirst()
  return row === undefined
}

/** The account that a player's links belong to now: the kept one after a merge. */
export async function findKeptAccount(db: Db | Tx, player_id: number): Promise<number> {
  const row = await db
    .selectFrom('players')
    .select(sql<number>`coalesce(merged_into_id, id)`.as('id'))
    .where('id', '=', player_id)
    .executeTakeFirst()
  return row?.id ?? player_id
}

export async function deleteNotificationsOf(tx: Tx, player_id: number): Promise<void> {
  await tx.deleteFrom('notifications').where('player_id', '=', player_id).execute()
}

/** A player's notifications, for the export of personal data. */
export async function listNotificationsOf(db: Db, player_id: number, limit: number) {
  const rows = await db
    .selectFrom('notifications')
    .select(['kind', 'subject', 'title', 'text', 'path', 'at', 'read_at'])
    .where('player_id', '=', player_id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), read_at: row.read_at?.toISOString() ?? null }))
}
