import { listedAreas, type AreaSlug } from '#/contract/areas.ts'
import { formatDay } from '#/contract/format.ts'
import { listedLevels } from '#/contract/levels.ts'
import { organization } from '#/contract/organization.ts'
import { matchStatuses } from '#/rules/outcome.ts'
import type { Db, Tx, WritableDb } from '#/server/db.ts'
import type { Check, ErrorGroup, RowError } from './contract.ts'
import { writeHead, writeRows } from './csv.ts'
import type { TableRow } from './rows.ts'
import type { Table } from './table.ts'
import { readDay } from './typed-day.ts'

const MAX_GROUPS = 100
const MAX_GROUP_LINES = 20

/** The errors by their cause, the most frequent first, with the values that their fields can have. */
export function groupErrors(
  errors: readonly RowError[],
  choices: Readonly<Record<string, string[]>>,
): Pick<Check, 'groups' | 'choices'> {
  const all = new Map<string, ErrorGroup>()
  for (const { line, field, column, value, problem } of errors) {
    const key = JSON.stringify([field, value, problem])
    const group = all.get(key) ?? { field, column, value, problem, count: 0, lines: [] }
    group.count += 1
    if (group.lines.length < MAX_GROUP_LINES) group.lines.push(line)
    all.set(key, group)
  }
  const groups = [...all.values()].toSorted((a, b) => b.count - a.count).slice(0, MAX_GROUPS)
  const fields = new Set(groups.map(({ field }) => field))
  return { groups, choices: Object.fromEntries(Object.entries(choices).filter(([field]) => fields.has(field))) }
}

/** The values of the fields that have no others. */
export async function listChoices(db: Db, areas: readonly AreaSlug[]): Promise<Record<string, string[]>> {
  const divisions = await db.selectFrom('divisions').select('name').orderBy('position').execute()
  const seasons = await db.selectFrom('seasons').select('name').distinct().orderBy('name').limit(200).execute()
  return {
    area: listedAreas().flatMap(({ slug, name }) => (areas.includes(slug) ? [name] : [])),
    level: listedLevels().map(({ name }) => name),
    gender: organization().genders.map(({ name }) => name),
    division: divisions.map(({ name }) => name),
    season: seasons.map(({ name }) => name),
    status: matchStatuses.flatMap((status) => status ?? []),
  }
}

/** The rows with errors, as they are in the file. */
export function listWrong({ rows }: Table, errors: readonly RowError[]): TableRow[] {
  const lines = new Set(errors.map(({ line }) => line))
  return rows.filter(({ line }) => lines.has(line))
}

/** A date with both of its readings. */
export function formatAmbiguous(text: string | null): Check['ambiguous_date'] {
  if (text === null) return null
  const [day_first = '', month_first = ''] = (['day-first', 'month-first'] as const).map((order) =>
    formatDay(readDay(text, order) ?? ''),
  )
  return { text, day_first, month_first }
}

/** The part of a task's file that has the rest. The parts from 0 on are another file. */
export const REST_PART = -1

/** Stores the rows that are wrong as a file that can be corrected and imported, with what is wrong in its last column. */
export async function writeRest(
  writable: Tx | WritableDb,
  task_id: number,
  table: Table,
  errors: readonly RowError[],
): Promise<void> {
  const problems = new Map<number, string[]>()
  for (const { line, column, problem } of errors)
    problems.set(line, [...(problems.get(line) ?? []), `${column}: ${problem}`])
  const rows = listWrong(table, errors).map(({ line, cells }) => [
    ...table.headers.map((_, place) => cells[place] ?? ''),
    (problems.get(line) ?? []).join(' '),
  ])
  const content = writeHead([...table.headers, 'Problem']) + writeRows(rows)
  await writable
    .insertInto('task_parts')
    .values({ task_id, part: REST_PART, content })
    .onConflict((conflict) => conflict.columns(['task_id', 'part']).doUpdateSet({ content }))
    .execute()
}
