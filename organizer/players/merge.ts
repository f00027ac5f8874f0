import { sql, type RawBuilder } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { endAccess } from '#/features/accounts/access.ts'
import { detailColumns } from '#/features/accounts/profile-columns.ts'
import { erasedColumns } from '#/features/settings/queries.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { PlayerRow } from './contract.ts'
import { findPlacesProblem, joinPlaces, rebuildJoined } from './merged-places.ts'
import type { SignedIn } from '#/server/session.ts'

/**
 * The columns that refer to a player, each with what a merge does to the closed account's rows. moves: they become the
 * kept account's. moves_if_confirmed: as moves if both accounts have confirmed the merge, else as ends. ends: they are
 * deleted. access: `endAccess` deletes them. follows: a trigger makes them the kept account's once the other is closed. stays: they record who did something or
 * where the account was, and the closed account keeps its name. A test compares this with the foreign keys in the database.
 */
export const mergeEffects = {
  'players.referred_by_id': 'moves',
  'players.merged_into_id': 'moves',
  'players.opened_by_id': 'stays',
  'orders.player_id': 'moves',
  'orders.entered_by_id': 'stays',
  'purchases.player_id': 'moves',
  'entry_players.player_id': 'moves',
  'entry_players.replaces_id': 'moves',
  'match_players.player_id': 'follows',
  // The results move, and the kept account is rated again with them.
  'ratings.player_id': 'ends',
  'rating_changes.player_id': 'ends',
  'shared_entries.player_id': 'follows',
  'wait_list.player_id': 'moves',
  'scores.reported_by_id': 'moves',
  'scores.answered_by_id': 'moves',
  'score_links.player_id': 'moves',
  'match_offers.player_id': 'moves',
  'match_events.player_id': 'moves',
  'match_events.reported_by_id': 'moves',
  'offer_links.player_id': 'moves',
  'match_reminders.player_id': 'moves',
  'live_scores.pen_player_id': 'moves',
  'open_to_play.player_id': 'moves',
  'reactions.player_id': 'moves',
  'partner_searches.player_id': 'ends',
  'partner_offers.from_id': 'ends',
  'partner_offers.to_id': 'ends',
  'playoff_news.player_id': 'moves',
  'notifications.player_id': 'moves',
  'notification_preferences.player_id': 'access',
  'quiet_hours.player_id': 'access',
  'organizer_views.player_id': 'access',
  'visits.player_id': 'ends',
  'visitors.player_id': 'stays',
  'availability_hours.player_id': 'moves',
  'days_away.player_id': 'moves',
  'free_seasons.player_id': 'moves',
  'free_seasons.friend_id': 'moves',
  'free_seasons.given_by_id': 'stays',
  'entry_invitations.player_id': 'moves',
  'entry_invitations.invited_by_id': 'stays',
  'merge_requests.keep_id': 'stays',
  'merge_requests.from_id': 'stays',
  'merge_requests.requested_by_id': 'stays',
  'social_identities.player_id': 'moves_if_confirmed',
  'sessions.player_id': 'access',
  'sessions.impersonated_by_id': 'access',
  'mail_tokens.player_id': 'access',
  'mail_tokens.addressee_id': 'moves',
  'organizer_areas.player_id': 'ends',
  'second_factors.player_id': 'access',
  'passkeys.player_id': 'access',
  'calendar_feeds.player_id': 'access',
  'idempotency_keys.player_id': 'ends',
  'audit_log.organizer_id': 'stays',
  'tasks.organizer_id': 'stays',
  'bulk_acts.organizer_id': 'stays',
  'playoffs.made_by_id': 'stays',
  'league_corrections.organizer_id': 'stays',
  'league_messages.organizer_id': 'stays',
  'message_recipients.player_id': 'moves',
  'message_previews.organizer_id': 'ends',
  'message_templates.saved_by_id': 'stays',
  'refunds.requested_by_id': 'stays',
  'cash_bookings.organizer_id': 'stays',
  'cash_bookings.booked_by_id': 'stays',
  'imports.organizer_id': 'stays',
  'webhooks.organizer_id': 'stays',
  'api_keys.organizer_id': 'access',
  'texts.saved_by_id': 'stays',
  'mail_texts.changed_by_id': 'stays',
  'acceptances.player_id': 'moves',
  'answers.player_id': 'moves',
  'player_notes.player_id': 'moves',
  'player_notes.author_id': 'stays',
  'photo_reports.player_id': 'ends',
  'photo_reports.reported_by_id': 'stays',
  'blocked_photos.player_id': 'moves',
} as const satisfies Record<string, 'moves' | 'moves_if_confirmed' | 'ends' | 'access' | 'follows' | 'stays'>

/** Columns that the preview of a merge counts. */
const countedColumns: Partial<Record<keyof typeof mergeEffects, string>> = {
  'entry_players.player_id': 'entries',
  'orders.player_id': 'orders',
  'scores.reported_by_id': 'reported scores',
  'free_seasons.player_id': 'free seasons',
  'players.referred_by_id': 'referred friends',
  'social_identities.player_id': 'social sign-ins',
  'wait_list.player_id': 'places on waiting lists',
}

/** Counts the rows that a merge would move, by kind. */
export async function countMoves(
  db: Db | Tx,
  from_id: number,
  { confirmed }: { confirmed: boolean },
): Promise<{ what: string; count: number }[]> {
  const moving = Object.entries(countedColumns).filter(
    ([column]) => confirmed || mergeEffects[column as keyof typeof mergeEffects] === 'moves',
  )
  const counts = moving.map(([column, what]) => {
    const { table, name } = refOf(column)
    return sql`select ${what}::text as what, (select count(*) from ${table} where ${name} = ${from_id})::int as count`
  })
  const { rows } = await sql<{ what: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows.filter(({ count }) => count > 0)
}

type Organizer = Pick<SignedIn, 'role' | 'organizer_areas'>

/** Explains why this organizer cannot merge two accounts. Null if they can. */
export async function findMergeProblem(
  db: Db | Tx,
  keep: PlayerRow,
  from: PlayerRow,
  organizer: Organizer,
  now: Date,
): Promise<string | null> {
  const problem = accountsProblem(keep, from, organizer)
  if (problem) return problem
  if (organizer.role !== 'owner' && (await areOutside(db, [keep.id, from.id], organizer.organizer_areas)))
    return 'One of them plays in other areas too. Ask an owner to do this.'
  return findConflict(db, keep.id, from.id, now)
}

function accountsProblem(keep: PlayerRow, from: PlayerRow, organizer: Organizer): string | null {
  if (keep.id === from.id) return 'These are the same account.'
  if (keep.closed || from.closed) return 'One of these accounts is closed.'
  if (from.role !== 'player') return `${from.name} runs leagues with this account. Ask an owner to dismiss it first.`
  // Sign-in methods move too, and only an owner may add some to an account with permissions.
  if (keep.role !== 'player' && organizer.role !== 'owner') return `${keep.name} runs leagues. Ask an owner to do this.`
  const unreachable = [keep, from].find(({ email }) => email === null)
  if (unreachable && organizer.role !== 'owner')
    return `${unreachable.name} has no email with which to confirm. Ask an owner to do this.`
  if (keep.suspended || from.suspended) return 'One of them is suspended. Lift the suspension first.'
  return null
}

async function findConflict(db: Db | Tx, keep_id: number, from_id: number, now: Date): Promise<string | null> {
  const { rows: open } = await sql`
    select from purchases where player_id in (${keep_id}, ${from_id}) and status = 'Pending' limit 1`.execute(db)
  if (open.length > 0) return 'One of them has an order that is still being paid. Please wait until it is settled.'
  return findPlacesProblem(db, { keep_id, from_id }, now)
}

/**
 * Whether one of the accounts is entered or on a wait-list outside these areas, so that the merge would change leagues
 * that others run.
 */
async function areOutside(db: Db | Tx, ids: readonly number[], areas: readonly AreaSlug[]): Promise<boolean> {
  const { rows } = await sql`
    select from leagues l
    join (
      select league_id from entry_players where player_id = any (${ids}::int[])
      union select m.league_id from match_players mp join matches m on m.id = mp.match_id where mp.player_id = any (${ids}::int[])
      union select league_id from purchases where player_id = any (${ids}::int[])
      union select league_id from wait_list where player_id = any (${ids}::int[])) theirs on theirs.league_id = l.id
    where l.area <> all (${areas}::text[])
    limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Moves the closed account's rows to the kept one. The caller has locked both players and called `findMergeProblem`.
 * `confirmed` says that both accounts have confirmed the merge, so that sign-ins move too. `organizer_id` becomes the
 * giver of credits that no longer have a friend who earned them.
 */
export async function moveEverything(
  tx: Tx,
  {
    keep_id,
    from_id,
    organizer_id,
    confirmed,
    now,
  }: { keep_id: number; from_id: number; organizer_id: number; confirmed: boolean; now: Date },
): Promise<void> {
  const joined = await joinPlaces(tx, { keep_id, from_id }, now)
  await sql`set constraints purchases_order_of_the_same_player, free_seasons_order_of_the_friend,
    free_seasons_purchase_of_the_player deferred`.execute(tx)
  await endAccess(tx, from_id, 'merge', { now })
  for (const step of conflictSteps({ keep_id, from_id, organizer_id, now })) await step.execute(tx)
  for (const [column, effect] of Object.entries(mergeEffects)) {
    const { table, name } = refOf(column)
    if (effect === 'moves' || (effect === 'moves_if_confirmed' && confirmed))
      await sql`update ${table} set ${name} = ${keep_id} where ${name} = ${from_id}`.execute(tx)
    if (effect === 'ends' || (effect === 'moves_if_confirmed' && !confirmed))
      await sql`delete from ${table} where ${name} = ${from_id}`.execute(tx)
  }
  await sql`set constraints all immediate`.execute(tx)
  await rebuildJoined(tx, joined)
}

/** Changes the rows that would violate a constraint once both accounts are one. */
function conflictSteps({
  keep_id,
  from_id,
  organizer_id,
  now,
}: {
  keep_id: number
  from_id: number
  organizer_id: number
  now: Date
}): RawBuilder<unknown>[] {
  return [
    // If the two have entries in one league, at most one counts. The other becomes a former one.
    sql`
      update entry_players ep set former = true
      from entries e join purchases p on p.id = e.purchase_id
      where e.id = ep.entry_id and ep.player_id in (${keep_id}, ${from_id}) and not ep.former
        and not p.counts and exists (
          select from entry_players other
          where other.league_id = ep.league_id and not other.former
            and other.player_id = case when ep.player_id = ${keep_id} then ${from_id}::int else ${keep_id}::int end)`,
    // Nobody replaces themselves.
    sql`
      update entry_players set replaces_id = null, taken_over_at = null
      where (player_id, replaces_id) in ((${keep_id}, ${from_id}), (${from_id}, ${keep_id}))`,
    sql`
      update wait_list w set ended_at = ${now}, ending = 'left'
      where w.player_id = ${from_id} and w.ended_at is null and exists (
        select from wait_list other where other.player_id = ${keep_id} and other.league_id = w.league_id and other.ended_at is null)`,
    // One reaction for each result, and none to a player's own.
    sql`
      delete from reactions r
      where r.player_id = ${from_id} and exists (
        select from reactions other where other.player_id = ${keep_id} and other.match_id = r.match_id)`,
    sql`
      delete from reactions r
      where r.player_id in (${keep_id}, ${from_id}) and exists (
        select from match_players mp where mp.match_id = r.match_id and mp.player_id in (${keep_id}, ${from_id}))`,
    sql`
      delete from playoff_news n
      where n.player_id = ${from_id} and exists (
        select from playoff_news other
        where other.player_id = ${keep_id} and other.league_id = n.league_id and other.news = n.news)`,
    sql`
      update entry_invitations i set answer = 'withdrawn', answered_at = ${now}
      where i.player_id = ${from_id} and i.answer is null and exists (
        select from entry_invitations other
        where other.player_id = ${keep_id} and other.league_id = i.league_id and other.answer is null)`,
    // The kept account's availability wins. Both together would make times that the player has not entered.
    ...['availability_hours', 'days_away'].map(
      (table) => sql`
      delete from ${sql.table(table)} gone
      where gone.player_id = ${from_id} and exists (select from ${sql.table(table)} kept where kept.player_id = ${keep_id})`,
    ),
    sql`
      delete from acceptances a
      where a.player_id = ${from_id} and exists (
        select from acceptances other
        where other.player_id = ${keep_id} and other.key = a.key and other.version = a.version)`,
    sql`
      delete from answers a
      where a.player_id = ${from_id} and exists (
        select from answers other where other.player_id = ${keep_id} and other.question_id = a.question_id)`,
    sql`
      delete from message_recipients r
      where r.player_id = ${from_id} and exists (
        select from message_recipients other where other.player_id = ${keep_id} and other.message_id = r.message_id)`,
    sql`update orders set opened_account = false where player_id = ${from_id} and opened_account`,
    // Players cannot refer themselves, so the credit is taken back unless it is spent.
    sql`
      update free_seasons set friend_id = null, order_id = null, given_by_id = ${organizer_id}, gift = gen_random_uuid(),
        reason = 'Earned by another account of the same person',
        taken_back_at = case when purchase_id is null then coalesce(taken_back_at, ${now}) end
      where (player_id, friend_id) in ((${keep_id}, ${from_id}), (${from_id}, ${keep_id}))`,
    sql`update players set referred_by_id = null
      where (id, referred_by_id) in ((${keep_id}, ${from_id}), (${from_id}, ${keep_id}))`,
    // Each of the two accounts earned its referrer a credit. One friend earns one credit, but given credits stay.
    sql`
      update free_seasons set friend_id = null, order_id = null, given_by_id = ${organizer_id}, gift = gen_random_uuid(),
        reason = 'Earned by two accounts of one friend'
      where friend_id = ${from_id} and exists (select from free_seasons other where other.friend_id = ${keep_id})`,
    sql`update players keep set referred_by_id = gone.referred_by_id
      from players gone where keep.id = ${keep_id} and gone.id = ${from_id} and keep.referred_by_id is null`,
    // Open invitations to the closed account's email go to the kept one.
    sql`
      update pair_invitations i set email = keep.email
      from players keep, players gone
      where keep.id = ${keep_id} and gone.id = ${from_id} and lower(i.email) = lower(gone.email) and i.answer is null`,
  ]
}

/**
 * Account columns that the audit log keeps when the account is closed. The year of birth moves to the kept account or is
 * erased.
 */
export async function findAccountColumns(tx: Tx, id: number) {
  return tx
    .selectFrom('players')
    .select(detailColumns.filter((column) => column !== 'year_of_birth'))
    .select(['doubles_partner_name', 'doubles_partner_email', 'area', 'photo'])
    .select(['email', 'email_verified_at', 'referral_code', 'referred_by_id', 'provider_customer', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/**
 * Closes the emptied account: it keeps its name, and its email becomes free. A profile, a year of birth and a photo that
 * the kept account lacks move to it, and saved cards too if both accounts have confirmed the merge. Returns the photo
 * that is no longer in use.
 */
export async function closeMerged(
  tx: Tx,
  { keep_id, from_id, confirmed, now }: { keep_id: number; from_id: number; confirmed: boolean; now: Date },
): Promise<string | null> {
  const from = { ...(await findAccountColumns(tx, from_id)), year_of_birth: await findYearOfBirth(tx, from_id) }
  const keep = { ...(await findAccountColumns(tx, keep_id)), year_of_birth: await findYearOfBirth(tx, keep_id) }
  await tx
    .updateTable('players')
    .set({
      ...erasedColumns,
      email: `merged-player-${from_id}@deleted.invalid`,
      provider_customer: null,
      merged_into_id: keep_id,
      deleted_at: now,
    })
    .where('id', '=', from_id)
    .execute()
  await tx
    .updateTable('players')
    .set({
      phone: keep.phone ?? from.phone,
      singles_level: keep.singles_level ?? from.singles_level,
      gender: keep.gender ?? from.gender,
      area: keep.area ?? from.area,
      year_of_birth: keep.year_of_birth ?? from.year_of_birth,
      photo: keep.photo ?? from.photo,
      provider_customer: keep.provider_customer ?? (confirmed ? from.provider_customer : null),
    })
    .where('id', '=', keep_id)
    .execute()
  return keep.photo === null ? null : from.photo
}

async function findYearOfBirth(tx: Tx, id: number): Promise<number | null> {
  const row = await tx.selectFrom('players').select('year_of_birth').where('id', '=', id).executeTakeFirstOrThrow()
  return row.year_of_birth
}

function refOf(column: string): { table: RawBuilder<unknown>; name: RawBuilder<unknown> } {
  const [table = '', name = ''] = column.split('.')
  return { table: sql.table(table), name: sql.ref(name) }
}
