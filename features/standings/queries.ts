import { sql, type RawBuilder } from 'kysely'
import type { Reply } from '#/contract/endpoint.ts'
import { confirmationState, isFinal, type Answer } from '#/rules/confirmation.ts'
import type { MatchStatus, SetScore } from '#/rules/score.ts'
import { rulesOf, type SeasonRules } from '#/rules/season-rules.ts'
import {
  countingResults,
  rankStandings,
  type StandingEntry,
  type StandingMatch,
  type StandingRow,
} from '#/rules/standings.ts'
import type { Db, Tx } from '#/server/db.ts'
import { isLeagueOf, type LeagueFilter, joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'
import type { listStandings } from './contract.ts'

/**
 * Updates the stored table and number of results of a league; answers the table, and whether the league has play-offs.
 * The caller has locked the league and updates the bracket: call rebuildLockedLeague, which does both.
 */
export async function rebuildTable(
  tx: Tx,
  league_id: number,
): Promise<{ table: StandingRow[]; has_playoffs: boolean }> {
  const league = await readStored(tx, league_id)
  const table = rankStandings(league.entries, countingMatches(league, new Date(0)), league.rules)
  const open = openResults(league)
  const lines = table.map(({ entry_id, rank, wins, losses, ties, played }) => {
    return { entry_id, rank, wins, losses, ties, played, open_until: open.get(entry_id) ?? [] }
  })
  // Only changed rows are upserted: `on conflict` locks, and so writes, every row that it is given.
  await sql`
    with new_rows as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as t (entry_id int, rank int, wins int, losses int, ties int, played int, open_until timestamptz[])),
    changed as (
      insert into standings (league_id, entry_id, rank, wins, losses, ties, played, open_until)
      select ${league_id}, t.* from new_rows t
      left join standings s on s.league_id = ${league_id} and s.entry_id = t.entry_id
      where (s.rank, s.wins, s.losses, s.ties, s.played, s.open_until)
        is distinct from (t.rank, t.wins, t.losses, t.ties, t.played, t.open_until)
      on conflict (league_id, entry_id) do update
      set rank = excluded.rank, wins = excluded.wins, losses = excluded.losses, ties = excluded.ties, played = excluded.played,
        open_until = excluded.open_until),
    removed as (delete from standings where league_id = ${league_id} and entry_id not in (select entry_id from new_rows))
    update leagues set results = ${league.results.length}
    where id = ${league_id} and results <> ${league.results.length}`.execute(tx)
  return { table, has_playoffs: league.has_playoffs }
}

/** Until when each entry's unanswered results can be answered, without those that had ended before the last score was reported. */
function openResults({ results }: StoredLeague): Map<number, Date[]> {
  const inSeason = results.filter(({ playoff }) => !playoff)
  const last = inSeason.reduce((latest, { created_at }) => Math.max(latest, created_at.getTime()), 0)
  const open = new Map<number, Date[]>()
  for (const { one, two, answer, answer_until } of inSeason)
    if (answer === null && answer_until.getTime() > last)
      for (const entry_id of [one, two]) open.set(entry_id, [...(open.get(entry_id) ?? []), answer_until])
  for (const instants of open.values()) instants.sort((a, b) => a.getTime() - b.getTime())
  return open
}

/** A league's table, calculated from its entries and results, best first. */
export async function rankLeague(db: Db | Tx, league_id: number): Promise<StandingRow[]> {
  // Whether a result is final matters only to the play-offs, so any instant will do.
  const { entries, matches, rules } = await readLeague(db, league_id, new Date(0))
  return rankStandings(entries, matches, rules)
}

/**
 * Everything that a league's table follows from: its entries, its season's rules, and the results that count, each with
 * whether it is final at `now`. Disputed results are left out (rules/confirmation.ts).
 */
export async function readLeague(
  db: Db | Tx,
  league_id: number,
  now: Date,
): Promise<{ entries: StandingEntry[]; matches: StandingMatch[]; rules: SeasonRules }> {
  const league = await readStored(db, league_id)
  return { entries: league.entries, matches: countingMatches(league, now), rules: league.rules }
}

type StoredResult = {
  one: number
  two: number
  winner: number | null
  status: MatchStatus
  sets: SetScore[]
  answer: Answer | null
  answer_until: Date
  created_at: Date
  playoff: boolean
}

/** A league as it is stored: its entries that count, its rules, and all its results, in the order in which they were played. */
type StoredLeague = {
  entries: StandingEntry[]
  rules: SeasonRules
  results: StoredResult[]
  has_playoffs: boolean
}

/** The first row is the league; every other one is a result, in the order in which they were played. */
type StoredRow =
  | { match_id: null; entries: StandingEntry[]; rules: Partial<SeasonRules> | null; has_playoffs: boolean }
  | (Omit<StoredResult, 'answer_until' | 'created_at'> & { match_id: number; answer_until: number; created_at: number })

/**
 * Reads a league in one statement. Results are rows, and their instants seconds: some two hundred are read for each
 * reported score, and PostgreSQL needs twice as long to make JSON of them.
 */
async function readStored(db: Db | Tx, league_id: number): Promise<StoredLeague> {
  const { rows } = await sql<StoredRow>`
    select null::int as match_id, null::date as match_date, se.rules,
      exists (select from playoff_seeds ps where ps.league_id = l.id) as has_playoffs,
      coalesce((
        select json_agg(json_build_object('entry_id', e.id, 'lot', e.lot))
        from entries e join purchases p on p.id = e.purchase_id
        where e.league_id = l.id and p.counts), '[]') as entries,
      null::int as one, null::int as two, null::int as winner, null as status, null::jsonb as sets, null as answer,
      null::float8 as answer_until, null::float8 as created_at, null::boolean as playoff
    from leagues l join seasons se on se.id = l.season_id
    where l.id = ${league_id}
    union all
    select m.id, m.match_date, null, null, null, m.entry_one_id, m.entry_two_id, s.winner_entry_id, s.match_status, s.set_games,
      s.answer, date_part('epoch', s.answer_until), date_part('epoch', s.created_at), m.playoff_stage is not null
    from matches m join scores s on s.id = m.score_id
    where m.league_id = ${league_id} and m.score_id is not null
    order by match_date nulls first, match_id nulls first`.execute(db)
  const [league, ...results] = rows
  if (!league || league.match_id !== null)
    return { entries: [], rules: rulesOf(null), results: [], has_playoffs: false }
  return {
    entries: league.entries,
    rules: rulesOf(league.rules),
    has_playoffs: league.has_playoffs,
    results: results.flatMap((row) => {
      if (row.match_id === null) return []
      const { answer_until, created_at, ...result } = row
      return [{ ...result, answer_until: instantOf(answer_until), created_at: instantOf(created_at) }]
    }),
  }
}

/** The instant that is so many seconds after the beginning of 1970. */
function instantOf(seconds: number): Date {
  return new Date(Math.round(seconds * 1000))
}

function countingMatches({ results, rules }: StoredLeague, now: Date): StandingMatch[] {
  const matches = results
    .filter(({ playoff, answer }) => !playoff && answer !== 'disputed')
    .map(({ one, two, winner, status, sets, ...version }): StandingMatch => {
      return { entry_1: one, entry_2: two, winner, status, sets, final: isFinal(confirmationState(version, now)) }
    })
  return countingResults(matches, rules)
}

export type StandingsPage = Omit<Reply<typeof listStandings>, 'skip' | 'area'>

/**
 * A page of one league's table, in one statement; no row when no league matches. Of the leagues that match, it is the
 * player's newest (by first day, then by entry), else the newest with results, else the newest (docs/product.md, "Standings").
 */
export function standingsSql(
  player_id: number,
  filter: LeagueFilter,
  limit: number,
  offset: number,
  now: Date,
): RawBuilder<StandingsPage> {
  const isMeant = isLeagueOf(filter)
  return sql<StandingsPage>`
    with chosen as (
      select coalesce(
        (select l.id
         from entry_players ep
         join entries e on e.id = ep.entry_id
         join purchases p on p.id = e.purchase_id and p.counts
         join leagues l on l.id = e.league_id ${joinSeasonAndDivision}
         where ep.player_id = ${player_id} and ${isMeant}
         order by se.starting_date desc, e.id desc limit 1),
        (select l.id
         from leagues l ${joinSeasonAndDivision}
         where ${isMeant} and exists (select from standings s where s.league_id = l.id and s.wins + s.losses + s.ties > 0)
         order by se.starting_date desc, d.position limit 1),
        (select l.id
         from leagues l ${joinSeasonAndDivision}
         where ${isMeant}
         order by se.starting_date desc, d.position limit 1)) as league_id)
    select l.id as league_id, se.name as season, se.slug as season_slug, se.year, d.slug as division, d.name as division_name,
      whole.total, whole.has_results, coalesce(page.players, '[]') as players
    from chosen
    join leagues l on l.id = chosen.league_id ${joinSeasonAndDivision}
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

/** A page of one league's table; undefined when no league matches. */
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
