import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Gender } from '#/contract/choices.ts'
import type { Db, Tx } from '#/server/db.ts'
import { weekAfter } from '#/server/mail-tokens.ts'
import { joinSeasonAndDivision, leagueName } from '#/features/leagues/league-filter.ts'
import type { Partner } from './contract.ts'
import { endEnteredWaitListEntry } from '#/features/wait-list/queries.ts'
import { isLeaving } from '#/features/leagues/queries.ts'

/**
 * When an invitation sent at `now` expires: two weeks into the season `se` in its area `a`, after a week at the earliest,
 * and on the season's last day at the latest.
 */
function expiresAt(now: Date): RawBuilder<Date> {
  return sql`least(
    greatest((se.starting_date + 15)::timestamp at time zone a.time_zone, ${now}::timestamptz + interval '7 days'),
    (se.ending_date + 1)::timestamp at time zone a.time_zone)`
}

/** A doubles entry that its buyer or its partner may change. The caller has locked the league. */
export type Pair = {
  entry_id: number
  position: 1 | 2
  has_partner: boolean
  email: string
  refund_requested: boolean
  starting_date: string
  ending_date: string
  time_zone: string
  league: string
  buyer: string
}

/** Finds the doubles entry of a player in a league. */
export async function findPair(tx: Tx, player_id: number, league_id: number): Promise<Pair | undefined> {
  const { rows } = await sql<Pair>`
    select e.id as entry_id, ep.position, me.email, p.refund_requested_at is not null as refund_requested, se.starting_date, se.ending_date,
      a.time_zone, ${leagueName} as league, buyer.name as buyer,
      exists (select from entry_players two where two.entry_id = e.id and two.position = 2) as has_partner
    from entry_players ep
    join players me on me.id = ep.player_id
    join entries e on e.id = ep.entry_id
    join purchases p on p.id = e.purchase_id and p.counts
    join players buyer on buyer.id = p.player_id
    join leagues l on l.id = e.league_id
    join seasons se on se.id = l.season_id
    join areas a on a.slug = l.area
    join divisions d on d.id = l.division_id and d.kind = 'doubles'
    where ep.player_id = ${player_id} and ep.league_id = ${league_id}`.execute(tx)
  return rows[0]
}

/** Whether the player is in one of these leagues, or has an order for one that is being paid. */
export async function isInOneOf(db: Db | Tx, player_id: number, league_ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from entry_players ep
    join entries e on e.id = ep.entry_id
    join purchases p on p.id = e.purchase_id and p.counts
    where ep.player_id = ${player_id} and ep.league_id = any (${league_ids}::int[])
    union all
    select from purchases p
    where p.player_id = ${player_id} and p.league_id = any (${league_ids}::int[]) and p.status = 'Pending'
    limit 1`.execute(db)
  return rows.length > 0
}

/** Inserts an invitation and returns its id. The caller has ended one that was open. */
export async function insertInvitation(tx: Tx, entry_id: number, { full_name, email }: Partner, now: Date) {
  const { rows } = await sql<{ id: number }>`
    insert into pair_invitations (entry_id, full_name, email, sent_at, expires_at)
    select e.id, ${full_name}, ${email}, ${now}, ${expiresAt(now)}
    from entries e
    join leagues l on l.id = e.league_id
    join seasons se on se.id = l.season_id
    join areas a on a.slug = l.area
    where e.id = ${entry_id}
    returning id`.execute(tx)
  if (!rows[0]) throw new Error(`there is no entry ${entry_id}`)
  return rows[0].id
}

/**
 * Locks the order until the transaction ends. Returns whether its buyer has proved to own the email of the account, or an
 * organizer entered them.
 */
export async function lockProvedBuyer(tx: Tx, order_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders o join players p on p.id = o.player_id
    where o.id = ${order_id} and (p.email_verified_at is not null or o.entered_by_id is not null) for no key update of o`.execute(
    tx,
  )
  return rows.length > 0
}

/** The partners that an order's buyer named, with the entries that its lines paid for. `uninvited`: without those invited since. */
export async function listNamedPartners(
  tx: Tx,
  order_id: string,
  { uninvited }: { uninvited: boolean },
): Promise<(Partner & { entry_id: number })[]> {
  const rows = await tx
    .selectFrom('purchases')
    .innerJoin('entries', 'entries.purchase_id', 'purchases.id')
    .select(['entries.id as entry_id', 'partner_name as full_name', 'partner_email as email'])
    .where('order_id', '=', order_id)
    .where('partner_email', 'is not', null)
    .$if(uninvited, (lines) =>
      lines.where((line) =>
        line.not(
          line.exists(
            line
              .selectFrom('pair_invitations as i')
              .select('i.id')
              .whereRef('i.entry_id', '=', 'entries.id')
              .whereRef('i.sent_at', '>=', 'purchases.created_at'),
          ),
        ),
      ),
    )
    .orderBy('entries.id')
    .execute()
  return rows.map(({ entry_id, full_name, email }) => ({ entry_id, full_name: full_name ?? '', email: email ?? '' }))
}

/** Renews the open invitation of an entry, and with it the links that were emailed before. Undefined if none is open. */
export async function renewInvitation(
  tx: Tx,
  entry_id: number,
  now: Date,
): Promise<{ id: number; full_name: string } | undefined> {
  const { rows } = await sql<{ id: number; full_name: string; expires_at: Date }>`
    update pair_invitations i set emails = i.emails + 1, sent_at = ${now}, expires_at = ${expiresAt(now)}
    from entries e
    join leagues l on l.id = e.league_id
    join seasons se on se.id = l.season_id
    join areas a on a.slug = l.area
    where e.id = i.entry_id and i.entry_id = ${entry_id} and i.answer is null
    returning i.id, i.full_name, i.expires_at`.execute(tx)
  const [renewed] = rows
  if (!renewed) return undefined
  await tx
    .updateTable('mail_tokens')
    .set({ expires_at: weekAfter(renewed.expires_at) })
    .where('pair_invitation_id', '=', renewed.id)
    .execute()
  return renewed
}

/** Ends the open invitation of an entry and returns the invited name. Undefined if none was open. */
export async function endInvitation(tx: Tx, entry_id: number, now: Date): Promise<string | undefined> {
  const ended = await tx
    .updateTable('pair_invitations')
    .set({ answer: 'withdrawn', answered_at: now })
    .where('entry_id', '=', entry_id)
    .where('answer', 'is', null)
    .returning('full_name')
    .executeTakeFirst()
  return ended?.full_name
}

/** Counts the invitations that an entry has sent since an instant. */
export async function countInvitations(tx: Tx, entry_id: number, since: Date): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
    select coalesce(sum(emails), 0) as sent from pair_invitations
    where entry_id = ${entry_id} and sent_at > ${since}`.execute(tx)
  return rows[0]?.sent ?? 0
}

/** An invitation with its league and its inviter. */
export type KnownInvitation = {
  id: number
  entry_id: number
  league_id: number
  season_id: number
  full_name: string
  email: string
  expires_at: Date
  answer: 'accepted' | 'declined' | 'withdrawn' | null
  /** The inviter is in the league and has not requested a refund. */
  inviter_plays: boolean
  has_partner: boolean
  inviter_id: number
  inviter: string
  league_name: string
  year: number
  level_name: string
  level_gender: Gender | null
  mixed_with: string | null
  age_from: number | null
  age_to: number | null
  area: string
  time_zone: string
  starting_date: string
  ending_date: string
}

/** Finds an invitation with its league and its inviter. */
export async function findInvitation(db: Db | Tx, id: number): Promise<KnownInvitation | undefined> {
  const { rows } = await sql<KnownInvitation>`
    select i.id, i.entry_id, e.league_id, l.season_id, i.full_name, i.email, i.expires_at, i.answer,
      p.counts and not ${isLeaving} as inviter_plays,
      exists (select from entry_players two where two.entry_id = e.id and two.position = 2) as has_partner,
      inviter.id as inviter_id, inviter.name as inviter,
      se.name as league_name, se.year, d.name as level_name, d.gender as level_gender,
      case when d.is_mixed then inviter.gender end as mixed_with, d.age_from, d.age_to, l.area, a.time_zone, se.starting_date, se.ending_date
    from pair_invitations i
    join entries e on e.id = i.entry_id
    join purchases p on p.id = e.purchase_id
    join players inviter on inviter.id = p.player_id
    join leagues l on l.id = e.league_id ${joinSeasonAndDivision}
    join areas a on a.slug = l.area
    where i.id = ${id}`.execute(db)
  return rows[0]
}

/** Stores the answer to an invitation. Returns false if it was no longer open. */
export async function answerInvitation(
  tx: Tx,
  id: number,
  answer: 'accepted' | 'declined',
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pair_invitations')
    .set({ answer, answered_at: now })
    .where('id', '=', id)
    .where('answer', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Finds an account to enter and locks it, so that none of its orders is stored at the same time. */
export async function lockForEntry(
  tx: Tx,
  id: number,
): Promise<{ area: string | null; suspended: boolean; draft_of: number | null } | undefined> {
  const player = await tx
    .selectFrom('players')
    .select(['area', 'suspended_at', 'opened_by_id', 'email_verified_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return (
    player && {
      area: player.area,
      suspended: player.suspended_at !== null,
      draft_of: player.email_verified_at === null ? player.opened_by_id : null,
    }
  )
}

/** Finds an account by email, ignoring case. */
export async function findAccount(
  db: Db | Tx,
  email: string,
): Promise<{ id: number; gender: string | null; first_name: string; name: string } | undefined> {
  const row = await db
    .selectFrom('players')
    .select(['id', 'gender', 'first_name', 'name'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return row
}

/** Adds the partner of an entry. `agreed_at` is when they accepted. Null if an organizer gave them the place. */
export async function insertPartner(
  tx: Tx,
  {
    entry_id,
    league_id,
    player_id,
    agreed_at,
  }: { entry_id: number; league_id: number; player_id: number; agreed_at: Date | null },
  now: Date,
): Promise<void> {
  await giveUpFormerEntry(tx, league_id, player_id)
  await endEnteredWaitListEntry(tx, league_id, player_id, now)
  await tx.insertInto('entry_players').values({ entry_id, league_id, player_id, position: 2, agreed_at }).execute()
  await endSearches(tx, { entry_id }, now)
}

/** Ends the searches, offers and agreements of the players who are a pair now. */
async function endSearches(tx: Tx, { entry_id }: { entry_id: number }, now: Date): Promise<void> {
  const pair = sql`(select ep.league_id, ep.player_id from entry_players ep where ep.entry_id = ${entry_id})`
  await sql`delete from partner_searches s using ${pair} ep
    where s.league_id = ep.league_id and s.player_id = ep.player_id`.execute(tx)
  await sql`update partner_offers o set answer = 'ended', answered_at = ${now} from ${pair} ep
    where o.league_id = ep.league_id and ep.player_id in (o.from_id, o.to_id) and (o.answer is null or o.answer = 'accepted')`.execute(
    tx,
  )
}

/** Ends what two players have agreed in a league: the one with this email has declined the other's invitation. */
export async function endAgreement(
  tx: Tx,
  { league_id, inviter_id, email }: Pick<KnownInvitation, 'league_id' | 'inviter_id' | 'email'>,
  now: Date,
): Promise<void> {
  await sql`
    update partner_offers o set answer = 'ended', answered_at = ${now} from players p
    where lower(p.email) = lower(${email}) and o.league_id = ${league_id} and o.answer = 'accepted'
      and (o.from_id, o.to_id) in ((p.id, ${inviter_id}), (${inviter_id}, p.id))`.execute(tx)
}

/** The players with whom a player has agreed to play, by league. */
export async function listAgreed(
  db: Db,
  player_id: number,
  league_ids: readonly number[],
): Promise<{ league_id: number; full_name: string; email: string }[]> {
  const { rows } = await sql<{ league_id: number; full_name: string; email: string }>`
    select o.league_id, p.name as full_name, p.email
    from partner_offers o
    join players p on p.id = case when o.from_id = ${player_id} then o.to_id else o.from_id end and p.deleted_at is null and p.suspended_at is null
    where o.answer = 'accepted' and ${player_id} in (o.from_id, o.to_id) and o.league_id = any (${league_ids}::int[])`.execute(
    db,
  )
  return rows
}

export async function deletePartner(tx: Tx, entry_id: number): Promise<void> {
  await tx.deleteFrom('entry_players').where('entry_id', '=', entry_id).where('position', '=', 2).execute()
}

/**
 * Lets a player enter a league again that they have left: marks their old entry as former, which keeps its results. An
 * entry that counts is never given up: the constraint then refuses already_in_league.
 */
export async function giveUpFormerEntry(tx: Tx, league_id: number, player_id: number): Promise<void> {
  await sql`
    update entry_players ep set former = true
    from entries e join purchases p on p.id = e.purchase_id
    where e.id = ep.entry_id and ep.league_id = ${league_id} and ep.player_id = ${player_id} and not ep.former
      and not p.counts`.execute(tx)
}

/** Reopens the entry of a buyer who joins again. Both players have to agree, so the partner has to be invited again. */
export async function reopenPair(tx: Tx, entry_id: number, now: Date): Promise<void> {
  await deletePartner(tx, entry_id)
  await endInvitation(tx, entry_id, now)
  await tx
    .updateTable('entry_players')
    .set({ former: false })
    .where('entry_id', '=', entry_id)
    .where('position', '=', 1)
    .execute()
}

/** A line that has just left its league, or the lines of an order that were refunded at one instant. */
export type LeftLines = { purchase_id: number } | { order_id: string; refunded_at: Date }

/** The partners of the entries that these lines paid for. */
export async function listPartnersLeft(
  tx: Tx,
  lines: LeftLines,
): Promise<{ purchase_id: number; player_id: number }[]> {
  const partners = tx
    .selectFrom('purchases')
    .innerJoin('entries', 'entries.purchase_id', 'purchases.id')
    .innerJoin('entry_players', 'entry_players.entry_id', 'entries.id')
    .select(['purchases.id as purchase_id', 'entry_players.player_id'])
    .where('entry_players.position', '=', 2)
    .where('entry_players.former', '=', false)
    // In a sealed league the pair stays.
    .where('purchases.counts', '=', false)
    .orderBy('purchases.id')
  return 'purchase_id' in lines
    ? partners.where('purchases.id', '=', lines.purchase_id).execute()
    : partners.where('order_id', '=', lines.order_id).where('refunded_at', '=', lines.refunded_at).execute()
}

/** The buyer and the league of an entry, for an email. */
export async function findEntrySummary(
  db: Db,
  of: { entry_id: number } | { purchase_id: number },
): Promise<{ buyer_id: number; buyer: string; league: string } | undefined> {
  const which = 'entry_id' in of ? sql`e.id = ${of.entry_id}` : sql`p.id = ${of.purchase_id}`
  const { rows } = await sql<{ buyer_id: number; buyer: string; league: string }>`
    select b.id as buyer_id, b.name as buyer, ${leagueName} as league
    from purchases p
    left join entries e on e.purchase_id = p.id
    join players b on b.id = p.player_id
    join leagues l on l.id = p.league_id ${joinSeasonAndDivision}
    where ${which}`.execute(db)
  return rows[0]
}

/** Every invitation that the player has sent or was sent, the newest first. */
export async function listInvitationsAbout(db: Db, player_id: number, limit: number) {
  const { rows } = await sql<{ full_name: string; email: string; sent_at: Date; answer: KnownInvitation['answer'] }>`
    select i.full_name, i.email, i.sent_at, i.answer
    from pair_invitations i
    where ${invitationsAbout(player_id)}
    order by i.id desc
    limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, sent_at: row.sent_at.toISOString() }))
}

/**
 * Deletes the player's invitations, and the partners that the player named at checkout, because they hold names and
 * emails of other people.
 */
export async function deleteInvitationsAbout(tx: Tx, player_id: number): Promise<void> {
  await sql`delete from pair_invitations i where ${invitationsAbout(player_id)}`.execute(tx)
  await tx
    .updateTable('purchases')
    .set({ partner_name: null, partner_email: null })
    .where('player_id', '=', player_id)
    .where('partner_email', 'is not', null)
    .execute()
}

function invitationsAbout(player_id: number): RawBuilder<SqlBool> {
  return sql`(lower(i.email) = (select lower(me.email) from players me where me.id = ${player_id})
    or i.entry_id in (select e.id from purchases p join entries e on e.purchase_id = p.id where p.player_id = ${player_id}))`
}
