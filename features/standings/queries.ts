import { isDeepStrictEqual } from 'node:util'
import { sql, type RawBuilder } from 'kysely'
import type { Reply } from '#/contract/endpoint.ts'
import { confirmationState, isFinal } from '#/rules/confirmation.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import {
  countingResults,
  rankStandings,
  type StandingEntry,
  type StandingMatch,
  type StandingRow,
} from '#/rules/standings.ts'
import { compiledOnce } from '#/server/compiled-once.ts'
import type { Db, Tx } from '#/server/db.ts'
import {
  keepLeague,
  readStored,
  readStoredAt,
  readWithResult,
  type AddedResult,
  type StoredLeague,
  type StoredResult,
  type TableLine,
} from './stored-league.ts'
import { climb } from '#/rules/formats/ladder.ts'
import { formatWordsOf } from '#/rules/formats/formats.ts'
import { withFormatSentence, type WithFormat } from '#/features/leagues/queries.ts'
import { isLeagueOf, type LeagueFilter, joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'
import type { listStandings } from './contract.ts'

/**
 * Updates the stored table and number of results of a league; answers the table, and whether the league has play-offs.
 * `added`: the transaction's only change of the league. The caller has locked the league and updates the bracket: call
 * rebuildLockedLeague, which does both.
 */
export async function rebuildTable(
  tx: Tx,
  league_id: number,
  added: AddedResult | null,
): Promise<{ table: StandingRow[]; has_playoffs: boolean }> {
  const { league, lines: before } = added
    ? await readWithResult(tx, league_id, added)
    : { league: await readStored(tx, league_id), lines: null }
  const matches = countingMatches(league, new Date(0))
  const table = rankStandings(placedEntries(league, matches), matches, league.rules)
  const open = openResults(league)
  const sizes = new Map<number | null, number>()
  const lines = table.map(({ entry_id, flight = null, wins, losses, ties, played }) => {
    const rank = (sizes.get(flight) ?? 0) + 1
    sizes.set(flight, rank)
    return { entry_id, rank, flight, wins, losses, ties, played, open_until: open.get(entry_id) ?? [] }
  })
  if (added) keepLeague(tx, league_id, added, league, lines)
  await (before
    ? updateTable(tx, league_id, league, changedLines(before, lines))
    : storeTable(tx, league_id, league, lines))
  return { table, has_playoffs: league.has_playoffs }
}

/** The lines that are not the same as the line of their entry before. */
function changedLines(before: readonly TableLine[], lines: readonly TableLine[]): TableLine[] {
  const known = new Map(before.map((line) => [line.entry_id, line]))
  return lines.filter((line) => !isDeepStrictEqual(line, known.get(line.entry_id)))
}

const newRows = (lines: readonly TableLine[]) => sql`
  select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
    as t (entry_id int, rank int, flight int, wins int, losses int, ties int, played int, open_until timestamptz[])`

const replaceRow = sql`
  on conflict (league_id, entry_id) do update
  set rank = excluded.rank, flight = excluded.flight, wins = excluded.wins, losses = excluded.losses, ties = excluded.ties, played = excluded.played,
    open_until = excluded.open_until`

/** Stores lines of entries that the stored table has. */
async function updateTable(tx: Tx, league_id: number, { results }: StoredLeague, lines: TableLine[]): Promise<void> {
  await sql`
    with changed as (
      insert into standings (league_id, entry_id, rank, flight, wins, losses, ties, played, open_until)
      select ${league_id}, t.* from (${newRows(lines)}) t ${replaceRow})
    update leagues set results = ${results.length} where id = ${league_id}`.execute(tx)
}

/** Stores the whole table. */
async function storeTable(tx: Tx, league_id: number, { results }: StoredLeague, lines: TableLine[]): Promise<void> {
  // Only changed rows are upserted: `on conflict` locks, and so writes, every row that it is given.
  await sql`
    with new_rows as (${newRows(lines)}),
    changed as (
      insert into standings (league_id, entry_id, rank, flight, wins, losses, ties, played, open_until)
      select ${league_id}, t.* from new_rows t
      left join standings s on s.league_id = ${league_id} and s.entry_id = t.entry_id
      where (s.rank, s.flight, s.wins, s.losses, s.ties, s.played, s.open_until)
        is distinct from (t.rank, t.flight, t.wins, t.losses, t.ties, t.played, t.open_until)
      ${replaceRow}),
    removed as (delete from standings where league_id = ${league_id} and entry_id not in (select entry_id from new_rows))
    update leagues set results = ${results.length}
    where id = ${league_id} and results <> ${results.length}`.execute(tx)
}

/** Until when each entry's unanswered results of the table can be answered, without those that had ended before the last score was reported. */
function openResults(league: StoredLeague): Map<number, Date[]> {
  const inTable = league.results.filter((result) => isOfTable(league, result))
  const last = inTable.reduce((latest, { created_at }) => Math.max(latest, created_at.getTime()), 0)
  const open = new Map<number, Date[]>()
  for (const { one, two, answer, answer_until } of inTable)
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

/** A disputed result does not count until an organizer settles it (rules/confirmation.ts). */
export type DisputedResult = { entry_one_id: number; entry_two_id: number }

/**
 * Everything that a league's table follows from: its entries, its season's rules, and the results that count, each with
 * whether it is final at `now`. Disputed results are apart.
 */
export async function readLeague(db: Db | Tx, league_id: number, now: Date): Promise<TableFacts> {
  return tableFactsOf(await readStored(db, league_id), now)
}

type TableFacts = Pick<StoredLeague, 'entries' | 'rules' | 'period'> & {
  matches: StandingMatch[]
  disputed: DisputedResult[]
}

/** The same of a league that has been read. */
export function tableFactsOf(league: StoredLeague, now: Date): TableFacts {
  const { rules, period } = league
  const matches = countingMatches(league, now)
  const disputed = league.results
    .filter((result) => isOfTable(league, result) && result.answer === 'disputed')
    .map(({ one, two }) => ({ entry_one_id: one, entry_two_id: two }))
  return { entries: placedEntries(league, matches), matches, disputed, rules, period }
}

/** The same at a version of the league (migration 037), or at a later one; whether results are final is not looked at. */
export async function readLeagueAt(
  db: Db,
  league_id: number,
  version: number,
): Promise<{ entries: StandingEntry[]; matches: StandingMatch[]; rules: SeasonRules }> {
  const league = await readStoredAt(db, league_id, version)
  const matches = countingMatches(league, new Date(0))
  return { entries: placedEntries(league, matches), matches, rules: league.rules }
}

/** Whether a match is one of those that the table is made of. */
function isOfTable({ period }: Pick<StoredLeague, 'period'>, { playoff, round }: StoredResult): boolean {
  return !playoff && (period === null || round === period)
}

/** The entries, on a ladder with their places after these challenges. Those of entries that have left moved others, too. */
function placedEntries({ entries, ladder }: StoredLeague, matches: readonly StandingMatch[]): StandingEntry[] {
  if (ladder === null) return entries
  const places = new Map(climb(ladder, matches).map((entry_id, index) => [entry_id, index + 1]))
  return entries.map((entry) => ({ ...entry, rung: places.get(entry.entry_id) ?? null }))
}

function countingMatches(league: StoredLeague, now: Date): StandingMatch[] {
  const { results, rules } = league
  const matches = results
    .filter((result) => isOfTable(league, result) && result.answer !== 'disputed')
    .map(({ one, two, winner, status, sets, ...version }): StandingMatch => {
      return { entry_1: one, entry_2: two, winner, status, sets, final: isFinal(confirmationState(version, now)) }
    })
  return countingResults(matches, rules)
}

/** `changes_at`: when the next result of the league can no longer be answered. */
export type StandingsPage = Omit<Reply<typeof listStandings>, 'skip' | 'area'> & { changes_at: Date | null }

/** The same as it is read, with the league's format as it is stored. */
export type StandingsRow = WithFormat<Omit<StandingsPage, 'group' | 'ladder'>>

type StandingsQuestion = LeagueFilter & { player_id: number; limit: number; offset: number; now: Date }

/**
 * A page of one league's table, in one statement; no row when no league matches. Of the leagues that match, it is the
 * player's newest (by first day, then by entry), else the newest with results, else the newest (docs/product.md, "Standings").
 */
export function standingsSql({
  player_id,
  limit,
  offset,
  now,
  ...filter
}: StandingsQuestion): RawBuilder<StandingsRow> {
  const isMeant = isLeagueOf(filter)
  return sql<StandingsRow>`
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
    select l.id as league_id, se.name as season, se.slug as season_slug, se.year, d.slug as division, d.name as division_name, l.format,
      whole.total, whole.has_results, coalesce(page.players, '[]') as players,
      (select min(until) from standings s cross join unnest(s.open_until) until where s.league_id = l.id and until > ${now}) as changes_at
    from chosen
    join leagues l on l.id = chosen.league_id ${joinSeasonAndDivision}
    cross join lateral (
      select count(*) as total, coalesce(bool_or(s.wins + s.losses + s.ties > 0), false) as has_results
      from standings s where s.league_id = l.id) whole
    cross join lateral (
      select json_agg(line order by line.flight, line.rank) as players
      from (
        select s.entry_id, one.first_name, one.last_name, two.first_name as partner_first_name, two.last_name as partner_last_name,
          s.rank, s.flight, s.wins, s.losses, s.ties, s.played,
          (select count(*) from unnest(s.open_until) until where until > ${now}) as unconfirmed, coalesce(${player_id} in (one.id, two.id), false) as is_me
        from standings s
        join entry_players first on first.league_id = s.league_id and first.entry_id = s.entry_id and first.position = 1
        join players one on one.id = first.player_id
        left join entry_players second on second.league_id = s.league_id and second.entry_id = s.entry_id and second.position = 2
        left join players two on two.id = second.player_id
        where s.league_id = l.id
        order by s.flight, s.rank
        limit ${limit} offset ${offset}) line) page`
}

const askStandings = compiledOnce(standingsSql)

/** The row with its format as players read it. */
export function toStandingsPage(row: StandingsRow): StandingsPage {
  const words = row.format && formatWordsOf(row.format.kind)
  return { ...withFormatSentence(row), group: words?.group ?? null, ladder: words?.by_rung ?? false }
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
  const { area, season, year, division } = filter
  const [row] = await askStandings(db, { player_id, limit, offset, now, area, season, year, division })
  return row && toStandingsPage(row)
}
