import { sql, type RawBuilder } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { Db, Tx } from '#/server/db.ts'
import { joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'

/**
 * Every column that names a player, and what becomes of the closed account's rows when two accounts of one person become
 * one. moves: they are the other's from then on. ends: they are deleted. stays: who did it is history, and the closed
 * account keeps its name. A test compares this with the database's own list of foreign keys.
 */
export const fates = {
  'players.referred_by_id': 'moves',
  'players.merged_into_id': 'moves',
  'orders.player_id': 'moves',
  'orders.entered_by_id': 'stays',
  'purchases.player_id': 'moves',
  'entry_players.player_id': 'moves',
  'wait_list.player_id': 'moves',
  'scores.reported_by_id': 'moves',
  'scores.answered_by_id': 'moves',
  'score_links.player_id': 'moves',
  'playoff_news.player_id': 'moves',
  'free_seasons.player_id': 'moves',
  'free_seasons.friend_id': 'moves',
  'free_seasons.given_by_id': 'stays',
  'social_identities.player_id': 'moves',
  'sessions.player_id': 'ends',
  'sessions.impersonated_by_id': 'ends',
  'mail_tokens.player_id': 'ends',
  'organizer_areas.player_id': 'ends',
  'second_factors.player_id': 'ends',
  'audit_log.organizer_id': 'stays',
  'tasks.organizer_id': 'stays',
  'playoffs.made_by_id': 'stays',
  'league_messages.organizer_id': 'stays',
  'refunds.requested_by_id': 'stays',
  'imports.organizer_id': 'stays',
} as const satisfies Record<string, 'moves' | 'ends' | 'stays'>

/** What an organizer is told of; the rest moves in silence. */
const told: Partial<Record<keyof typeof fates, string>> = {
  'entry_players.player_id': 'entries',
  'orders.player_id': 'orders',
  'scores.reported_by_id': 'reported scores',
  'free_seasons.player_id': 'free seasons',
  'players.referred_by_id': 'referred friends',
  'social_identities.player_id': 'social sign-ins',
  'wait_list.player_id': 'places on waiting lists',
}

/** How many rows of each kind would change hands. */
export async function countMoves(db: Db | Tx, from_id: number): Promise<{ what: string; count: number }[]> {
  const counts = Object.entries(told).map(([column, what]) => {
    const { table, name } = refOf(column)
    return sql`select ${what}::text as what, (select count(*) from ${table} where ${name} = ${from_id})::int as count`
  })
  const { rows } = await sql<{ what: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows.filter(({ count }) => count > 0)
}

/** Why two accounts can not become one, as a sentence; null when they can. Asked by `findMergeProblem`. */
export async function findClash(db: Db | Tx, keep_id: number, from_id: number): Promise<string | null> {
  const { rows: open } = await sql`
    select from purchases where player_id in (${keep_id}, ${from_id}) and status = 'Pending' limit 1`.execute(db)
  if (open.length > 0) return 'An order of one of them is still being paid. WaitListEntry until it is settled.'
  const { rows: both } = await sql<{ league: string }>`
    with live as (
      select ep.player_id, ep.league_id from entry_players ep
      join entries e on e.id = ep.entry_id
      join purchases p on p.id = e.purchase_id and p.counts
      where ep.player_id in (${keep_id}, ${from_id})
      union
      select player_id, league_id from purchases
      where player_id in (${keep_id}, ${from_id}) and counts)
    select d.name || ', ' || se.name || ' ' || se.year as league
    from live one
    join live two on two.league_id = one.league_id and two.player_id = ${from_id}
    join leagues l on l.id = one.league_id ${joinSeasonAndDivision}
    where one.player_id = ${keep_id}
    order by se.starting_date desc, l.id
    limit 1`.execute(db)
  if (both[0]) return `Both stand in one league: ${both[0].league}. Take one of the two out of it first.`
  const { rows: met } = await sql`
    select from entry_players one
    join matches m on one.entry_id in (m.entry_one_id, m.entry_two_id) and m.score_id is not null
    join entry_players two on two.entry_id in (m.entry_one_id, m.entry_two_id) and two.player_id = ${from_id}
    where one.player_id = ${keep_id}
    limit 1`.execute(db)
  return met.length > 0 ? 'They have played in one match, so they are two people.' : null
}

/**
 * Whether one of the accounts has entered, or waits, outside these areas: a merge would reach leagues that others run.
 */
export async function reachesBeyond(db: Db | Tx, ids: readonly number[], areas: readonly AreaSlug[]): Promise<boolean> {
  const { rows } = await sql`
    select from leagues l
    join (
      select league_id from entry_players where player_id = any (${ids}::int[])
      union select league_id from purchases where player_id = any (${ids}::int[])
      union select league_id from wait_list where player_id = any (${ids}::int[])) theirs on theirs.league_id = l.id
    where l.area <> all (${areas}::text[])
    limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Makes the closed account's rows the kept one's. The caller holds both players and has asked `findClash`. `organizer_id`
 * vouches for credits that no longer have a friend who earned them.
 */
export async function moveEverything(
  tx: Tx,
  { keep_id, from_id, organizer_id, now }: { keep_id: number; from_id: number; organizer_id: number; now: Date },
): Promise<void> {
  await sql`set constraints purchases_order_of_the_same_player, free_seasons_order_of_the_friend,
    free_seasons_purchase_of_the_player deferred`.execute(tx)
  for (const step of clearTheWay({ keep_id, from_id, organizer_id, now })) await step.execute(tx)
  for (const [column, fate] of Object.entries(fates)) {
    const { table, name } = refOf(column)
    if (fate === 'moves') await sql`update ${table} set ${name} = ${keep_id} where ${name} = ${from_id}`.execute(tx)
    if (fate === 'ends') await sql`delete from ${table} where ${name} = ${from_id}`.execute(tx)
  }
  await sql`set constraints all immediate`.execute(tx)
}

/** What would break a rule of the database once both are one. */
function clearTheWay({
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
    // Two entries in one league, at most one of which stands: the other is a former one.
    sql`
      update entry_players ep set former = true
      from entries e join purchases p on p.id = e.purchase_id
      where e.id = ep.entry_id and ep.player_id in (${keep_id}, ${from_id}) and not ep.former
        and not p.counts and exists (
          select from entry_players other
          where other.league_id = ep.league_id and not other.former
            and other.player_id = case when ep.player_id = ${keep_id} then ${from_id}::int else ${keep_id}::int end)`,
    sql`
      update wait_list w set ended_at = ${now}, ending = 'left'
      where w.player_id = ${from_id} and w.ended_at is null and exists (
        select from wait_list other where other.player_id = ${keep_id} and other.league_id = w.league_id and other.ended_at is null)`,
    sql`
      delete from playoff_news n
      where n.player_id = ${from_id} and exists (
        select from playoff_news other
        where other.player_id = ${keep_id} and other.league_id = n.league_id and other.news = n.news)`,
    sql`update orders set opened_account = false where player_id = ${from_id} and opened_account`,
    // Nobody has referred themself; a credit for that is taken back, unless it has paid for something.
    sql`
      update free_seasons set friend_id = null, order_id = null, given_by_id = ${organizer_id}, gift = gen_random_uuid(),
        reason = 'Earned by another account of the same person',
        taken_back_at = case when purchase_id is null then coalesce(taken_back_at, ${now}) end
      where (player_id, friend_id) in ((${keep_id}, ${from_id}), (${from_id}, ${keep_id}))`,
    sql`update players set referred_by_id = null
      where (id, referred_by_id) in ((${keep_id}, ${from_id}), (${from_id}, ${keep_id}))`,
    // Both accounts have earned one for whoever referred them: one friend earns one, what was given stays given.
    sql`
      update free_seasons set friend_id = null, order_id = null, given_by_id = ${organizer_id}, gift = gen_random_uuid(),
        reason = 'Earned by two accounts of one friend'
      where friend_id = ${from_id} and exists (select from free_seasons other where other.friend_id = ${keep_id})`,
    sql`update players keep set referred_by_id = gone.referred_by_id
      from players gone where keep.id = ${keep_id} and gone.id = ${from_id} and keep.referred_by_id is null`,
    // An open invitation to the closed account's e-mail.
    sql`
      update pair_invitations i set email = keep.email
      from players keep, players gone
      where keep.id = ${keep_id} and gone.id = ${from_id} and lower(i.email) = lower(gone.email) and i.answer is null`,
  ]
}

/** What the record keeps of an account that is closed. */
export async function findAccountAsItWas(tx: Tx, id: number) {
  return tx
    .selectFrom('players')
    .select([
      'email',
      'email_verified_at',
      'phone',
      'singles_level',
      'doubles_level',
      'doubles_partner_name',
      'doubles_partner_email',
      'gender',
      'area',
      'photo',
      'referral_code',
      'referred_by_id',
      'provider_customer',
      'created_at',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/**
 * Closes the emptied account: its name stays for the record, its e-mail becomes free. What the kept account lacks of a
 * profile, a photo and stored cards it takes over. Answers the photo that nobody has any more.
 */
export async function closeEmptied(tx: Tx, keep_id: number, from_id: number, now: Date): Promise<string | null> {
  const gone = await findAccountAsItWas(tx, from_id)
  const keep = await findAccountAsItWas(tx, keep_id)
  await tx
    .updateTable('players')
    .set({
      // Names kept free for ever by RFC 2606.
      email: `merged-player-${from_id}@deleted.invalid`,
      email_verified_at: null,
      password_hash: null,
      phone: null,
      singles_level: null,
      doubles_level: null,
      doubles_partner_name: null,
      doubles_partner_email: null,
      gender: null,
      area: null,
      photo: null,
      provider_customer: null,
      shows_email: false,
      shows_phone: false,
      merged_into_id: keep_id,
      deleted_at: now,
    })
    .where('id', '=', from_id)
    .execute()
  const { phone, singles_level, gender, area } = gone
  await tx
    .updateTable('players')
    .set({
      ...(keep.area === null ? { phone, singles_level, gender, area } : {}),
      photo: keep.photo ?? gone.photo,
      provider_customer: keep.provider_customer ?? gone.provider_customer,
    })
    .where('id', '=', keep_id)
    .execute()
  return keep.photo === null ? null : gone.photo
}

function refOf(column: string): { table: RawBuilder<unknown>; name: RawBuilder<unknown> } {
  const [table = '', name = ''] = column.split('.')
  return { table: sql.table(table), name: sql.ref(name) }
}
