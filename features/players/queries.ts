import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Received, Reply } from '#/contract/endpoint.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { placesOf } from '#/features/matches/records.ts'
import { playsHere } from '#/features/matches/search-queries.ts'
import { type SetScore, swapSides } from '#/rules/outcome.ts'
import { inNameOrder } from '#/server/scope.ts'
import type { Db } from '#/server/db.ts'
import { shownEmail } from '#/server/shown-email.ts'
import { photoUrl } from '#/server/outside/photos.ts'
import { joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'
import type { Opponent, Outcome, PlayedMatch } from './compare.ts'
import type { LeaguePlayer, listLeaguePlayers, listPhotos } from './contract.ts'
import { leagueRulesSql } from '#/features/seasons/queries.ts'

/**
 * A page of the players, by name, of the player's league in that season, year and division (at most one per area), with
 * what each shows to league-mates; in one statement. `leagues` counts those leagues, `total` the players; an empty page
 * is one row without an id.
 */
export function leaguePlayersSql(
  player_id: number,
  { league, yr, level }: Received<typeof listLeaguePlayers>['body'],
  limit: number,
  offset: number,
): RawBuilder<LeaguePlayersRow> {
  return sql<LeaguePlayersRow>`
    with mine as (
      select l.id
      from entry_players me
      join entries e on e.id = me.entry_id
      join purchases p on p.id = e.purchase_id and p.counts
      join leagues l on l.id = e.league_id ${joinSeasonAndDivision}
      where me.player_id = ${player_id} and se.slug = ${league} and se.year = ${yr} and d.slug = ${level}),
    standing as (
      select ep.player_id, ep.entry_id, ep.league_id, ep.position
      from mine
      join entry_players ep on ep.league_id = mine.id
      join entries e on e.id = ep.entry_id
      join purchases pu on pu.id = e.purchase_id and pu.counts)
    select whole.*, page.*
    from (select (select count(*) from mine) as leagues, (select count(*) from standing) as total) whole
    left join (
      select p.id, p.id = ${player_id} as is_me,
        json_build_object('first_name', p.first_name, 'last_name', p.last_name,
          'email', case when p.shows_email then ${shownEmail('p')} end, 'phone', case when p.shows_phone then p.phone end) as user,
        (select other.name
         from entry_players pair join players other on other.id = pair.player_id
         where pair.entry_id = st.entry_id and pair.position <> st.position) as partner,
        row_number() over (order by ${inNameOrder}, st.league_id) as place
      from standing st join players p on p.id = st.player_id
      order by place
      limit ${limit} offset ${offset}) page on true
    order by page.place`
}

export type LeaguePlayersRow = { leagues: number; total: number } & (LeaguePlayer | { id: null })

/** The reply from the rows of leaguePlayersSql. Undefined if the player is not in the league. */
export function leaguePlayersPage(
  rows: readonly LeaguePlayersRow[],
): { players: LeaguePlayer[]; total: number } | undefined {
  const [first] = rows
  if (!first || first.leagues === 0) return undefined
  const players = rows.flatMap((row) => {
    if (row.id === null) return []
    const { id, user, partner, is_me } = row
    return [{ id, user, partner, is_me }]
  })
  return { players, total: first.total }
}

/** A page of the players of one of the player's leagues. Undefined if they are not in it. */
export async function listPlayersOf(
  db: Db,
  player_id: number,
  league: Received<typeof listLeaguePlayers>['body'],
  limit: number,
  offset: number,
): Promise<{ players: LeaguePlayer[]; total: number } | undefined> {
  const { rows } = await leaguePlayersSql(player_id, league, limit, offset).execute(db)
  return leaguePlayersPage(rows)
}

/** Places in one answer. A player of ten leagues has about a hundred league-mates. */
const MOST_PLACES = 2000

/**
 * Who has a page for the player: everybody who is or was in a league with them. Of those who are still in it, the photo.
 * Newest entries first.
 */
export async function listPeopleFor(db: Db, player_id: number): Promise<Reply<typeof listPhotos>> {
  const { rows } = await sql<
    Reply<typeof listPhotos>['people'][number] & { position: number | null; photo: string | null }
  >`
    select people.player_id, people.entry_id, people.position, p.name,
      case when people.position is not null and (p.shows_photo or p.id = ${player_id}) then p.photo end as photo
    from (${leaguesOf(sql`${player_id}::int`)}) mine
    join lateral (${placesIn(sql`mine.league_id`)}) people on true
    join players p on p.id = people.player_id and p.deleted_at is null
    order by people.entry_id desc, people.position
    limit ${MOST_PLACES}`.execute(db)
  return {
    photos: rows.flatMap(({ player_id: id, entry_id, position, photo }) =>
      position === null || photo === null ? [] : [{ player_id: id, entry_id, position, photo: photoUrl(photo, 96) }],
    ),
    people: rows.map(({ player_id: id, entry_id, name }) => ({ player_id: id, entry_id, name })),
  }
}

/** The leagues in which the player holds a place that counts, or has played for one. */
function leaguesOf(player_id: RawBuilder<unknown>): RawBuilder<{ league_id: number }> {
  return sql`
    select distinct place.league_id
    from (${placesOf(player_id)}) place
    join entries e on e.id = place.entry_id
    join purchases pu on pu.id = e.purchase_id and pu.counts`
}

/** Who holds a place that counts in a league, and, with no position, who has played for one. */
function placesIn(league_id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ep.player_id, ep.entry_id, ep.position
    from entry_players ep
    join entries e on e.id = ep.entry_id
    join purchases pu on pu.id = e.purchase_id and pu.counts
    where ep.league_id = ${league_id} and not ep.former
    union all
    select shared.player_id, e.id, null
    from entries e
    join purchases pu on pu.id = e.purchase_id and pu.counts
    join shared_entries shared on shared.entry_id = e.id
    where e.league_id = ${league_id}
      and not exists (select from entry_players ep where ep.entry_id = e.id and ep.player_id = shared.player_id)`
}

/** Whether player `p` is or was in a league with the viewer, or has played them. */
export function isLeagueMateOf(viewer_id: number): RawBuilder<SqlBool> {
  const viewer = sql`${viewer_id}::int`
  return sql`(
    exists (select from (${leaguesOf(viewer)}) mine join (${leaguesOf(sql`p.id`)}) theirs using (league_id))
    or exists (
      select from match_players me
      join match_players them on them.match_id = me.match_id and them.player_id = p.id
      join matches m on m.id = me.match_id and m.score_id is not null
      where me.player_id = ${viewer}))`
}

/** A player who can be compared. Undefined for organizers who do not play, and for closed accounts. */
export async function findComparable(db: Db, id: number, name: RawBuilder<string>): Promise<Opponent | undefined> {
  const { rows } = await sql<Opponent>`
    select p.id, ${name} as name from players p
    where p.id = ${id} and p.deleted_at is null and ${playsHere}`.execute(db)
  return rows[0]
}

type Row = Omit<PlayedMatch, 'sets' | 'outcome' | 'opponents' | 'partners'> & {
  mine: number
  winner_entry_id: number | null
  entry_one_id: number
  set_games: SetScore[]
  others: (Opponent & { beside: boolean })[]
}

/**
 * A player's results that count (both entries count, no dispute), newest first; at most 2,000. Without double defaults: the
 * two did not meet, and neither beat the other.
 */
export async function listPlayedBy(db: Db, player_id: number, name: RawBuilder<string>): Promise<PlayedMatch[]> {
  const { rows } = await sql<Row>`
    with mine as (
      select m.*, case me.side when 1 then m.entry_one_id else m.entry_two_id end as mine, me.side as my_side
      from match_players me join matches m on m.id = me.match_id
      where me.player_id = ${player_id} and m.score_id is not null)
    select m.id as match_id, m.match_date, m.mine, m.entry_one_id, s.winner_entry_id, s.match_status as status, s.set_games,
      d.kind = 'singles' as singles, l.id as league_id, se.name as league_name, se.slug as league_slug, d.name as level_name,
      d.slug as level_slug, se.year, m.playoff_stage, m.playoff_slot, to_char(m.match_time, 'HH24:MI') as match_time,
      m.match_location, ${leagueRulesSql} as rules,
      coalesce((
        select json_agg(json_build_object('id', p.id, 'name', ${name}, 'beside', mp.side = m.my_side) order by mp.position)
        from match_players mp join players p on p.id = mp.player_id
        where mp.match_id = m.id and mp.player_id <> ${player_id}), '[]') as others
    from mine m
    join scores s on s.id = m.score_id and s.answer is distinct from 'disputed' and s.match_status is distinct from 'Double default'
    join leagues l on l.id = m.league_id ${joinSeasonAndDivision}
    where not exists (
      select from entries e join purchases pu on pu.id = e.purchase_id
      where e.id in (m.entry_one_id, m.entry_two_id) and not pu.counts)
    order by m.match_date desc, m.id desc
    limit 2000`.execute(db)
  return rows.map(({ mine, winner_entry_id, entry_one_id, set_games, others, ...row }) => {
    const those = (beside: boolean) =>
      others.filter((each) => each.beside === beside).map(({ id, name: called }) => ({ id, name: called }))
    // A tie has no winner, so its sets are stored from entry one's side.
    const turned = (winner_entry_id ?? entry_one_id) !== mine
    const outcome: Outcome = winner_entry_id === null ? 'tied' : winner_entry_id === mine ? 'won' : 'lost'
    return {
      ...row,
      match_date: wireDay(row.match_date),
      outcome,
      opponents: those(false),
      partners: those(true),
      sets: turned ? set_games.map(swapSides) : set_games,
    }
  })
}
