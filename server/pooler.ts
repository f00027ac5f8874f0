import { randomUUID } from 'node:crypto'
import { DatabaseError } from 'pg'
import { CONNECT_TIMEOUT_MS, connectionOptions, withConnection } from '#/db/connection.ts'

/** A pooler in transaction mode in front of a database (docs/decisions/058). */
export type Pooler = {
  /** The database behind it. */
  direct: string
  /** Whether it lets statements have names, as PgBouncer does since 1.21. */
  keeps_names: boolean
}

const PROBE_ROUNDS = 5

/** The pooler at `url`; null: it is a database itself. */
export async function findPooler(url: string, direct = url): Promise<Pooler | null> {
  if (await takesSettings(url)) return null
  return { direct, keeps_names: await keepsNames(url) }
}

async function takesSettings(url: string): Promise<boolean> {
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

/**
 * Two connections give one name to two statements and use them in turns. A pooler that knows nothing of names refuses that
 * sooner or later, or answers one with the other's.
 */
async function keepsNames(url: string): Promise<boolean> {
  const name = `probe_${randomUUID()}`
  const options = { query_timeout: CONNECT_TIMEOUT_MS }
  try {
    return await withConnection(
      url,
      (one) =>
        withConnection(
          url,
          async (two) => {
            for (let round = 0; round < PROBE_ROUNDS; round += 1)
              for (const [number, client] of [one, two].entries()) {
                const { rows } = await client.query<{ number: number }>({ name, text: `select ${number} as number` })
                if (rows[0]?.number !== number) return false
              }
            return true
          },
          options,
        ),
      options,
    )
  } catch (error) {
    if (error instanceof DatabaseError) return false
    throw error
  }
}
