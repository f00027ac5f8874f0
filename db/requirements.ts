import { PRODUCT_NAME } from '#/contract/product.ts'
import { type Client, DatabaseError } from 'pg'
import { connectionOptions, withConnection } from './connection.ts'
import { CanNotRun } from './embedded-refusals.ts'
import { MigrationFailed } from './migrate.ts'
import { codeOf } from './error-code.ts'

/** Milliseconds allowed for the server's first response; it may still be starting. */
const CONNECT_TIMEOUT_MS = 10_000

/** PostgreSQL 15: the oldest version that the migrations run on. */
const oldest = 15

/** The addresses of one database, by setting. */
export type DatabaseSettings = {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATABASE_REPLICA_URL?: string | undefined
}

type Setting = keyof DatabaseSettings

/**
 * Checks the configured database, as `checkServer` does, and that its pooler and replica lead to the same one. An
 * unavailable replica is ignored: reads then use the database itself.
 */
export async function checkServers(settings: DatabaseSettings): Promise<void> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_REPLICA_URL: replica } = settings
  if (url === undefined) return
  const main: Setting = direct === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  await checkServer(direct ?? url, main)
  const identity = await identityOf(direct ?? url, main)
  const others: [Setting, string | undefined][] = [
    ['DATABASE_URL', direct === undefined ? undefined : url],
    ['DATABASE_REPLICA_URL', replica],
  ]
  for (const [setting, address] of others) {
    if (address === undefined) continue
    const found = await identityOf(address, setting).catch((error: unknown) => {
      if (setting === 'DATABASE_REPLICA_URL' && error instanceof Unreachable) return identity
      throw error
    })
    if (found !== identity)
      throw new CanNotRun(`${setting}: ${new URL(address).host} is not the database of ${main}, but another one.`)
  }
}

/**
 * Checks that the server of `url` responds, accepts our credentials, has the database, is new enough, and is not a
 * pooler in transaction mode. Throws CanNotRun with one line, which never contains the password.
 */
export function checkServer(url: string, setting: Setting = 'DATABASE_URL'): Promise<void> {
  const { host, database } = partsOf(url)
  return withServer(url, setting, { 'deuce.is_direct': 1 }, async (client) => {
    const [version] = (
      await client.query<{ number: number; name: string; is_direct: string | null }>(
        `select current_setting('server_version_num')::int as number, current_setting('server_version') as name,
          current_setting('deuce.is_direct', true) as is_direct`,
      )
    ).rows
    if (version && version.number < oldest * 10_000)
      throw new CanNotRun(
        `${setting}: ${host} is PostgreSQL ${version.name}; ${PRODUCT_NAME} needs ${oldest} or newer.`,
      )
    if (version && version.is_direct !== '1') throw new CanNotRun(`${setting}: ${host} ${poolerSentence(setting)}`)
    const problem = await findProblem(client)
    if (problem !== null) throw new CanNotRun(`${setting}: the database "${database}" at ${host} ${problem}.`)
  })
}

/** The server does not respond now, but may later. */
class Unreachable extends CanNotRun {}

/** An identity shared by a database and its replicas, and by no other database. */
function identityOf(url: string, setting: Setting): Promise<string> {
  return withServer(url, setting, {}, async (client) => {
    const { rows } = await client.query<{ identity: string }>(
      `select system_identifier || ' ' || current_database() as identity from pg_control_system()`,
    )
    return rows[0]?.identity ?? ''
  })
}

function partsOf(url: string): { host: string; database: string } {
  const { host, pathname } = new URL(url)
  return { host: host || 'localhost', database: decodeURIComponent(pathname.slice(1)) }
}

async function withServer<T>(
  url: string,
  setting: Setting,
  settings: Record<string, number>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  try {
    return await withConnection(url, work, {
      ...connectionOptions(url, settings),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
    })
  } catch (error) {
    if (error instanceof CanNotRun) throw error
    const { host, database } = partsOf(url)
    const Problem = isUnreachable(error) ? Unreachable : CanNotRun
    throw new Problem(`${setting}: ${reasonOf(error, setting, host, database)}`)
  }
}

function poolerSentence(setting: Setting): string {
  return setting === 'DATABASE_URL'
    ? 'is a pooler: set DATABASE_DIRECT_URL to the address of the database behind it.'
    : 'is a pooler; give the address of the database behind it.'
}

/** Why the migrations cannot run in this database. Null if they can. */
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

/** Turns a failed migration into CanNotRun with one line. Returns other errors unchanged. */
export function migrationFailure(error: unknown): unknown {
  return error instanceof MigrationFailed || error instanceof DatabaseError
    ? new CanNotRun(`DATABASE_URL: the database could not be brought up to date (${error.message}).`)
    : error
}

function isUnreachable(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(08|57P|53)/.test(codeOf(error))
}

/** Explains error codes of PostgreSQL (its documentation, appendix A) and of the network. */
function reasonOf(error: unknown, setting: Setting, host: string, database: string): string {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : String(error)
  if (/unsupported startup parameter/.test(message)) return `${host} ${poolerSentence(setting)}`
  if (code === '28P01' || code === '28000') return `${host} refuses this user or password (${message}).`
  if (code === '3D000') return `${host} has no database "${database}"; create it first.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `no host is called ${host}.`
  if (code === 'ECONNREFUSED') return `nothing listens at ${host}.`
  if (code === 'ETIMEDOUT' || /timeout/.test(message)) return `${host} does not answer.`
  return `${host} cannot be used (${message}).`
}
