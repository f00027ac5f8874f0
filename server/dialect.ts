import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { ReservedSql, Sql } from 'postgres'

/**
 * Kysely on a pool of postgres.js. A single statement goes to the pool, which may pipeline it with others; only a
 * transaction reserves a connection. (Reserving one for every statement makes a light call a third slower.)
 */
export function dialectOf(sql: Sql): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driverOf(sql),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

function driverOf(sql: Sql): Driver {
  const free: Connection[] = []
  return {
    init: async () => {},
    acquireConnection: async () => free.pop() ?? new Connection(sql),
    async beginTransaction(connection, settings) {
      if (connection instanceof Connection) await connection.reserve()
      await connection.executeQuery(CompiledQuery.raw(beginning(settings)))
    },
    async commitTransaction(connection) {
      const { rows } = await connection.executeQuery<{ command: string }>(CompiledQuery.raw('commit'))
      // PostgreSQL answers ROLLBACK to COMMIT when an earlier statement failed.
      if (rows[0]?.command === 'ROLLBACK') throw new AbortedTransactionError()
    },
    async rollbackTransaction(connection) {
      await connection.executeQuery(CompiledQuery.raw('rollback'))
    },
    async releaseConnection(connection) {
      if (!(connection instanceof Connection)) return
      connection.release()
      free.push(connection)
    },
    destroy: () => sql.end(),
  }
}

function beginning({ isolationLevel, accessMode }: TransactionSettings): string {
  return `begin${isolationLevel ? ` isolation level ${isolationLevel}` : ''}${accessMode ? ` ${accessMode}` : ''}`
}

/** The pool as one connection; a connection of its own while it is reserved. */
class Connection implements DatabaseConnection {
  #pool: Sql
  #reserved: ReservedSql | null = null

  constructor(pool: Sql) {
    this.#pool = pool
  }

  async reserve(): Promise<void> {
    this.#reserved = await this.#pool.reserve()
  }

  release(): void {
    this.#reserved?.release()
    this.#reserved = null
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const result = await (this.#reserved ?? this.#pool).unsafe(sql, parameters as never[], { prepare: true })
    const { command, count } = result
    if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command } as R] }
    const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
    // A plain array: the library's own also holds its columns and its statement.
    const rows = (result as unknown as R[]).slice()
    return changes ? { numAffectedRows: BigInt(count), rows } : { rows }
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported.')
  }
}
