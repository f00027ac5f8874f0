import { PRODUCT_NAME } from '#/contract/product.ts'
import { withConnection } from './connection.ts'
import { CanNotRun } from './embedded-refusals.ts'

/** Milliseconds for the server's first answer; it may be starting. */
const CONNECT_TIMEOUT_MS = 10_000

/** PostgreSQL 15: the oldest that the migrations run on. */
const oldest = 15

/**
 * Checks that the server of `url` answers, lets us in, has the database and is new enough.
 * Throws CanNotRun with one line, which never holds the password.
 */
export async function checkServer(url: string): Promise<void> {
  const { host } = new URL(url)
  const database = decodeURIComponent(new URL(url).pathname.slice(1))
  try {
    const [version] = await withConnection(
      url,
      async (client) =>
        (
          await client.query<{ number: number; name: string }>(
            `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
          )
        ).rows,
      { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: CONNECT_TIMEOUT_MS },
    )
    if (version && version.number < oldest * 10_000)
      throw new CanNotRun(
        `DATABASE_URL: ${host} is PostgreSQL ${version.name}; ${PRODUCT_NAME} needs ${oldest} or newer.`,
      )
  } catch (error) {
    if (error instanceof CanNotRun) throw error
    throw new CanNotRun(`DATABASE_URL: ${reasonOf(error, host, database)}`)
  }
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
