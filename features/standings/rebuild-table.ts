import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { rankStandings, type StandingRow } from '#/rules/standings.ts'
import type { Tx } from '#/server/db.ts'
import { isOfTable, tableEntriesAndResults } from './queries.ts'
import {
  keepLeague,
  readStored,
  readWithResult,
  type AddedResult,
  type StoredLeague,
  type TableLine,
} from './stored-league.ts'

/**
 * Updates the stored table and number of results of a league. Returns the table, and whether the league has play-offs.
 * `added` is the transaction's only change of the league. The caller has locked the league and updates the bracket: call
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
  const { table, lines } = rankLines(league)
  if (added) keepLeague(tx, league_id, added, league, lines)
  await (before
    ? updateTable(tx, league_id, league, changedLines(before, lines))
    : storeTable(tx, league_id, league, lines))
  return { table, has_playoffs: league.has_playoffs }
}

/** A league's table, best first, and the lines that are stored of it. */
export function rankLines(league: StoredLeague): { table: StandingRow[]; lines: TableLine[] } {
  const { entries, matches } = tableEntriesAndResults(league, new Date(0))
  const table = rankStandings(entries, matches, league.rules)
  const open = openResults(league)
  const sizes = new Map<number | null, number>()
  const lines = table.map(
    ({ entry_id, flight = null, wins, losses, ties, played, points = null, strength, byes = 0, deducted = 0 }) => {
      const rank = (sizes.get(flight) ?? 0) + 1
      sizes.set(flight, rank)
      return {
        entry_id,
        rank,
        flight,
        wins,
        losses,
        ties,
        played,
        points,
        strength: strength === undefined ? null : Math.round(strength),
        byes,
        deducted,
        open_until: open.get(entry_id) ?? [],
      }
    },
  )
  return { table, lines }
}

/** The lines that differ from the stored line of their entry. */
function changedLines(before: readonly TableLine[], lines: readonly TableLine[]): TableLine[] {
  const known = new Map(before.map((line) => [line.entry_id, line]))
  return lines.filter((line) => !isDeepStrictEqual(line, known.get(line.entry_id)))
}

const newRows = (lines: readonly TableLine[]) => sql`
  select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
    as t (entry_id int, rank int, flight int, wins int, losses int, ties int, played int, points int, strength int, byes int, deducted int, open_until timestamptz[])`

const replaceRow = sql`
  on conflict (league_id, entry_id) do update
  set rank = excluded.rank, flight = excluded.flight, wins = excluded.wins, losses = excluded.losses, ties = excluded.ties, played = excluded.played,
    points = excluded.points, strength = excluded.strength, byes = excluded.byes, deducted = excluded.deducted,
    open_until = excluded.open_until`

/** Stores lines of entries that the stored table has already. */
async function updateTable(tx: Tx, league_id: number, { results }: StoredLeague, lines: TableLine[]): Promise<void> {
  await sql`
    with changed as (
      insert into standings (league_id, entry_id, rank, flight, wins, losses, ties, played, points, strength, byes, deducted, open_until)
      select ${league_id}, t.* from (${newRows(lines)}) t ${replaceRow})
    update leagues set results = ${results.length} where id = ${league_id}`.execute(tx)
}

/** Stores the whole table. */
async function storeTable(tx: Tx, league_id: number, { results }: StoredLeague, lines: TableLine[]): Promise<void> {
  // Only changed rows are upserted, because `on conflict` locks, and so writes, every row.
  await sql`
    with new_rows as (${newRows(lines)}),
    changed as (
      insert into standings (league_id, entry_id, rank, flight, wins, losses, ties, played, points, strength, byes, deducted, open_until)
      select ${league_id}, t.* from new_rows t
      left join standings s on s.league_id = ${league_id} and s.entry_id = t.entry_id
      where (s.rank, s.flight, s.wins, s.losses, s.ties, s.played, s.points, s.strength, s.byes, s.deducted, s.open_until)
        is distinct from (t.rank, t.flight, t.wins, t.losses, t.ties, t.played, t.points, t.strength, t.byes, t.deducted, t.open_until)
      ${replaceRow}),
    removed as (delete from standings where league_id = ${league_id} and entry_id not in (select entry_id from new_rows))
    update leagues set results = ${results.length}
    where id = ${league_id} and results <> ${results.length}`.execute(tx)
}

/**
 * By entry: the deadlines for answering its unanswered results, without those that had passed when the last score was
 * reported.
 */
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
