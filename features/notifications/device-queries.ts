import { sql } from 'kysely'
import type { NotificationKind } from '#/contract/notification-kinds.ts'
import { inTurn, type Db, type Tx } from '#/server/db.ts'
import type { PushSubscriptionKeys } from '#/server/outside/push.ts'
import { isInUse, type SignedIn } from '#/server/session.ts'
import type { PushDevice } from './device-contract.ts'

/** Maximum devices of a player; a further one replaces the oldest. */
export const MOST_DEVICES = 10

type Caller = Pick<SignedIn, 'id' | 'token_hash'>

/**
 * Stores a device of the caller's session and returns its id. Undefined if its endpoint is stored with different keys.
 * The same endpoint and keys mean the same browser, even in a new session or with another player.
 */
export async function upsertDevice(
  tx: Tx,
  { token_hash }: Caller,
  { endpoint, p256dh, auth, shows_text }: PushSubscriptionKeys & { shows_text: boolean | undefined },
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into push_devices as d (session_id, endpoint, p256dh, auth, shows_text, created_at)
    select s.id, ${endpoint}, ${p256dh}, ${auth}, coalesce(${shows_text ?? null}, false), ${now}
    from sessions s where s.token_hash = ${token_hash}
    on conflict (endpoint) do update set
      session_id = excluded.session_id,
      created_at = excluded.created_at,
      -- A new owner does not inherit the previous owner's permission.
      shows_text = coalesce(${shows_text ?? null}, d.shows_text and (
        select before.player_id = after.player_id from sessions before, sessions after
        where before.id = d.session_id and after.id = excluded.session_id))
    where d.p256dh = excluded.p256dh and d.auth = excluded.auth
    returning id`.execute(tx)
  return rows[0]?.id
}

/** Removes a player's surplus devices, oldest first. */
export async function deleteSurplusDevices(tx: Tx, player_id: number): Promise<void> {
  await sql`
    delete from push_devices where id in (
      select d.id from push_devices d join sessions s on s.id = d.session_id
      where s.player_id = ${player_id} order by d.created_at desc, d.id desc offset ${MOST_DEVICES})`.execute(tx)
}

/** Removes one of a player's devices, by id or endpoint. Returns whether it existed. */
export async function deleteDevice(
  tx: Tx,
  player_id: number,
  which: { id: number } | { endpoint: string },
): Promise<boolean> {
  const [column, value] = 'id' in which ? (['id', which.id] as const) : (['endpoint', which.endpoint] as const)
  const deleted = await tx
    .deleteFrom('push_devices')
    .where(column, '=', value)
    .where('session_id', 'in', (of) =>
      of.selectFrom('sessions as s').select('s.id').where('s.player_id', '=', player_id),
    )
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** A player's devices: those of this session first, then newest first. */
export async function listDevices(db: Db | Tx, { id, token_hash }: Caller, now: Date): Promise<PushDevice[]> {
  const current = sql<boolean>`s.token_hash = ${token_hash}`
  const rows = await db
    .selectFrom('push_devices as d')
    .innerJoin('sessions as s', 's.id', 'd.session_id')
    .innerJoin('players as p', 'p.id', 's.player_id')
    .select(['d.id', 's.device as name', 'd.endpoint', 'd.shows_text', 'd.created_at', 'd.last_pushed_at'])
    .select(current.as('current'))
    .where('s.player_id', '=', id)
    .where('s.expires_at', '>', now)
    .where(isInUse(now))
    .orderBy(current, 'desc')
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .execute()
  return rows.map(({ endpoint, ...row }) => ({
    ...row,
    push_service: new URL(endpoint).host,
    created_at: row.created_at.toISOString(),
    last_pushed_at: row.last_pushed_at?.toISOString() ?? null,
  }))
}

/** The devices that receive a player's new notification. */
export async function listDeviceIds(tx: Tx, player_id: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('push_devices as d')
    .innerJoin('sessions as s', 's.id', 'd.session_id')
    .select('d.id')
    .where('s.player_id', '=', player_id)
    .orderBy('d.id')
    .execute()
  return rows.map(({ id }) => id)
}

export type DuePush = PushSubscriptionKeys & {
  player_id: number
  kind: NotificationKind
  subject: string | null
  title: string
  text: string
  path: string
  at: Date
  shows_text: boolean
}

/**
 * The push due for a device. Undefined if the notification was read in the app, or the device or its session has ended.
 */
export async function findDuePush(
  db: Db,
  { notification_id, device_id }: { notification_id: number; device_id: number },
  now: Date,
): Promise<DuePush | undefined> {
  return db
    .selectFrom('notifications as n')
    .innerJoin('sessions as s', 's.player_id', 'n.player_id')
    .innerJoin('push_devices as d', 'd.session_id', 's.id')
    .innerJoin('players as p', 'p.id', 's.player_id')
    .select(['n.player_id', 'n.kind', 'n.subject', 'n.title', 'n.text', 'n.path', 'n.at'])
    .select(['d.endpoint', 'd.p256dh', 'd.auth', 'd.shows_text'])
    .where('n.id', '=', notification_id)
    .where('d.id', '=', device_id)
    .where('n.read_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where(isInUse(now))
    .where('p.deleted_at', 'is', null)
    .where('p.suspended_at', 'is', null)
    .executeTakeFirst()
}

/** The kinds of a player's newer notifications about the same subject. */
export async function listNewerKinds(
  db: Db,
  { notification_id, player_id, subject }: { notification_id: number; player_id: number; subject: string | null },
): Promise<NotificationKind[]> {
  if (subject === null) return []
  const rows = await db
    .selectFrom('notifications')
    .select('kind')
    .distinct()
    .where('player_id', '=', player_id)
    .where('id', '>', notification_id)
    .where('subject', '=', subject)
    .execute()
  return rows.map(({ kind }) => kind)
}

export async function updatePushed(db: Db, device_id: number, now: Date): Promise<void> {
  await inTurn(db, [], (writable) =>
    writable.updateTable('push_devices').set({ last_pushed_at: now }).where('id', '=', device_id).execute(),
  )
}

/** Removes a device that its push service no longer knows, unless its endpoint has changed in the meantime. */
export async function deleteGoneDevice(db: Db, device_id: number): Promise<void> {
  await inTurn(db, [], (writable) => writable.deleteFrom('push_devices').where('id', '=', device_id).execute())
}
