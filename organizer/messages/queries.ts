import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { areaName, type AreaSlug } from '#/contract/areas.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { leagueName } from '#/features/leagues/league-filter.ts'
import type { MessageValues } from '#/rules/message-text.ts'
import { inTurn, type Db, type Tx } from '#/server/db.ts'
import type { MessageFilter, MessageOutcome } from './contract.ts'
import type { Sender } from './audience.ts'

export type StoredDraft = { filter: MessageFilter; subject: string; body: string; template: string | null }

/** The names that a filter's ids stand for. */
type Names = { league: string | null; season: string | null; division: string | null }

/** The names of the filter in column `filter`. */
const namesSql = (filter: RawBuilder<unknown>) => sql`
  (select ${leagueName} from leagues l join seasons se on se.id = l.season_id join divisions d on d.id = l.division_id
    where l.id = (${filter} ->> 'league')::int) as league,
  (select se.name || ' ' || se.year from seasons se where se.id = (${filter} ->> 'season')::int) as season,
  (select d.name from divisions d where d.id = (${filter} ->> 'division')::int) as division`

/** The players of a filter in words: 'Unpaid, Fall 2026, Indianapolis'. */
function formatFilter(filter: MessageFilter, { league, season, division }: Names): string {
  const { players } = filter
  const parts = [
    players && (players.length === 1 ? '1 chosen player' : `${players.length} chosen players`),
    filter.unpaid && 'Unpaid',
    filter.not_played && 'Not played yet',
    filter.wait_list && 'On the wait-list',
    filter.past_players && 'Past players',
    league,
    division,
    season,
    filter.area && areaName(filter.area),
  ].filter((part) => typeof part === 'string')
  return parts.length === 0 ? 'All players' : parts.join(', ')
}

export async function describeFilter(db: Db | Tx, filter: MessageFilter): Promise<string> {
  const { rows } = await sql<Names>`
    select ${namesSql(sql`given.filter`)} from (select ${JSON.stringify(filter)}::jsonb as filter) given`.execute(db)
  return formatFilter(filter, rows[0] ?? { league: null, season: null, division: null })
}

/** Whether the organizer may see message `m`: it is their own, or all its areas are theirs. */
function isVisible({ id, role, organizer_areas }: Sender): RawBuilder<SqlBool> {
  if (role === 'owner') return sql`true`
  return sql`(m.organizer_id = ${id}
    or m.league_id in (select l.id from leagues l where l.area = any (${organizer_areas}::text[]))
    or (m.areas <> '{}' and m.areas <@ ${organizer_areas}::text[]))`
}

type Row = Names & {
  id: string
  subject: string
  body: string
  template: string | null
  task_id: number | null
  organizer: string
  created_at: Date
  recipients: number
  filter: MessageFilter | null
  old_league: string | null
  outcomes: { delivered: number; bounced: number; opted_out: number; other: number; waiting: number } | null
}

/** The messages `m` with their counts. Those of earlier releases have no filter and no outcomes. */
const messages = (found: RawBuilder<unknown>) => sql<Row>`
  select m.id, m.subject, m.body, m.template, m.task_id, who.name as organizer, m.created_at, m.recipients, m.filter,
    (select ${leagueName} from leagues l join seasons se on se.id = l.season_id join divisions d on d.id = l.division_id
      where l.id = m.league_id) as old_league,
    ${namesSql(sql`m.filter`)},
    case when m.filter is not null then (
      select json_build_object(
        'delivered', count(*) filter (where r.outcome = 'delivered'),
        'bounced', count(*) filter (where r.outcome in ('bounced', 'bad_address')),
        'opted_out', count(*) filter (where r.outcome = 'opted_out'),
        'other', count(*) filter (where r.outcome in ('in_app', 'digest', 'unconfirmed', 'suspended')),
        'waiting', count(*) filter (where r.outcome is null))
      from message_recipients r where r.message_id = m.id) end as outcomes
  from (${found}) m join players who on who.id = m.organizer_id
  order by m.created_at desc, m.id`

function toMessage({ id, subject, organizer, created_at, recipients, outcomes, filter, old_league, ...names }: Row) {
  return {
    id,
    subject,
    organizer,
    created_at: created_at.toISOString(),
    to: filter ? formatFilter(filter, names) : (old_league ?? ''),
    recipients,
    outcomes,
  }
}

/** A page of the messages that an organizer may see, newest first. */
export async function listMessages(
  db: Db,
  sender: Sender,
  { league, ...page }: PageQuery & { league?: number | undefined },
) {
  const isFound = sql`${isVisible(sender)} and ${
    league === undefined
      ? sql`true`
      : sql`(m.league_id = ${league} or m.filter @> ${JSON.stringify({ league })}::jsonb)`
  }`
  const skip = skipOf(page)
  const [{ rows }, counted] = await Promise.all([
    messages(sql`
      select * from league_messages m where ${isFound}
      order by m.created_at desc, m.id limit ${page.per_page} offset ${skip}`).execute(db),
    sql<{ total: number }>`select count(*)::int as total from league_messages m where ${isFound}`.execute(db),
  ])
  return { messages: rows.map(toMessage), total: counted.rows[0]?.total ?? 0, skip }
}

export async function findMessage(db: Db, sender: Sender, id: string) {
  const { rows } = await messages(
    sql`select * from league_messages m where m.id = ${id} and ${isVisible(sender)}`,
  ).execute(db)
  const [row] = rows
  return row && { ...toMessage(row), body: row.body, template: row.template, task_id: row.task_id }
}

/** A page of the players of a message, by name. */
export async function listRecipients(
  db: Db,
  id: string,
  { outcome, ...page }: PageQuery & { outcome?: MessageOutcome | 'waiting' | undefined },
) {
  const of = db
    .selectFrom('message_recipients as r')
    .where('r.message_id', '=', id)
    .$if(outcome === 'waiting', (query) => query.where('r.outcome', 'is', null))
    .$if(outcome !== undefined && outcome !== 'waiting', (query) =>
      query.where('r.outcome', '=', outcome as MessageOutcome),
    )
  const skip = skipOf(page)
  const [rows, { total }] = await Promise.all([
    of
      .innerJoin('players as p', 'p.id', 'r.player_id')
      .select(['r.player_id', 'p.name', 'r.outcome', 'r.outcome_at'])
      .orderBy(sql`lower(p.name)`)
      .orderBy('p.id')
      .limit(page.per_page)
      .offset(skip)
      .execute(),
    of.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return {
    message_recipients: rows.map(({ outcome_at, ...row }) => ({
      ...row,
      outcome_at: outcome_at?.toISOString() ?? null,
    })),
    total,
    skip,
  }
}

/** When this organizer sent the same text to the same filter, and how often. */
export async function findSentBefore(
  db: Db | Tx,
  organizer_id: number,
  { filter, subject, body }: StoredDraft,
): Promise<{ times: number; last: Date | null }> {
  const { rows } = await sql<{ times: number; last: Date | null }>`
    select count(*)::int as times, max(created_at) as last from league_messages
    where organizer_id = ${organizer_id} and subject = ${subject} and body = ${body}
      and filter = ${JSON.stringify(filter)}::jsonb`.execute(db)
  return rows[0] ?? { times: 0, last: null }
}

export async function countSentSince(tx: Tx, organizer_id: number, since: Date): Promise<number> {
  const { sent } = await tx
    .selectFrom('league_messages')
    .select((row) => row.fn.countAll<number>().as('sent'))
    .where('organizer_id', '=', organizer_id)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return sent
}

/** Locks the organizer until the transaction ends, so that simultaneous messages of one organizer follow each other. */
export async function lockSender(tx: Tx, organizer_id: number): Promise<void> {
  await tx.selectFrom('players').select('id').where('id', '=', organizer_id).forNoKeyUpdate().execute()
}

export async function findMessageOfDigest(tx: Tx, organizer_id: number, digest: string) {
  return tx
    .selectFrom('league_messages')
    .select(['id', 'task_id'])
    .where('organizer_id', '=', organizer_id)
    .where('digest', '=', digest)
    .executeTakeFirst()
}

export async function upsertPreview(
  tx: Tx,
  { filter, ...preview }: StoredDraft & { organizer_id: number; digest: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('message_previews')
    .values({ ...preview, filter: sql`${JSON.stringify(filter)}::jsonb`, created_at: now })
    .onConflict((conflict) => conflict.constraint('message_previews_once').doUpdateSet({ created_at: now }))
    .execute()
}

export async function findPreview(
  tx: Tx,
  organizer_id: number,
  digest: string,
  since: Date,
): Promise<StoredDraft | undefined> {
  const row = await tx
    .selectFrom('message_previews')
    .select(['filter', 'subject', 'body', 'template'])
    .where('organizer_id', '=', organizer_id)
    .where('digest', '=', digest)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return row && { ...row, filter: row.filter as MessageFilter }
}

const dayMs = 86_400_000

/** The instant before which a preview can no longer be sent. */
export function previewsSince(now: Date): Date {
  return new Date(now.getTime() - dayMs)
}

export async function deleteOldPreviews(db: Db, now: Date): Promise<void> {
  await inTurn(db, [], (writable) =>
    writable.deleteFrom('message_previews').where('created_at', '<', previewsSince(now)).execute(),
  )
}

export type NewRecipient = { player_id: number; fields: MessageValues; outcome: MessageOutcome | null }

export async function insertMessage(
  tx: Tx,
  {
    filter,
    recipients,
    ...message
  }: StoredDraft & {
    id: string
    organizer_id: number
    areas: readonly AreaSlug[]
    digest: string
    task_id: number
    recipients: readonly NewRecipient[]
  },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('league_messages')
    .values({
      ...message,
      filter: sql`${JSON.stringify(filter)}::jsonb`,
      recipients: recipients.filter(({ outcome }) => outcome === null).length,
      created_at: now,
    })
    .execute()
  await sql`
    insert into message_recipients (message_id, player_id, fields, outcome, outcome_at)
    select ${message.id}, r.player_id, r.fields, r.outcome, case when r.outcome is not null then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb) as r (player_id int, fields jsonb, outcome text)`.execute(
    tx,
  )
}

/** Players of a message who have not been notified, locked: those who get the email, or see it only in the app. */
export async function lockUnnotified(tx: Tx, message_id: string, limit: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('message_recipients')
    .select('player_id')
    .where('message_id', '=', message_id)
    .where('notified_at', 'is', null)
    .where((row) => row.or([row('outcome', 'is', null), row('outcome', '=', 'opted_out')]))
    .orderBy('player_id')
    .limit(limit)
    .forUpdate()
    .execute()
  return rows.map(({ player_id }) => player_id)
}

export async function markNotified(
  tx: Tx,
  message_id: string,
  player_ids: readonly number[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('message_recipients')
    .set({ notified_at: now })
    .where('message_id', '=', message_id)
    .where('player_id', 'in', player_ids)
    .execute()
}

/** Progress of a message: players notified, and all who are to be. */
export async function countNotified(db: Db, message_id: string): Promise<{ done: number; total: number }> {
  const { rows } = await sql<{ done: number; total: number }>`
    select count(notified_at)::int as done, count(*)::int as total
    from message_recipients
    where message_id = ${message_id} and (notified_at is not null or outcome is null or outcome = 'opted_out')`.execute(
    db,
  )
  return rows[0] ?? { done: 0, total: 0 }
}

/** A message as one of its players reads it. Messages of earlier releases have no row for each player. */
export async function findMessageFor(db: Db, message_id: string, player_id: number) {
  const { rows } = await sql<{
    subject: string
    body: string
    organizer: string
    organizer_email: string
    fields: MessageValues | null
  }>`
    select m.subject, m.body, who.name as organizer, who.email as organizer_email, r.fields
    from league_messages m
    join players who on who.id = m.organizer_id
    left join message_recipients r on r.message_id = m.id and r.player_id = ${player_id}
    where m.id = ${message_id}`.execute(db)
  return rows[0]
}

export async function listTemplates(db: Db) {
  return db
    .selectFrom('message_templates')
    .select(['id', 'name', 'subject', 'body'])
    .orderBy(sql`lower(name)`)
    .execute()
}
