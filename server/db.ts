import { Kysely, type Transaction } from 'kysely'
import postgres from 'postgres'
import type { DB } from '#/db/types.ts'
import { dialectOf } from './dialect.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

/** Opens a pool. Calendar days and times of day arrive as text, instants as Date, numbers as numbers. */
export function openDatabase(url: string, connections = 10): Db {
  const sql = postgres(url, {
    max: connections,
    connect_timeout: 5,
    onnotice: () => {},
    connection: {
      application_name: 'deuce',
      TimeZone: 'UTC',
      statement_timeout: 15_000,
      // No database of today lies on a turning disk: at the default of 4 two hundred rows are looked for in the whole table.
      random_page_cost: 1.1,
    },
    types: {
      day: { to: 1082, from: [1082], serialize: (day: string) => day, parse: (day: string) => day },
      // count(*) and sum() are int8; none of ours comes near 2^53.
      count: { to: 20, from: [20], serialize: String, parse: Number },
    },
  })
  return new Kysely<DB>({ dialect: dialectOf(sql) })
}

/** Does the work in a transaction: in the caller's own when there is one, else in a new one. */
export function inTransaction<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return isTransaction(db) ? work(db) : db.transaction().execute(work)
}

function isTransaction(db: Db | Tx): db is Tx {
  return db.isTransaction
}
