import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { readReconciliation } from '#/organizer/payments/reconciliation-queries.ts'
import { organization } from '#/contract/organization.ts'
import { rankLines } from '#/features/standings/rebuild-table.ts'
import { readStored, type TableLine } from '#/features/standings/stored-league.ts'
import { dayInZone } from '#/rules/day.ts'
import type { App } from '#/server/context.ts'
import { inSnapshot, type Db } from '#/server/db.ts'
import { dataRules } from './rules.ts'

/** A row that breaks a rule, by table and id, and the values that disagree. */
export type Finding = { subject: string; says: string }

export type Check = { title: string; find: (app: App) => Promise<Finding[]> }

const rules = Object.entries(dataRules).map(([key, { title, sql: text }]): [string, Check] => [
  key,
  { title, find: async ({ db }) => (await sql<Finding>`${sql.raw(text)}`.execute(db)).rows },
])

/** The checks of each night, by key. */
export const nightlyChecks: ReadonlyMap<string, Check> = new Map([
  ...rules,
  ['foreign_keys', { title: 'Every reference leads to a row', find: ({ db }) => findDangling(db) }],
  ['tables_rebuilt', { title: 'Every stored table agrees with its results', find: ({ db }) => findStaleTables(db) }],
])

/** The checks of each hour. */
export const hourlyChecks: ReadonlyMap<string, Check> = new Map([
  ['books', { title: 'Our payments equal the payment provider’s', find: findUnequalBooks }],
])

export const allChecks: ReadonlyMap<string, Check> = new Map([...hourlyChecks, ...nightlyChecks])

type Reference = { name: string; child: string; parent: string; pairs: { child: string; parent: string }[] }

/** Rows whose foreign key leads nowhere, which a restore or a damaged index can leave. */
async function findDangling(db: Db): Promise<Finding[]> {
  const { rows } = await sql<Reference>`
    select c.conname as name, c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
      json_agg(json_build_object('child', quote_ident(a.attname), 'parent', quote_ident(b.attname))) as pairs
    from pg_constraint c
    cross join lateral unnest(c.conkey, c.confkey) key (child, parent)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = key.child
    join pg_attribute b on b.attrelid = c.confrelid and b.attnum = key.parent
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    group by c.oid order by 1`.execute(db)
  const found: Finding[] = []
  for (const { name, child, parent, pairs } of rows) {
    const all = (write: (pair: Reference['pairs'][number]) => string) => sql.raw(pairs.map(write).join(' and '))
    const { rows: counted } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.raw(child)} c
      where ${all((pair) => `c.${pair.child} is not null`)}
        and not exists (select from ${sql.raw(parent)} p where ${all((pair) => `p.${pair.parent} = c.${pair.child}`)})`.execute(
      db,
    )
    const count = counted[0]?.count ?? 0
    if (count > 0) found.push({ subject: child, says: `${count} rows break ${name}` })
  }
  return found
}

/** Leagues whose stored table differs from one made from their results at the same moment. Changes nothing. */
async function findStaleTables(db: Db): Promise<Finding[]> {
  const leagues = await db.selectFrom('leagues').select('id').orderBy('id').execute()
  const found: Finding[] = []
  for (const { id } of leagues) {
    const [stored, rebuilt] = await inSnapshot(db, async (tx) => {
      const lines: TableLine[] = await tx
        .selectFrom('standings')
        .select([
          'entry_id',
          'rank',
          'flight',
          'wins',
          'losses',
          'ties',
          'played',
          'points',
          'strength',
          'byes',
          'deducted',
          'open_until',
        ])
        .where('league_id', '=', id)
        .execute()
      return [lines, rankLines(await readStored(tx, id)).lines] as const
    })
    const differing = differ(stored, rebuilt)
    if (differing.length > 0)
      found.push({ subject: `league ${id}`, says: `lines of the entries ${differing.join(', ')}` })
  }
  return found
}

/** The entries whose line is on one side only, or differs. The instants of open answers matter only to the next rebuild. */
function differ(stored: readonly TableLine[], rebuilt: readonly TableLine[]): number[] {
  const lineOf = (lines: readonly TableLine[]) =>
    new Map(lines.map((line) => [line.entry_id, { ...line, open_until: null }]))
  const [one, two] = [lineOf(stored), lineOf(rebuilt)]
  return [...new Set([...one.keys(), ...two.keys()])]
    .filter((entry_id) => !isDeepStrictEqual(one.get(entry_id), two.get(entry_id)))
    .toSorted((a, b) => a - b)
}

/** Differences of this month's books. A refund under way and an open dispute are states, not faults. */
async function findUnequalBooks(app: App): Promise<Finding[]> {
  const month = dayInZone(app.clock.now(), organization().time_zone).slice(0, 7)
  const { differences } = await readReconciliation(app, month)
  return differences
    .filter(({ kind }) => kind !== 'refund_under_way' && kind !== 'dispute')
    .map(({ kind, order_id, movement, ours, theirs }) => ({
      subject: order_id === null ? `movement ${movement ?? 'unknown'}` : `order ${order_id}`,
      says: `${kind}: ours ${ours ?? 'none'}, theirs ${theirs ?? 'none'}`,
    }))
}
