import { toAmount } from '#/contract/money.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import type { Gender } from '#/contract/choices.ts'
import { joinSeasonAndDivision, leagueName } from '#/features/leagues/league-filter.ts'
import type { Partner } from '#/features/pairs/contract.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { EntryInvitation } from './contract.ts'

/**
 * Days for which an invitation is open. It ends earlier, on the season's last day, if that day comes first and has not
 * passed.
 */
export const INVITATION_DAYS = 14

/** An organizer's invitation with its league and the invited player. */
export type KnownEntryInvitation = {
  id: number
  league_id: number
  season_id: number
  area: AreaSlug
  time_zone: string
  player_id: number
  player: string
  /** The address that was emailed, and whether the account still has it. */
  email: string
  is_same_email: boolean
  invited_by_id: number
  inviter: string
  price_cents: number
  partner_name: string | null
  partner_email: string | null
  expires_at: Date
  answer: 'accepted' | 'declined' | 'withdrawn' | null
  league_name: string
  year: number
  level_name: string
  level_slug: string
  level_gender: Gender | null
  age_from: number | null
  age_to: number | null
  starting_date: string
  ending_date: string
}

const columns = sql`
  i.id, i.league_id, l.season_id, l.area, a.time_zone, i.player_id, who.name as player, i.email,
  lower(who.email) = lower(i.email) as is_same_email, i.invited_by_id, inviter.name as inviter, i.price_cents,
  i.partner_name, i.partner_email, i.expires_at, i.answer, se.name as league_name, se.year, d.name as level_name,
  d.slug as level_slug, d.gender as level_gender, d.age_from, d.age_to, se.starting_date, se.ending_date`

const tables = sql`
  entry_invitations i
  join players who on who.id = i.player_id
  join players inviter on inviter.id = i.invited_by_id
  join leagues l on l.id = i.league_id ${joinSeasonAndDivision}
  join areas a on a.slug = l.area`

/** Finds an invitation with its league, its inviter and its player. */
export async function findEntryInvitation(db: Db | Tx, id: number): Promise<KnownEntryInvitation | undefined> {
  const { rows } = await sql<KnownEntryInvitation>`select ${columns} from ${tables} where i.id = ${id}`.execute(db)
  return rows[0]
}

/** The invitations that a player can answer, newest first. */
export async function listOpenEntryInvitations(db: Db, player_id: number, now: Date): Promise<EntryInvitation[]> {
  const { rows } = await sql<KnownEntryInvitation>`
    select ${columns} from ${tables}
    where i.player_id = ${player_id} and ${isOpen(now)}
    order by i.id desc limit 50`.execute(db)
  return rows.map(toEntryInvitation)
}

/** Whether the invitation `i` can be answered. */
export function isOpen(now: Date): RawBuilder<SqlBool> {
  return sql`(i.answer is null and i.expires_at > ${now})`
}

/** An invitation as its player sees it. */
export function toEntryInvitation(known: KnownEntryInvitation): EntryInvitation {
  return {
    ...known,
    starting_date: wireDay(known.starting_date),
    ending_date: wireDay(known.ending_date),
    price: toAmount(known.price_cents),
    partner: known.partner_name,
    expires_at: known.expires_at.toISOString(),
  }
}

export type NewEntryInvitation = {
  league_id: number
  player_id: number
  invited_by_id: number
  price_cents: number
  partner: Partner | undefined
}

/** Inserts an invitation to the player's email and returns its id. A second open one breaks `entry_invitations_one_open`. */
export async function insertEntryInvitation(
  tx: Tx,
  { league_id, player_id, invited_by_id, price_cents, partner }: NewEntryInvitation,
  now: Date,
): Promise<number> {
  await sql`
    update entry_invitations set answer = 'withdrawn', answered_at = ${now}
    where league_id = ${league_id} and player_id = ${player_id} and answer is null and expires_at <= ${now}`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into entry_invitations (league_id, player_id, email, invited_by_id, price_cents, partner_name, partner_email, sent_at, expires_at)
    select l.id, p.id, p.email, ${invited_by_id}, ${price_cents}, ${partner?.full_name ?? null}, ${partner?.email ?? null}, ${now},
      case when season_end.at <= ${now} then until.at else least(until.at, season_end.at) end
    from leagues l
    join seasons se on se.id = l.season_id
    join areas a on a.slug = l.area
    join players p on p.id = ${player_id}
    cross join lateral (select (se.ending_date + 1)::timestamp at time zone a.time_zone as at) season_end
    cross join lateral (select ${now}::timestamptz + make_interval(days => ${INVITATION_DAYS}) as at) until
    where l.id = ${league_id}
    returning id`.execute(tx)
  if (!rows[0]) throw new Error(`there is no league ${league_id} or player ${player_id}`)
  return rows[0].id
}

/** Counts how often a player was invited to a league. Also returns whether they have declined once. */
export async function countEntryInvitations(
  tx: Tx,
  { league_id, player_id }: Pick<NewEntryInvitation, 'league_id' | 'player_id'>,
): Promise<{ sent: number; declined: boolean }> {
  const { rows } = await sql<{ sent: number; declined: boolean }>`
    select count(*) as sent, coalesce(bool_or(answer = 'declined'), false) as declined from entry_invitations
    where league_id = ${league_id} and player_id = ${player_id}`.execute(tx)
  return rows[0] ?? { sent: 0, declined: false }
}

/** Stores the answer to an invitation. Returns false if it was no longer open. */
export async function answerEntryInvitation(
  tx: Tx,
  id: number,
  answer: 'accepted' | 'declined' | 'withdrawn',
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('entry_invitations')
    .set({ answer, answered_at: now })
    .where('id', '=', id)
    .where('answer', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records that the player of an entry has accepted the place. */
export async function setAgreed(tx: Tx, entry_id: number, now: Date): Promise<void> {
  await tx
    .updateTable('entry_players')
    .set({ agreed_at: now })
    .where('entry_id', '=', entry_id)
    .where('position', '=', 1)
    .execute()
}

/** Every invitation to a player, for the export of personal data. */
export async function listEntryInvitationsOf(db: Db, player_id: number, limit: number) {
  const { rows } = await sql<{ league: string; email: string; sent_at: Date; answer: KnownEntryInvitation['answer'] }>`
    select ${leagueName} as league, i.email, i.sent_at, i.answer
    from entry_invitations i
    join leagues l on l.id = i.league_id ${joinSeasonAndDivision}
    where i.player_id = ${player_id}
    order by i.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, sent_at: row.sent_at.toISOString() }))
}
