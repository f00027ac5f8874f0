import { formatName } from '#/contract/format.ts'
import { shortNames } from './short-names.ts'
import { sql } from 'kysely'
import { type AreaSlug } from '#/contract/areas.ts'
import type { Replacement } from '#/contract/format.ts'
import { wireDay } from '#/contract/wire-day.ts'
import type { LeagueRules } from '#/rules/season-rules.ts'
import { formatWordsOf, standardFormat, type LeagueFormat } from '#/rules/formats/formats.ts'
import { dayInZone } from '#/rules/day.ts'
import type { StandingEntry, StandingMatch } from '#/rules/standings.ts'
import { inSnapshot, type Db, type Tx } from '#/server/db.ts'
import { ruleSql } from '#/features/seasons/queries.ts'
import { joinSeasonAndDivision, leagueTables } from '#/features/leagues/league-filter.ts'
import { replacementsOf } from '#/features/leagues/sides.ts'
import type { LeagueChoice } from './place-contract.ts'
import { tableFactsOf, type DisputedResult } from './queries.ts'
import { readStoredIn } from './stored-league.ts'

/** A match of the league without a score. */
export type OpenMatch = {
  id: number
  entry_one_id: number
  entry_two_id: number
  match_date: string | null
  round: number | null
}

/** The data that determines a league's positions, read at one instant. */
export type LeagueSnapshot = {
  league: {
    league_name: string
    level_name: string
    year: number
    area: AreaSlug
    starting_date: string
    counts_until: string
    time_zone: string
  }
  entries: StandingEntry[]
  /** The results that count. */
  matches: StandingMatch[]
  disputed: DisputedResult[]
  /** Matches without a score, nearest date first, undated ones last. */
  arranged: OpenMatch[]
  /** Whether only scheduled matches are left, because not everyone plays everyone. */
  only_scheduled: boolean
  format: LeagueFormat
  /** Whether the draw is still to come, which decides how often two meet. */
  draw_may_add: boolean
  /** Rounds or periods that are still to be drawn. */
  rounds_to_come: number
  names: Map<number, EntryNames>
  season_over: boolean
  rules: LeagueRules
}

export type EntryNames = {
  entry_id: number
  /** 'Ada Moreno', in doubles 'Ada Moreno & Bea Lund'. */
  names: string
  first_name: string
  last_name: string
  partner_first_name: string | null
  partner_last_name: string | null
  is_me: boolean
  replacements: Replacement[] | null
}

/** Reads the data that determines a league's positions. Undefined if there is no such league. */
export async function readLeagueSnapshot(
  db: Db,
  league_id: number,
  caller: Viewer,
  now: Date,
): Promise<LeagueSnapshot | undefined> {
  // Without a snapshot, a result that arrives between two reads could count both as played and as still to play.
  return inSnapshot(db, async (tx) => {
    const found = await findLeague(tx, league_id)
    if (!found) return undefined
    const { format: chosen, version, draw_may_add, rounds_drawn, ...league } = found
    const format = chosen ?? standardFormat
    const [stored, arranged, names] = await Promise.all([
      readStoredIn(tx, db, league_id, version),
      listArranged(tx, league_id),
      listEntryNames(tx, league_id, caller),
    ])
    const today = dayInZone(now, league.time_zone)
    const season_over = today > league.counts_until
    const { everybody, by_results } = formatWordsOf(format.kind)
    const rounds_to_come = by_results ? Math.max(0, (format.rounds ?? 0) - rounds_drawn) : 0
    const { period, ...facts } = tableFactsOf(stored, now)
    const current = arranged.filter(({ round }) => period === null || round === period)
    const formatFacts = { format, only_scheduled: !everybody, draw_may_add, rounds_to_come }
    return { league, ...facts, ...formatFacts, arranged: current, names, season_over }
  })
}

type FoundLeague = LeagueSnapshot['league'] &
  Pick<LeagueSnapshot, 'draw_may_add'> & { format: LeagueFormat | null; version: number; rounds_drawn: number }

async function findLeague(tx: Tx, league_id: number): Promise<FoundLeague | undefined> {
  const { rows } = await sql<FoundLeague>`
    select se.name as league_name, d.name as level_name, se.year, l.area, se.starting_date, se.counts_until, a.time_zone, l.format, l.version, l.rounds_drawn,
      ${ruleSql('meetings')} = '"schedule"' and not exists (
        select from matches m where m.league_id = l.id and m.round is not null) as draw_may_add
    from ${leagueTables}
    where l.id = ${league_id}`.execute(tx)
  return rows[0]
}

async function listArranged(tx: Tx, league_id: number): Promise<OpenMatch[]> {
  const rows = await tx
    .selectFrom('matches')
    .select(['id', 'entry_one_id', 'entry_two_id', 'match_date', 'round'])
    .where('league_id', '=', league_id)
    .where('score_id', 'is', null)
    .where('canceled_at', 'is', null)
    .where('playoff_stage', 'is', null)
    .orderBy('match_date', (day) => day.asc().nullsLast())
    .orderBy('match_time', (time) => time.asc().nullsLast())
    .orderBy('round')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, match_date: row.match_date && wireDay(row.match_date) }))
}

/** The caller, to whom names are whole once the email is proved. */
type Viewer = { id: number; email_proved: boolean }

async function listEntryNames(tx: Tx, league_id: number, caller: Viewer): Promise<LeagueSnapshot['names']> {
  const { rows } = await sql<EntryNames>`
    select first.entry_id, concat_ws(' & ', one.name, two.name) as names, one.first_name, one.last_name, two.first_name as partner_first_name, two.last_name as partner_last_name,
      coalesce(${caller.id} in (one.id, two.id), false) as is_me,
      case when coalesce(first.replaces_id, second.replaces_id) is not null then ${replacementsOf(sql`first.entry_id`)} end as replacements
    from entry_players first
    join players one on one.id = first.player_id
    left join entry_players second on second.league_id = first.league_id and second.entry_id = first.entry_id and second.position = 2
    left join players two on two.id = second.player_id
    where first.league_id = ${league_id} and first.position = 1`.execute(tx)
  return new Map(rows.map((row) => [row.entry_id, caller.email_proved || row.is_me ? row : shortened(row)]))
}

function shortened(row: EntryNames): EntryNames {
  const short = shortNames(row)
  const partner = { first_name: short.partner_first_name ?? '', last_name: short.partner_last_name ?? '' }
  const names = [short, partner]
    .map(formatName)
    .filter((name) => name !== '')
    .join(' & ')
  return { ...short, names, replacements: null }
}

/** The leagues of an area that have entries, newest first. */
export async function listLeagueChoices(db: Db, area: AreaSlug): Promise<LeagueChoice[]> {
  const { rows } = await sql<LeagueChoice>`
    select se.name as season, se.slug as season_slug, se.year, d.slug as division, d.name as division_name
    from leagues l ${joinSeasonAndDivision}
    where l.area = ${area} and exists (select from standings s where s.league_id = l.id)
    order by se.starting_date desc, d.position
    limit 200`.execute(db)
  return rows
}
