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
      // For SSDs. At the default of 4, made for spinning disks, PostgreSQL scans a whole table to find two hundred rows.
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

/** Runs the work in a transaction: the caller's own if there is one, otherwise a new one. */
export function inTransaction<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return isTransaction(db) ? work(db) : db.transaction().execute(work)
}

function isTransaction(db: Db | Tx): db is Tx {
  return db.isTransaction
}
