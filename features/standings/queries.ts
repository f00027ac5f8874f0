import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Reply } from '#/contract/endpoint.ts'
import type { AreaSlug } from '#/contract/fields.ts'
import { moveWinnersOn } from '#/features/playoffs/bracket-queries.ts'
import { confirmationState, isFinal } from '#/rules/confirmation.ts'
import type { SeasonSlug } from '#/rules/season.ts'
import { rankStandings, type StandingEntry, type StandingMatch, type StandingRow } from '#/rules/standings.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { listStandings } from './contract.ts'

/**
 * Brings the stored table of a league, and its play-offs, up to date with its entries and results; call it in the transaction that changed
 * them. Holds the league until the transaction ends: whoever changes several leagues goes by ascending id.
 */
export async function rebuildStandings(tx: Tx, league_id: number): Promise<void> {
  await lockLeague(tx, league_id)
  await moveWinnersOn(tx, league_id)
  const table = await rankLeague(tx, league_id)
  await sql`
    insert into standings (league_id, entry_id, rank, wins, losses, ties, played, open_until)
    select ${league_id}, entry_id, rank, wins, losses, ties, played, coalesce(open.until, '{}')
    from jsonb_to_recordset(${table}::jsonb) as t (entry_id int, rank int, wins int, losses int, ties int, played int)
    left join (${openResults(league_id)}) open using (entry_id)
    on conflict (league_id, entry_id) do update
    set rank = excluded.rank, wins = excluded.wins, losses = excluded.losses, ties = excluded.ties, played = excluded.played,
      open_until = excluded.open_until
    where (standings.rank, standings.wins, standings.losses, standings.ties, standings.played, standings.open_until)
      is distinct from (excluded.rank, excluded.wins, excluded.losses, excluded.ties, excluded.played, excluded.open_until)`.execute(
    tx,
  )
  await sql`
    delete from standings s
    where s.league_id = ${league_id}
      and not exists (
        select from entries e join purchases p on p.id = e.purchase_id
        where e.id = s.entry_id and p.status in ('Paid', 'Confirmed'))`.execute(tx)
}

/** Until when each entry's unanswered results can be answered. What was over when the last score came in stays over. */
function openResults(league_id: number): RawBuilder<unknown> {
  return sql`
    with unanswered as (
      select m.entry_one_id, m.entry_two_id, s.answer_until
      from matches m join scores s on s.id = m.score_id
      where m.league_id = ${league_id} and m.playoff_stage is null and s.answer is null
        and s.answer_until > (
          select max(last.created_at) from matches lm join scores last on last.id = lm.score_id where lm.league_id = ${league_id} and lm.playoff_stage is null))
    select entry_id, array_agg(answer_until order by answer_until) as until
    from (
      select entry_one_id as entry_id, answer_until from unanswered
      union all
      select entry_two_id, answer_until from unanswered) one_by_one
    group by entry_id`
}

/** Waits until nobody else is changing the league, and holds it until the transaction ends. Before any lock on a match. */
export async function lockLeague(tx: Tx, league_id: number): Promise<void> {
  // Not `for update`: two who have each inserted an entry or a match there would then wait for each other.
  await sql`select from leagues where id = ${league_id} for no key update`.execute(tx)
}

/** A league's table worked out from its entries and results, best first. */
export async function rankLeague(db: Db | Tx, league_id: number): Promise<StandingRow[]> {
  // Final or not is a question of the play-offs; the table takes both.
  const { entries, matches } = await readLeague(db, league_id, new Date(0))
  return rankStandings(entries, matches)
}

/**
 * What a league's table is made of: its entries, and the results that count at `now`, each with whether it is final.
 * Disputed results are left out (rules/confirmation.ts).
 */
export async function readLeague(
  db: Db | Tx,
  league_id: number,
  now: Date,
): Promise<{ entries: StandingEntry[]; matches: StandingMatch[] }> {
  const entries = await db
    .selectFrom('entries')
    .innerJoin('purchases', 'purchases.id', 'entries.purchase_id')
    .select(['entries.id as entry_id', 'entries.lot'])
    .where('entries.league_id', '=', league_id)
    .where('purchases.status', 'in', ['Paid', 'Confirmed'])
    .execute()
  const counted = await db
    .selectFrom('matches')
    .innerJoin('scores', 'scores.id', 'matches.score_id')
    .select(['entry_one_id', 'entry_two_id', 'winner_entry_id', 'match_status', 'set_games', 'answer', 'answer_until'])
    .where('matches.league_id', '=', league_id)
    .where('matches.playoff_stage', 'is', null)
    .where((where) => where.or([where('answer', 'is', null), where('answer', '<>', 'disputed')]))
    .execute()
  return {
    entries,
    matches: counted.map((match) => ({
      entry_1: match.entry_one_id,
      entry_2: match.entry_two_id,
      winner: match.winner_entry_id,
      status: match.match_status,
      sets: match.set_games,
      final: isFinal(confirmationState(match, now)),
    })),
  }
}

export type LeagueFilter = {
  area: AreaSlug
  season?: SeasonSlug | undefined
  year?: number | undefined
  /** A division's slug. */
  division?: string | undefined
}

/** Whether the league `l` of the season `se` and the division `d` is meant. */
export function leagueFits({ area, season, year, division }: LeagueFilter): RawBuilder<SqlBool> {
  // What is not asked for is left out, not compared with null: a plan made for any value would begin with every league.
  const asked = [
    sql<SqlBool>`l.area = ${area}`,
    season === undefined ? null : sql<SqlBool>`se.slug = ${season}`,
    year === undefined ? null : sql<SqlBool>`se.year = ${year}`,
    division === undefined ? null : sql<SqlBool>`d.slug = ${division}`,
  ]
  return sql.join(
    asked.filter((each) => each !== null),
    sql` and `,
  )
}

export type StandingsPage = Omit<Reply<typeof listStandings>, 'skip' | 'area'>

/**
 * A page of one league's table, in one statement; no row when no league fits. The league is the player's newest that
 * fits (by first day, then by entry), else the newest with results, else the newest (decisions, "Standings").
 */
export function standingsSql(
  player_id: number,
  filter: LeagueFilter,
  limit: number,
  offset: number,
  now: Date,
): RawBuilder<StandingsPage> {
  const fits = leagueFits(filter)
  return sql<StandingsPage>`
    with chosen as (
      select coalesce(
        (select l.id
         from entry_players ep
         join entries e on e.id = ep.entry_id
         join purchases p on p.id = e.purchase_id and p.status in ('Paid', 'Confirmed')
         join leagues l on l.id = e.league_id
         join seasons se on se.id = l.season_id
         join divisions d on d.id = l.division_id
         where ep.player_id = ${player_id} and ${fits}
         order by se.starting_date desc, e.id desc limit 1),
        (select l.id
         from leagues l
         join seasons se on se.id = l.season_id
         join divisions d on d.id = l.division_id
         where ${fits} and exists (select from standings s where s.league_id = l.id and s.wins + s.losses + s.ties > 0)
         order by se.starting_date desc, d.position limit 1),
        (select l.id
         from leagues l
         join seasons se on se.id = l.season_id
         join divisions d on d.id = l.division_id
         where ${fits}
         order by se.starting_date desc, d.position limit 1)) as league_id)
    select l.id as league_id, se.name as season, se.slug as season_slug, se.year, d.slug as division, d.name as division_name,
      whole.total, whole.has_results, coalesce(page.players, '[]') as players
    from chosen
    join leagues l on l.id = chosen.league_id
    join seasons se on se.id = l.season_id
    join divisions d on d.id = l.division_id
    cross join lateral (
      select count(*) as total, coalesce(bool_or(s.wins + s.losses + s.ties > 0), false) as has_results
      from standings s where s.league_id = l.id) whole
    cross join lateral (
      select json_agg(line order by line.rank) as players
      from (
        select s.entry_id, one.first_name, one.last_name, two.first_name as partner_first_name, two.last_name as partner_last_name,
          s.rank, s.wins, s.losses, s.ties, s.played,
          (select count(*) from unnest(s.open_until) until where until > ${now}) as unconfirmed, coalesce(${player_id} in (one.id, two.id), false) as is_me
        from standings s
        join entry_players first on first.league_id = s.league_id and first.entry_id = s.entry_id and first.position = 1
        join players one on one.id = first.player_id
        left join entry_players second on second.league_id = s.league_id and second.entry_id = s.entry_id and second.position = 2
        left join players two on two.id = second.player_id
        where s.league_id = l.id
        order by s.rank
        limit ${limit} offset ${offset}) line) page`
}

/** A page of one league's table; undefined when no league fits. */
export async function findStandings(
  db: Db,
  player_id: number,
  filter: LeagueFilter,
  limit: number,
  offset: number,
  now: Date,
): Promise<StandingsPage | undefined> {
  const { rows } = await standingsSql(player_id, filter, limit, offset, now).execute(db)
  return rows[0]
}
