import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { SignedIn } from '#/server/session.ts'

export type Side = 'keep' | 'from'

/** A requested merge, with both accounts as they are now. */
export type MergeRequest = {
  id: number
  keep_id: number
  from_id: number
  /** The addresses that were emailed. */
  keep_email: string
  from_email: string
  keep_name: string
  from_name: string
  keep_area: AreaSlug | null
  /** Whether both accounts still have the addresses that were emailed. */
  is_same_emails: boolean
  requested_by_id: number
  organizer: string
  reason: string
  requested_at: Date
  expires_at: Date
  keep_confirmed_at: Date | null
  from_confirmed_at: Date | null
  ending: 'merged' | 'declined' | 'canceled' | null
}

const columns = sql`
  m.id, m.keep_id, m.from_id, m.keep_email, m.from_email, keep.name as keep_name, gone.name as from_name,
  keep.area as keep_area,
  lower(keep.email) = lower(m.keep_email) and lower(gone.email) = lower(m.from_email) as is_same_emails,
  m.requested_by_id, by.name as organizer, m.reason, m.requested_at, m.expires_at, m.keep_confirmed_at,
  m.from_confirmed_at, m.ending
  from merge_requests m
  join players keep on keep.id = m.keep_id
  join players gone on gone.id = m.from_id
  join players by on by.id = m.requested_by_id`

/** Finds a requested merge. `lock` keeps it unchanged until the transaction ends. */
export async function findMergeRequest(
  db: Db | Tx,
  id: number,
  { lock = false } = {},
): Promise<MergeRequest | undefined> {
  const { rows } = await sql<MergeRequest>`
    select ${columns} where m.id = ${id} ${lock ? sql`for update of m` : sql``}`.execute(db)
  return rows[0]
}

/** The pending merge of two accounts, in either direction. */
export async function findPendingMerge(
  db: Db | Tx,
  [one, two]: readonly [number, number],
  now: Date,
): Promise<MergeRequest | undefined> {
  const { rows } = await sql<MergeRequest>`
    select ${columns}
    where (m.keep_id, m.from_id) in ((${one}, ${two}), (${two}, ${one})) and m.ending is null and m.expires_at > ${now}`.execute(
    db,
  )
  return rows[0]
}

type NewMergeRequest = { keep_id: number; from_id: number; requested_by_id: number; reason: string; expires_at: Date }

/** Inserts a request to merge. Returns its id. A second open one for the two violates `merge_requests_one_open`. */
export async function insertMergeRequest(
  tx: Tx,
  { keep_id, from_id, requested_by_id, reason, expires_at }: NewMergeRequest,
  now: Date,
): Promise<number> {
  await sql`
    update merge_requests set ending = 'canceled', ended_at = ${now}
    where (keep_id, from_id) in ((${keep_id}, ${from_id}), (${from_id}, ${keep_id})) and ending is null and expires_at <= ${now}`.execute(
    tx,
  )
  const { rows } = await sql<{ id: number }>`
    insert into merge_requests (keep_id, from_id, keep_email, from_email, requested_by_id, reason, requested_at, expires_at)
    select keep.id, gone.id, keep.email, gone.email, ${requested_by_id}, ${reason}, ${now}, ${expires_at}
    from players keep join players gone on gone.id = ${from_id}
    where keep.id = ${keep_id}
    returning id`.execute(tx)
  if (!rows[0]) throw new Error(`there is no player ${keep_id} or ${from_id}`)
  return rows[0].id
}

export async function updateConfirmed(tx: Tx, id: number, side: Side, now: Date): Promise<void> {
  await tx
    .updateTable('merge_requests')
    .set(side === 'keep' ? { keep_confirmed_at: now } : { from_confirmed_at: now })
    .where('id', '=', id)
    .execute()
}

export async function updateEnding(
  tx: Tx,
  id: number,
  ending: NonNullable<MergeRequest['ending']>,
  now: Date,
): Promise<void> {
  await tx.updateTable('merge_requests').set({ ending, ended_at: now }).where('id', '=', id).execute()
}

/** Cancels every other open merge of these accounts. */
export async function cancelMergesOf(tx: Tx, player_ids: readonly number[], now: Date): Promise<void> {
  await sql`
    update merge_requests set ending = 'canceled', ended_at = ${now}
    where ending is null and (keep_id = any (${player_ids}::int[]) or from_id = any (${player_ids}::int[]))`.execute(tx)
}

/** An organizer with their scope. Undefined if the account no longer runs leagues. */
export async function findOrganizer(
  tx: Tx,
  id: number,
): Promise<Pick<SignedIn, 'id' | 'role' | 'organizer_areas'> | undefined> {
  const { rows } = await sql<Pick<SignedIn, 'id' | 'role' | 'organizer_areas'>>`
    select p.id, p.role,
      case when p.role = 'owner' then array(select slug from areas order by position)
        else array(select area from organizer_areas mine where mine.player_id = p.id order by area) end as organizer_areas
    from players p
    where p.id = ${id} and p.role <> 'player' and p.deleted_at is null and p.suspended_at is null`.execute(tx)
  return rows[0]
}
