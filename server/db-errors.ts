import { DatabaseError } from 'pg'
import { codeOf } from '#/db/error-code.ts'

/**
 * The database does not respond, or has no free connection. A statement in flight may or may not have taken effect.
 * `busy`: the database is available, but other callers were first.
 */
export class DatabaseUnavailable extends Error {
  readonly busy: boolean

  constructor(message: string, { cause, busy = false }: { cause?: unknown; busy?: boolean } = {}) {
    super(message, { cause })
    this.busy = busy
  }
}

/** SQLSTATE classes (PostgreSQL's documentation, appendix A) of a server that is down: broken connections, sign-in, shutdown. */
const down = /^(08|28|57P)/

/** SQLSTATE classes of an overloaded server: out of resources, and the limits of a statement, a lock and an idle transaction. */
const busy = /^(53|57014|55P03|25P0[34])/

/** The error as a DatabaseUnavailable. Null if the statement itself is wrong, or the code around it. */
export function unavailableOf(error: unknown): DatabaseUnavailable | null {
  if (error instanceof DatabaseUnavailable) return error
  if (!(error instanceof DatabaseError))
    return new DatabaseUnavailable('The database connection broke.', { cause: error })
  const { code = '' } = error
  if (down.test(code)) return new DatabaseUnavailable('The database is unavailable.', { cause: error })
  if (busy.test(code)) return new DatabaseUnavailable('The database is busy.', { cause: error, busy: true })
  return null
}

/** Whether the database has responded with a refusal, rather than not at all. */
export function isResponse(error: unknown): boolean {
  return error instanceof DatabaseError && !down.test(error.code ?? '')
}

/** Attempts at work that PostgreSQL ends because of a deadlock. */
const DEADLOCK_ATTEMPTS = 3

/**
 * Runs a statement or a whole transaction again after a deadlock. Of two that wait for each other, PostgreSQL rolls one back,
 * which then finds the changes of the other. Closing an account locks the account and needs the rows about it, while changes
 * by its player lock some of those rows and need the account.
 */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work()
    } catch (error) {
      if (codeOf(error) !== '40P01' || attempt === DEADLOCK_ATTEMPTS) throw error
    }
}
