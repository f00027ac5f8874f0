import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { leagueName, leagueTables } from '#/features/leagues/league-filter.ts'
import { isLeaving } from '#/features/leagues/queries.ts'
import { nameFor } from '#/features/leagues/sides.ts'
import { isOnSale, saleDay } from '#/features/seasons/queries.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { SignedIn } from '#/server/session.ts'
import type { PartnerOffer, SearchDays, SearchLeague } from './contract.ts'

const MOST_PLAYERS = 50

/**
 * The place of a player, not of an alias `p`, in league `l`: 'open' if they have entered without a partner, 'taken' if they have one, are leaving
 * or are paying, else 'none'.
 */
function placeOf(player_id: RawBuilder<unknown>): RawBuilder<'none' | 'open' | 'taken'> {
  return sql`coalesce((
      select case when ep.position = 1 and not ${isLeaving}
        and not exists (select from entry_players two where two.entry_id = e.id and two.position = 2) then 'open' else 'taken' end
      from entry_players ep
      join entries e on e.id = ep.entry_id
      join purchases p on p.id = e.purchase_id and p.counts
      where ep.league_id = l.id and ep.player_id = ${player_id} and not ep.former
      limit 1),
    (select 'taken' from purchases p where p.league_id = l.id and p.player_id = ${player_id} and p.status = 'Pending' limit 1),
    'none')`
}

/** Whether players can still buy a place in league `l`, or join its wait-list. */
function isForSale(now: Date): RawBuilder<SqlBool> {
  return sql`(l.offered and d.retired_at is null and a.archived_at is null and ${isOnSale(saleDay(now))})`
}

/** Whether a player with this place in league `l` can look for a partner in it, or be one. */
function canPair(place: RawBuilder<unknown>, now: Date): RawBuilder<SqlBool> {
  return sql`(d.kind = 'doubles' and case ${place}
    when 'none' then ${isForSale(now)}
    when 'open' then (${now}::timestamptz at time zone a.time_zone)::date <= se.ending_date
    else false end)`
}

/** Whether a player has agreed to play league `l` with somebody. */
function hasAgreed(player_id: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`exists (
    select from partner_offers agreed
    where agreed.league_id = l.id and agreed.answer = 'accepted' and ${player_id} in (agreed.from_id, agreed.to_id))`
}

const isActive = sql<SqlBool>`(p.deleted_at is null and p.suspended_at is null)`
const level = sql<string | null>`case when p.shows_level then p.singles_level end`

type LeagueRow = Omit<SearchLeague, 'players' | 'offers' | 'agreed'>

/**
 * The leagues in which a player can look for a partner: doubles on sale in the player's area, and those that the player has
 * entered alone. `league_id`: only that one.
 */
export async function listSearchLeagues(
  db: Db | Tx,
  { id, area }: Pick<SignedIn, 'id' | 'area'>,
  now: Date,
  league_id?: number,
): Promise<LeagueRow[]> {
  const { rows } = await sql<LeagueRow>`
    select l.id as league_id, ${leagueName} as league, se.slug as season_slug, se.year as season_year, d.id as division_id,
      mine.place = 'open' as has_place, (select s.days from partner_searches s where s.league_id = l.id and s.player_id = ${id}) as days
    from ${leagueTables}
    cross join lateral (select ${placeOf(sql`${id}::int`)} as place) mine
    where d.kind = 'doubles' and (mine.place = 'open' or (l.area = ${area} and ${isForSale(now)}))
      and ${canPair(sql`mine.place`, now)} and ${league_id === undefined ? sql`true` : sql`l.id = ${league_id}`}
    order by se.starting_date, d.position, l.id`.execute(db)
  return rows
}

type Looking = SearchLeague['players'][number] & { league_id: number }

/** The other players who look for a partner in these leagues and could be the reader's, those who look longest first. */
export async function listLooking(
  db: Db | Tx,
  reader: Pick<SignedIn, 'id' | 'email_proved'>,
  leagues: readonly Pick<LeagueRow, 'league_id'>[],
  now: Date,
): Promise<Looking[]> {
  const { rows } = await sql<Looking>`
    select looking.*
    from unnest(${leagues.map(({ league_id }) => league_id)}::int[]) asked (league_id)
    cross join lateral (
      select l.id as league_id, p.id as player_id, ${nameFor(reader)} as name, ${level} as level, s.days, their.place = 'open' as has_place
      from partner_searches s
      join players p on p.id = s.player_id
      join ${leagueTables} on l.id = s.league_id
      cross join lateral (select p.id) other
      cross join lateral (select ${placeOf(sql`other.id`)} as place, ${placeOf(sql`${reader.id}::int`)} as mine) their
      where s.league_id = asked.league_id and p.id <> ${reader.id} and ${isActive} and ${canPair(sql`their.place`, now)}
        and not (their.place = 'open' and their.mine = 'open') and not ${hasAgreed(sql`p.id`)}
        and not exists (
          select from partner_offers o
          where o.league_id = l.id and (
            (o.from_id = ${reader.id} and o.to_id = p.id and (o.answer is null or o.answer = 'declined'))
            or (o.from_id = p.id and o.to_id = ${reader.id} and o.answer is null)))
      order by s.created_at, p.id
      limit ${MOST_PLAYERS}) looking`.execute(db)
  return rows
}

type OfferRow = PartnerOffer & { league_id: number; answer: 'accepted' | null }

/** Open offers and agreements of a player that can still lead to a pair. */
export async function listOffers(
  db: Db | Tx,
  me: Pick<SignedIn, 'id' | 'email_proved'>,
  now: Date,
): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    select o.id, o.league_id, o.answer, o.from_id = ${me.id} as is_mine, p.id as player_id, ${nameFor(me)} as name, ${level} as level,
      coalesce(s.days, 'any') as days, their.place = 'open' as has_place, case when o.answer = 'accepted' then p.email end as email
    from partner_offers o
    join players p on p.id = case when o.from_id = ${me.id} then o.to_id else o.from_id end
    join ${leagueTables} on l.id = o.league_id
    left join partner_searches s on s.league_id = l.id and s.player_id = p.id
    cross join lateral (select p.id) other
    cross join lateral (select ${placeOf(sql`other.id`)} as place, ${placeOf(sql`${me.id}::int`)} as mine) their
    where ${me.id} in (o.from_id, o.to_id) and (o.answer is null or o.answer = 'accepted') and ${isActive}
      and ${canPair(sql`their.place`, now)} and ${canPair(sql`their.mine`, now)} and not (their.place = 'open' and their.mine = 'open')
      and (o.answer = 'accepted' or not (${hasAgreed(sql`p.id`)} or ${hasAgreed(sql`${me.id}::int`)}))
    order by o.id desc`.execute(db)
  return rows
}

/** Stores a search, or ends it. */
export async function updateSearch(
  tx: Tx,
  { league_id, player_id, days }: { league_id: number; player_id: number; days: SearchDays | null },
  now: Date,
): Promise<void> {
  if (days === null)
    await tx
      .deleteFrom('partner_searches')
      .where('league_id', '=', league_id)
      .where('player_id', '=', player_id)
      .execute()
  else
    await tx
      .insertInto('partner_searches')
      .values({ league_id, player_id, days, created_at: now })
      .onConflict((conflict) => conflict.constraint('partner_searches_pkey').doUpdateSet({ days }))
      .execute()
}

export async function countOffersSince(tx: Tx, from_id: number, since: Date): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
    select count(*) as sent from partner_offers where from_id = ${from_id} and sent_at > ${since}`.execute(tx)
  return rows[0]?.sent ?? 0
}

type NewOffer = { league_id: number; from_id: number; to_id: number }

/** Inserts an offer and returns its id. */
export async function insertOffer(tx: Tx, offer: NewOffer, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('partner_offers')
    .values({ ...offer, sent_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type KnownOffer = NewOffer & { id: number; answer: string | null; league: string; from: string; to: string }

/** An offer with its league and its two players. */
export async function findOffer(db: Db | Tx, id: number): Promise<KnownOffer | undefined> {
  const { rows } = await sql<KnownOffer>`
    select o.id, o.league_id, o.from_id, o.to_id, o.answer, ${leagueName} as league, f.name as "from", t.name as "to"
    from partner_offers o
    join players f on f.id = o.from_id
    join players t on t.id = o.to_id
    join ${leagueTables} on l.id = o.league_id
    where o.id = ${id}`.execute(db)
  return rows[0]
}

export async function answerOffer(
  tx: Tx,
  id: number,
  answer: 'accepted' | 'declined' | 'withdrawn' | 'ended',
  now: Date,
): Promise<void> {
  await tx.updateTable('partner_offers').set({ answer, answered_at: now }).where('id', '=', id).execute()
}

/** Deletes all searches and offers of a player. */
export async function deleteSearchesOf(tx: Tx, player_id: number): Promise<void> {
  await tx.deleteFrom('partner_searches').where('player_id', '=', player_id).execute()
  await tx
    .deleteFrom('partner_offers')
    .where((offer) => offer.or([offer('from_id', '=', player_id), offer('to_id', '=', player_id)]))
    .execute()
}

/** The searches and offers of a player, for the export of personal data. */
export async function listSearchesOf(db: Db, player_id: number) {
  const { rows } = await sql<{ league: string; days: string; created_at: Date }>`
    select ${leagueName} as league, s.days, s.created_at
    from partner_searches s join ${leagueTables} on l.id = s.league_id
    where s.player_id = ${player_id} order by s.created_at, l.id`.execute(db)
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}
