import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type * as z from 'zod/mini'
import type { AreaSlug } from '#/contract/areas.ts'
import type { AuditKind } from '#/contract/audit-kinds.ts'
import { organization } from '#/contract/organization.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { containsAll } from '#/features/leagues/name-search.ts'
import { inSnapshot, type Db, type Tx } from '#/server/db.ts'
import type { auditEntry } from './audit-contract.ts'

export type AuditFilter = {
  /** Entries of these areas. */
  areas: readonly AreaSlug[]
  /** Entries without an area: all, none, or this organizer's own and those that are not about people. */
  beyond: 'all' | 'none' | { organizer_id: number }
  kind?: string | undefined
  subject?: string | undefined
  /** Only entries about these subjects. */
  subjects?: readonly string[]
  by?: number | undefined
  /** Only entries about this league, its entries, its orders and its matches. */
  league_id?: number | undefined
  /** Days in the organization's time zone, yyyy-mm-dd. */
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

/** A stored entry. */
export type StoredEntry = Omit<z.output<typeof auditEntry>, 'at'> & {
  at: Date
  undo: unknown
  undone: boolean
  /** The entry that this one undoes. */
  undoes: { id: number; summary: string } | null
}

/** The most entries that are counted for a list. */
const MOST_COUNTED = 1_001

/** A page of the audit log, newest first. `total` is 1,001 at most. */
export async function listAuditEntries(
  db: Db,
  { page, per_page, ...filter }: AuditFilter & PageQuery,
): Promise<{ audit_entries: StoredEntry[]; total: number; skip: number }> {
  const skip = skipOf({ page, per_page })
  const conditions = conditionsOf(filter)
  return planned(db, filter, async (of) => {
    const audit_entries = await readEntries(
      of,
      sql`where ${conditions} ${newestFirst} limit ${per_page} offset ${skip}`,
    )
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from (select from audit_log a where ${conditions} limit ${MOST_COUNTED}) counted`.execute(
      of,
    )
    return { audit_entries, total: rows[0]?.total ?? 0, skip }
  })
}

/** At most `most` entries that come after one, newest first. */
export function listEntriesAfter(
  db: Db,
  filter: AuditFilter,
  after: Pick<StoredEntry, 'at' | 'id'> | null,
  most: number,
): Promise<StoredEntry[]> {
  const rest = after === null ? sql`true` : sql`(a.at, a.id) < (${after.at}, ${after.id})`
  return planned(db, filter, (of) =>
    readEntries(of, sql`where ${conditionsOf(filter)} and ${rest} ${newestFirst} limit ${most}`),
  )
}

/**
 * Reads with a plan made for the search. A rare word is found by its index, a frequent one among the newest entries; a plan
 * kept for any word takes minutes for the frequent one.
 */
function planned<T>(db: Db, { search }: AuditFilter, read: (of: Db | Tx) => Promise<T>): Promise<T> {
  if (search === undefined) return read(db)
  return inSnapshot(db, async (tx) => {
    await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx)
    return read(tx)
  })
}

/** Finds an entry that the filter shows. In a transaction, locks it. */
export async function findEntry(tx: Tx, id: number, filter: AuditFilter): Promise<StoredEntry | undefined> {
  await sql`select from audit_log where id = ${id} for no key update`.execute(tx)
  const [entry] = await readEntries(tx, sql`where ${conditionsOf(filter)} and a.id = ${id}`)
  return entry
}

const newestFirst = sql`order by a.at desc, a.id desc`

async function readEntries(db: Db | Tx, rest: RawBuilder<unknown>): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select a.id, a.at, p.name as organizer, a.api_key, a.area, a.kind, a.subject, a.summary, a.reason, a.before, a.after, a.undo,
      exists (select from audit_undos u where u.audit_id = a.id) as undone,
      (select json_build_object('id', o.id, 'summary', o.summary) from audit_undos u join audit_log o on o.id = u.audit_id
       where u.undo_id = a.id) as undoes
    from audit_log a join players p on p.id = a.organizer_id
    ${rest}`.execute(db)
  return rows
}

function conditionsOf({ areas, beyond, kind, subject, subjects, league_id, by, from, to, search }: AuditFilter) {
  const zone = organization().time_zone
  return sql.join(
    [
      isInAuditScope({ areas, beyond }),
      kind === undefined ? null : sql`a.kind = ${kind}`,
      subject === undefined ? null : sql`a.subject = ${subject}`,
      subjects === undefined ? null : sql`a.subject = any(${subjects}::text[])`,
      league_id === undefined ? null : isAboutLeague(league_id),
      by === undefined ? null : sql`a.organizer_id = ${by}`,
      from === undefined ? null : sql`a.at >= ${from}::date::timestamp at time zone ${zone}`,
      to === undefined ? null : sql`a.at < (${to}::date + 1)::timestamp at time zone ${zone}`,
      search === undefined ? null : containsAll(sql`a.subject || ' ' || a.summary || ' ' || a.reason`, search),
    ].filter((each) => each !== null),
    sql` and `,
  )
}

function isAboutLeague(league_id: number): RawBuilder<unknown> {
  return sql`a.subject = any(array(
    select 'league ' || ${league_id}::int
    union all select 'entry ' || e.id from entries e where e.league_id = ${league_id}
    union all select 'order ' || p.order_id from purchases p where p.league_id = ${league_id}
    union all select 'invitation ' || i.id from entry_invitations i where i.league_id = ${league_id}
    union all select 'match ' || m.id from matches m where m.league_id = ${league_id}))`
}

function beyondSql(beyond: AuditFilter['beyond']): RawBuilder<unknown> {
  if (beyond === 'none') return sql``
  if (beyond === 'all') return sql`or a.area is null`
  // Entries about players, imports and exports contain names and emails from every area.
  return sql`or a.area is null and (a.organizer_id = ${beyond.organizer_id} or a.subject ~ '^(season|division|area)')`
}

/** Whether audit entry `a` is of the areas, or beyond them. */
export function isInAuditScope({ areas, beyond }: Pick<AuditFilter, 'areas' | 'beyond'>): RawBuilder<SqlBool> {
  return sql`(a.area = any(${areas}::text[]) ${beyondSql(beyond)})`
}

/** The organizers whose changes the log can be filtered by: those of today, and the one asked for. */
export async function listOrganizers(db: Db, by: number | undefined): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, p.name from players p
    where p.role in ('organizer', 'owner') and p.deleted_at is null
      or p.id = ${by ?? null} and exists (select from audit_log a where a.organizer_id = p.id)
    order by p.name, p.id limit 200`.execute(db)
  return rows
}

/** When the newest entry of these kinds about a subject was made after an entry. Null if there is none. */
export async function findLaterChange(
  db: Db | Tx,
  { id, subject }: Pick<StoredEntry, 'id' | 'subject'>,
  kinds: readonly string[],
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select at from audit_log where subject = ${subject} and id > ${id} and kind = any(${kinds}::text[])
    order by id desc limit 1`.execute(db)
  return rows[0]?.at ?? null
}

/**
 * The entry that a change undoes by a call of its folder: the newest of this kind about the subject. Null if there is
 * none, because the clock made the change, or if it was undone.
 */
export async function findUndoneEntry(
  tx: Tx,
  { subject, kind }: { subject: string; kind: AuditKind },
): Promise<number | null> {
  const { rows } = await sql<{ id: number; undone: boolean }>`
    select a.id, exists (select from audit_undos u where u.audit_id = a.id) as undone from audit_log a
    where a.subject = ${subject} and a.kind = ${kind}
    order by a.id desc limit 1`.execute(tx)
  return rows[0] && !rows[0].undone ? rows[0].id : null
}
