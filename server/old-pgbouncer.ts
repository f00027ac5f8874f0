import { randomUUID } from 'node:crypto'
import { DatabaseError } from 'pg'
import { CONNECT_TIMEOUT_MS, withConnection } from '#/db/connection.ts'

// PgBouncer before 1.21 (as 1.18 in Debian 12) does not follow the names of prepared statements: the next transaction may
// run on a connection of the database that does not know a name, or knows it as another statement. This file finds such a
// pooler. Delete it, and its use in pooler.ts and db-connection.ts, when none older than 1.21 is supported.

const PROBE_ROUNDS = 5

/**
 * Whether the pooler at `url` follows the names of statements. Two connections give one name to two statements and use them in turns. A
 * pooler that does not follow names refuses that sooner or later, or mixes up the results.
 */
export async function followsNames(url: string): Promise<boolean> {
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

/** Whether a pooler has lost the name of a statement (26000), or knows it from another process (42P05). */
export function isNameLost(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '26000' || error.code === '42P05')
}
