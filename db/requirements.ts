import { PRODUCT_NAME } from '#/contract/product.ts'
import { type Client, DatabaseError } from 'pg'
import { withConnection } from './connection.ts'
import { CanNotRun } from './embedded-refusals.ts'
import { MigrationFailed } from './migrate.ts'

/** Milliseconds for the server's first answer; it may be starting. */
const CONNECT_TIMEOUT_MS = 10_000

/** PostgreSQL 15: the oldest that the migrations run on. */
const oldest = 15

/**
 * Checks that the server of `url` answers, lets us in, has the database and is new enough.
 * Throws CanNotRun with one line, which never holds the password.
 */
export async function checkServer(url: string): Promise<void> {
  const host = new URL(url).host || 'localhost'
  const database = decodeURIComponent(new URL(url).pathname.slice(1))
  try {
    await withConnection(
      url,
      async (client) => {
        const [version] = (
          await client.query<{ number: number; name: string }>(
            `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
          )
        ).rows
        if (version && version.number < oldest * 10_000)
          throw new CanNotRun(
            `DATABASE_URL: ${host} is PostgreSQL ${version.name}; ${PRODUCT_NAME} needs ${oldest} or newer.`,
          )
        const problem = await findProblem(client)
        if (problem !== null) throw new CanNotRun(`DATABASE_URL: the database "${database}" at ${host} ${problem}.`)
      },
      { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: CONNECT_TIMEOUT_MS },
    )
  } catch (error) {
    if (error instanceof CanNotRun) throw error
    throw new CanNotRun(`DATABASE_URL: ${reasonOf(error, host, database)}`)
  }
}

/** Why the migrations cannot run in this database; null when they can. */
async function findProblem(client: Client): Promise<string | null> {
  const [found] = (
    await client.query<{ encoding: string; read_only: boolean; may_create: boolean }>(`
      select current_setting('server_encoding') as encoding,
        pg_is_in_recovery() or current_setting('transaction_read_only')::bool as read_only,
        coalesce(has_schema_privilege(current_schema(), 'create'), false)
          and (has_database_privilege(current_database(), 'create') or to_regnamespace('graphile_worker') is not null)
          as may_create`)
  ).rows
  if (found?.encoding !== 'UTF8') return `has the encoding ${found?.encoding}; create it with UTF8`
  if (found.read_only) return 'is read-only: it is a standby, or its transactions are'
  if (!found.may_create) return 'does not let this user create tables and schemas; make the user its owner'
  return null
}

/** The one line for a migration that failed; another error stays as it is. */
export function migrationFailure(error: unknown): unknown {
  return error instanceof MigrationFailed || error instanceof DatabaseError
    ? new CanNotRun(`DATABASE_URL: the database could not be brought up to date (${error.message}).`)
    : error
}

/** Codes of PostgreSQL (its documentation, appendix A) and of the network. */
function reasonOf(error: unknown, host: string, database: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : String(error)
  if (code === '28P01' || code === '28000') return `${host} refuses this user or password (${message}).`
  if (code === '3D000') return `${host} has no database "${database}"; create it first.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `no host is called ${host}.`
  if (code === 'ECONNREFUSED') return `nothing listens at ${host}.`
  if (code === 'ETIMEDOUT' || /timeout/.test(message)) return `${host} does not answer.`
  return `${host} cannot be used (${message}).`
}
