import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { leagueName, leagueTables } from '#/features/leagues/league-filter.ts'
import { containsAll, isNamed } from '#/features/leagues/name-search.ts'
import { namesOf, playersOf } from '#/features/leagues/sides.ts'
import { leagueRulesSql } from '#/features/seasons/queries.ts'
import { foldName } from '#/rules/name-fold.ts'
import type { Db } from '#/server/db.ts'
import type { MatchToEnter } from './contract.ts'
import { isOpen, todaySql } from './queries.ts'

const MOST_FOUND = 10
/** Players of one name whose matches are searched. */
const MOST_PLAYERS = 300
/** Days after a season's last day in which sides without an open match are still offered. */
const LATE_DAYS = 60

type Row = Omit<MatchToEnter, 'one' | 'two'> & { one_id: number; one: string; two_id: number; two: string }

/** Matches by parts of the names of both sides. The side whose name was typed first is `one`. */
export async function listMatchesToEnter(
  db: Db,
  areas: readonly AreaSlug[],
  { search, league_id = 0 }: { search: string; league_id?: number | undefined },
  now: Date,
): Promise<MatchToEnter[]> {
  const words = foldName(search).split(/\s+/).filter(Boolean)
  // The longest word is in the fewest names.
  const [rarest = ''] = words.toSorted((a, b) => b.length - a.length)
  const named = sql`(select p.id from players p where ${isNamed(rarest)} order by p.id limit ${MOST_PLAYERS})`
  const open = await listOpen(db, areas, { named, search, league_id })
  const found =
    open.length > 0 || words.length < 2 ? open : await listSides(db, areas, { named, search, words, league_id }, now)
  return found.map(({ one_id, one, two_id, two, play_by, match_date, ...row }) => {
    const sides = [
      { id: one_id, name: one },
      { id: two_id, name: two },
    ] as const
    const isFirst = sides.map(({ name }) => startsIn(name, words[0] ?? ''))
    const [first, second] = isFirst[1] && !isFirst[0] ? [sides[1], sides[0]] : sides
    return {
      ...row,
      one: first,
      two: second,
      play_by: play_by && wireDay(play_by),
      match_date: match_date && wireDay(match_date),
    }
  })
}

function startsIn(name: string, word: string): boolean {
  return ` ${foldName(name)}`.includes(` ${word}`)
}

const leagueColumns = sql`
  l.id as league_id, l.area, se.slug as season_slug, se.year, d.slug as division, ${leagueName} as league, ${leagueRulesSql} as rules`

type Search = { named: RawBuilder<unknown>; search: string; league_id: number }

async function listOpen(db: Db, areas: readonly AreaSlug[], { named, search, league_id }: Search): Promise<Row[]> {
  const first = (side: 1 | 2) =>
    sql`(select mp.player_id from match_players mp where mp.match_id = m.id and mp.side = ${sql.lit(side)} order by mp.position limit 1)`
  const { rows } = await sql<Row>`
    select m.id as match_id, ${leagueColumns}, ${first(1)} as one_id, ${playersOf(1)} as one, ${first(2)} as two_id,
      ${playersOf(2)} as two, m.play_by, m.match_date, m.match_location
    from (
      select * from matches m
      where m.id in (select mp.match_id from match_players mp where mp.player_id in ${named}) and ${isOpen}
        and m.area = any(${areas}::text[]) offset 0) m
    join ${leagueTables} on l.id = m.league_id
    where ${containsAll(sql`${playersOf(1)} || ' ' || ${playersOf(2)}`, search)}
    order by m.league_id = ${league_id} desc, m.play_by nulls last, m.id
    limit ${MOST_FOUND}`.execute(db)
  return rows
}

/** Sides that are in one league of a season that goes on, or has just ended: a named player's, and another one's. */
async function listSides(
  db: Db,
  areas: readonly AreaSlug[],
  { named, search, words, league_id }: Search & { words: readonly string[] },
  now: Date,
): Promise<Row[]> {
  const isOther = sql.join(
    words.map((word) => sql<SqlBool>`${containsAll(namesOf(sql`two.entry_id`), word)}`),
    sql` or `,
  )
  const { rows } = await sql<Row>`
    select null::int as match_id, ${leagueColumns}, one.player_id as one_id, ${namesOf(sql`one.entry_id`)} as one,
      two.player_id as two_id, ${namesOf(sql`two.entry_id`)} as two, null::date as play_by, null::date as match_date, '' as match_location
    from (
      select lead.* from entry_players mine
      join entry_players lead on lead.entry_id = mine.entry_id and lead.position = 1
      where mine.player_id in ${named} and not mine.former offset 0) one
    join ${leagueTables} on l.id = one.league_id
    join entries e on e.id = one.entry_id
    join purchases line on line.id = e.purchase_id and line.counts
    join entry_players two on two.league_id = one.league_id and two.position = 1 and two.entry_id <> one.entry_id and not two.former
    join entries other on other.id = two.entry_id
    join purchases paid on paid.id = other.purchase_id and paid.counts
    where l.area = any(${areas}::text[]) and se.starting_date <= ${todaySql(now)} and se.ending_date >= ${todaySql(now)} - ${LATE_DAYS}::int
      and (${isOther}) and ${containsAll(sql`${namesOf(sql`one.entry_id`)} || ' ' || ${namesOf(sql`two.entry_id`)}`, search)}
    order by l.id = ${league_id} desc, se.starting_date desc, l.id, one.entry_id, two.entry_id
    limit ${MOST_FOUND}`.execute(db)
  return rows
}
