import type { NetConnectOpts } from 'node:net'
import { type ClientBase, DatabaseError, type QueryArrayResult, type QueryConfig } from 'pg'
import { CONNECT_TIMEOUT_MS, connectionOptions, withConnection } from '#/db/connection.ts'
import { addressOf } from './db-client.ts'
import { followsNames } from './old-pgbouncer.ts'
import { settingsOf, type PoolLimits } from './pool-limits.ts'
import type { StatementNames } from './statement-names.ts'

/** A pooler in transaction mode in front of a database (docs/decisions/058). */
export type Pooler = {
  /** The URL of the database behind it. */
  direct: string
  /** Whether it supports named statements, as PgBouncer does since 1.21. */
  keeps_names: boolean
}

/** Finds the pooler at `url`. Null if `url` leads directly to a database. */
export async function findPooler(url: string, direct = url): Promise<Pooler | null> {
  if (await acceptsSettings(url)) return null
  return { direct, keeps_names: await followsNames(url) }
}

async function acceptsSettings(url: string): Promise<boolean> {
  const options = { ...connectionOptions(url, { 'deuce.is_direct': 1 }), query_timeout: CONNECT_TIMEOUT_MS }
  try {
    const { rows } = await withConnection(
      url,
      (client) => client.query<{ kept: string | null }>(`select current_setting('deuce.is_direct', true) as kept`),
      options,
    )
    return rows[0]?.kept === '1'
  } catch (error) {
    if (error instanceof DatabaseError && /startup parameter/.test(error.message)) return false
    throw error
  }
}

/** The differences between a pool of connections to a database and one of connections to a pooler. */
export type PoolMode = {
  /** PostgreSQL's settings for each connection. */
  connectionSettings: Record<string, string | number>
  /** PostgreSQL's settings for each transaction. */
  transactionSettings: Record<string, string | number>
  /** Addresses that must all respond, or the database is down. */
  probeAddresses: (own: NetConnectOpts) => readonly NetConnectOpts[]
  /** Sends a statement that is outside a transaction. `begin` starts one with the settings of such a statement. */
  sendAlone: (client: ClientBase, statement: QueryConfig, begin: () => Promise<unknown>) => Promise<QueryArrayResult>
  /** Runs when the name of a statement was lost. */
  onNameLost: (names: StatementNames) => void
}

export function poolModeOf(limits: PoolLimits, pooler: Pooler | null): PoolMode {
  if (pooler === null)
    return {
      connectionSettings: settingsOf(limits),
      transactionSettings: {},
      probeAddresses: (own) => [own],
      sendAlone: (client, statement) => client.query(statement) as Promise<never>,
      onNameLost: () => {},
    }
  return {
    connectionSettings: {},
    transactionSettings: settingsOf(limits),
    // A pooler also responds while its database is down.
    probeAddresses: (own) => [own, addressOf(connectionOptions(pooler.direct))],
    // A pooler may use another connection for the next transaction, so the statement and its settings are sent as one
    // transaction.
    async sendAlone(client, statement, begin) {
      const begun = begin()
      const result = client.query(statement) as Promise<never>
      const ended = client.query('commit')
      // When the transaction has ended, the connection is free for the next statement, even after a failure.
      await Promise.allSettled([result, begun, ended])
      await Promise.all([begun, ended])
      return result
    },
    onNameLost: (names) => names.disable(),
  }
}
