import { sql } from 'kysely'
import { namesOf } from '#/features/leagues/sides.ts'
import { tableEntriesAndResults } from '#/features/standings/queries.ts'
import { readStored, type StoredLeague } from '#/features/standings/stored-league.ts'
import { changedLines, type LineChange } from '#/rules/leaving.ts'
import { rankStandings, type StandingEntry } from '#/rules/standings.ts'
import type { Db, Tx } from '#/server/db.ts'

/** An opponent of an entry: their results and open matches against each other. */
export type Opponent = { entry_id: number; results: number; open_matches: number }

/** The changes in a league that follow from an entry's departure or return. */
export type LeagueChange = { lines: LineChange[]; opponents: Opponent[] }

/** The league as it is, and as it will be once the entry has left. */
export async function readDeparture(db: Db | Tx, league_id: number, entry_id: number): Promise<LeagueChange> {
  const league = await readStored(db, league_id)
  const after = { ...league, entries: league.entries.filter((entry) => entry.entry_id !== entry_id) }
  return { lines: changedLines(rank(league), rank(after)), opponents: await listOpponents(db, league_id, entry_id) }
}

/** The league as it is, and as it will be once an entry that had left counts again. */
export async function readReturn(db: Db | Tx, league_id: number, entry_id: number): Promise<LeagueChange> {
  const league = await readStored(db, league_id)
  const entry: StandingEntry = await db
    .selectFrom('entries')
    .select([
      'id as entry_id',
      'lot',
      'flight',
      'rung',
      sql<number>`(select count(*)::int from byes b where b.league_id = entries.league_id and b.entry_id = entries.id)`.as(
        'byes',
      ),
      sql<number>`(select coalesce(sum(points), 0)::int from deductions t where t.league_id = entries.league_id and t.entry_id = entries.id)`.as(
        'deducted',
      ),
    ])
    .where('id', '=', entry_id)
    .executeTakeFirstOrThrow()
  const others = league.entries.filter((other) => other.entry_id !== entry_id)
  const before = { ...league, entries: others }
  const after = { ...league, entries: [...others, entry] }
  return { lines: changedLines(rank(before), rank(after)), opponents: await listOpponents(db, league_id, entry_id) }
}

function rank(league: StoredLeague) {
  // Whether a result is final does not matter to the table.
  const { entries, matches } = tableEntriesAndResults(league, new Date(0))
  return rankStandings(entries, matches, league.rules)
}

/** The opponents of an entry in the regular season that are in the league. */
async function listOpponents(db: Db | Tx, league_id: number, entry_id: number): Promise<Opponent[]> {
  const { rows } = await sql<Opponent>`
    select other.id as entry_id, count(m.score_id) as results, count(*) - count(m.score_id) as open_matches
    from matches m
    join entries other on other.id = case when m.entry_one_id = ${entry_id} then m.entry_two_id else m.entry_one_id end
    join purchases p on p.id = other.purchase_id and p.counts
    where m.league_id = ${league_id} and ${entry_id} in (m.entry_one_id, m.entry_two_id)
      and m.playoff_stage is null and m.canceled_at is null
    group by other.id order by other.id`.execute(db)
  return rows
}

/** The names of entries, by id. */
export async function namesOfEntries(db: Db | Tx, entry_ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; names: string | null }>`
    select e.id, ${namesOf(sql`e.id`)} as names from entries e where e.id = any(${entry_ids}::int[])`.execute(db)
  return new Map(rows.map(({ id, names }) => [id, names ?? '']))
}

/**
 * Deletes the matches of an entry that have not been played and returns how many. Those with a voided result are canceled
 * instead.
 */
export async function dropOpenMatches(tx: Tx, entry_id: number, now: Date): Promise<number> {
  const open = sql`${entry_id} in (m.entry_one_id, m.entry_two_id) and m.score_id is null and m.playoff_stage is null`
  // A match that was canceled before was not lost with this entry.
  await sql`
    update entries e set lost_matches = e.lost_matches + lost.matches
    from (
      select case when m.entry_one_id = ${entry_id} then m.entry_two_id else m.entry_one_id end as id, count(*) as matches
      from matches m where ${open} and m.round is not null and m.canceled_at is null group by 1) lost
    where e.id = lost.id`.execute(tx)
  await sql`
    update matches m set canceled_at = ${now}
    where ${open} and m.canceled_at is null and exists (select from scores s where s.match_id = m.id)`.execute(tx)
  const { rows } = await sql`
    delete from matches m where ${open} and not exists (select from scores s where s.match_id = m.id) returning m.id`.execute(
    tx,
  )
  await tx.updateTable('entries').set({ drawn_at: null, flight: null }).where('id', '=', entry_id).execute()
  return rows.length
}
