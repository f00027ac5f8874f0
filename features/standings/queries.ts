import { shortNames } from './short-names.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Reply } from '#/contract/endpoint.ts'
import { confirmationState, isFinal } from '#/rules/confirmation.ts'
import { resultsThatStay } from '#/rules/leaving.ts'
import type { LeagueRules } from '#/rules/season-rules.ts'
import {
  countingResults,
  rankStandings,
  type StandingEntry,
  type StandingMatch,
  type StandingRow,
} from '#/rules/standings.ts'
import { compiledOnce } from '#/server/compiled-once.ts'
import type { Db, Tx } from '#/server/db.ts'
import { readStored, readStoredAt, type StoredLeague, type StoredResult } from './stored-league.ts'
import { climb } from '#/rules/formats/ladder.ts'
import { formatWordsOf } from '#/rules/formats/formats.ts'
import { withFormatSentence, type WithFormat } from '#/features/leagues/queries.ts'
import { replacementsOf } from '#/features/leagues/sides.ts'
import {
  isLeagueOf,
  type LeagueFilter,
  joinSeasonAndDivision,
  withMeantYear,
} from '#/features/leagues/league-filter.ts'
import { ruleSql } from '#/features/seasons/queries.ts'
import type { listStandings } from './contract.ts'
import { correctionsSql, leftEntriesSql, toCorrection, type StoredCorrection } from './notes.ts'

/** Computes a league's table from its entries and results, best first. */
export async function rankLeague(db: Db | Tx, league_id: number): Promise<StandingRow[]> {
  // Whether a result is final matters only to the play-offs, so any instant works.
  const { entries, matches, rules } = await readLeague(db, league_id, new Date(0))
  return rankStandings(entries, matches, rules)
}

/** A disputed result does not count until an organizer settles it (rules/confirmation.ts). */
export type DisputedResult = { entry_one_id: number; entry_two_id: number }

/**
 * The data that determines a league's table: its entries, its season's rules, and the results that count, each with
 * whether it is final at `now`. Disputed results are separate.
 */
export async function readLeague(db: Db | Tx, league_id: number, now: Date): Promise<TableFacts> {
  return tableFactsOf(await readStored(db, league_id), now)
}

type TableFacts = Pick<StoredLeague, 'entries' | 'rules' | 'period'> & {
  matches: StandingMatch[]
  disputed: DisputedResult[]
}

/** Like `readTableFacts`, for a league that is already loaded. */
export function tableFactsOf(league: StoredLeague, now: Date): TableFacts {
  const { rules, period } = league
  const { entries, matches } = tableEntriesAndResults(league, now)
  const disputed = league.results
    .filter((result) => isOfTable(league, result) && result.answer === 'disputed')
    .map(({ one, two }) => ({ entry_one_id: one, entry_two_id: two }))
  return { entries, matches, disputed, rules, period }
}

/** Reads a league at a version (migration 037) or a later one. Does not check which results are final. */
export async function readLeagueAt(
  db: Db,
  league_id: number,
  version: number,
): Promise<{ entries: StandingEntry[]; matches: StandingMatch[]; rules: LeagueRules }> {
  const league = await readStoredAt(db, league_id, version)
  return { ...tableEntriesAndResults(league, new Date(0)), rules: league.rules }
}

/** Whether the table counts this match. */
export function isOfTable({ period }: Pick<StoredLeague, 'period'>, { playoff, round }: StoredResult): boolean {
  return !playoff && (period === null || round === period)
}

/** The entries of a league's table, and the results that count. */
export function tableEntriesAndResults(
  league: StoredLeague,
  now: Date,
): { entries: StandingEntry[]; matches: StandingMatch[] } {
  const matches = countingMatches(league, now)
  // A ladder is climbed by the challenges of entries that have left, too.
  return { entries: placedEntries(league, matches), matches: resultsThatStay(matches, league) }
}

/** The entries; on a ladder with their positions after these challenges, including those of entries that have left. */
function placedEntries({ entries, ladder }: StoredLeague, matches: readonly DatedMatch[]): StandingEntry[] {
  if (ladder === null || ladder.start === null) return entries
  // Moves follow the results of their day.
  const steps = [...matches, ...ladder.moves].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const places = new Map(climb(ladder.start, steps, ladder).map((entry_id, index) => [entry_id, index + 1]))
  return entries.map((entry) => ({ ...entry, rung: places.get(entry.entry_id) ?? null }))
}

type DatedMatch = StandingMatch & { day: string }

function countingMatches(league: StoredLeague, now: Date): DatedMatch[] {
  const { results, rules } = league
  const matches = results
    .filter((result) => isOfTable(league, result) && result.answer !== 'disputed')
    .map(({ one, two, winner, status, sets, match_date, round, ...version }): DatedMatch => {
      return {
        day: match_date,
        entry_1: one,
        entry_2: two,
        winner,
        status,
        sets,
        added: round === null,
        final: isFinal(confirmationState(version, now)),
      }
    })
  return countingResults(matches, rules)
}

/** `changes_at`: when the league's next result can no longer be answered. */
export type StandingsPage = Omit<Reply<typeof listStandings>, 'skip' | 'area'> & { changes_at: Date | null }

/** The page as read from the database, with the league's format as stored. */
export type StandingsRow = WithFormat<Omit<StandingsPage, 'group' | 'ladder' | 'corrections'>> & {
  corrections: StoredCorrection[]
}

type StandingsQuestion = LeagueFilter & { player_id: number; limit: number; offset: number; now: Date }

/**
 * A page of one league's table, in one statement; no row if no league matches. Of several matching leagues it takes the
 * player's newest (by first day, then by entry), otherwise the newest with results (of several, one of the player's
 * level and gender), otherwise the newest
 * (docs/product.md, "Standings").
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
         order by se.starting_date desc, exists (
           select from players me where me.id = ${player_id} and me.singles_level = d.level and (d.gender is null or d.gender = me.gender)) desc,
           d.position limit 1),
        (select l.id
         from leagues l ${joinSeasonAndDivision}
         where ${isMeant}
         order by se.starting_date desc, d.position limit 1)) as league_id)
    select l.id as league_id, se.name as season, se.slug as season_slug, se.year, d.slug as division, d.name as division_name, l.format,
      ${ruleSql('ranking')} ->> 'by' as ranking, whole.total, whole.has_results, coalesce(page.players, '[]') as players,
      (select min(until) from standings s cross join unnest(s.open_until) until where s.league_id = l.id and until > ${now}) as changes_at,
      ${leftEntriesSql()} as left, ${correctionsSql(player_id)} as corrections
    from chosen
    join leagues l on l.id = chosen.league_id ${joinSeasonAndDivision}
    join areas a on a.slug = l.area
    cross join lateral (
      select count(*) as total, coalesce(bool_or(s.wins + s.losses + s.ties > 0), false) as has_results
      from standings s where s.league_id = l.id) whole
    cross join lateral (
      select json_agg(line order by line.flight, line.rank) as players
      from (
        select s.entry_id, one.first_name, one.last_name, two.first_name as partner_first_name, two.last_name as partner_last_name,
          s.rank, s.flight, s.wins, s.losses, s.ties, s.played, s.points, s.strength, s.byes, s.deducted,
          (select count(*) from unnest(s.open_until) until where until > ${now}) as unconfirmed,
          case when coalesce(first.replaces_id, second.replaces_id) is not null then ${replacementsOf(sql`s.entry_id`)} end as replacements, coalesce(${player_id} in (one.id, two.id), false) as is_me
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

/** Converts the row to the page, with the format described in words for players. */
export function toStandingsPage(row: StandingsRow): StandingsPage {
  const words = row.format && formatWordsOf(row.format.kind)
  const corrections = row.corrections.map(toCorrection)
  return { ...withFormatSentence(row), group: words?.group ?? null, ladder: words?.by_rung ?? false, corrections }
}

/** A page of one league's table. Undefined if no league matches. */
export async function findStandings(
  db: Db,
  caller: { id: number; email_proved: boolean },
  filter: LeagueFilter,
  limit: number,
  offset: number,
  now: Date,
): Promise<StandingsPage | undefined> {
  const { area, season, year, division } = await withMeantYear(db, filter)
  const [row] = await askStandings(db, { player_id: caller.id, limit, offset, now, area, season, year, division })
  const page = row && toStandingsPage(row)
  if (!page || caller.email_proved) return page
  const players = page.players.map((line) => (line.is_me ? line : { ...shortNames(line), replacements: null }))
  return { ...page, players, left: [], corrections: [] }
}
