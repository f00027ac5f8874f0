import { hash } from 'node:crypto'
import { DatabaseError } from 'pg'

/** Statements that have a name, and so a kept plan, on each connection. The app has about 600. Lists with filters make more. */
const MOST_NAMES = 2_000

/** The names under which a pool prepares its statements. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  #areUsed: boolean

  constructor(areUsed: boolean) {
    this.#areUsed = areUsed
  }

  /** The name of a statement. Undefined if it has none. */
  of(text: string): string | undefined {
    if (!this.#areUsed) return undefined
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MOST_NAMES) return known
    // The name is the same in every process, so behind a pooler that is not configured as one it cannot be another
    // statement's.
    const name = hash('sha1', text, 'base64url')
    this.#names.set(text, name)
    return name
  }

  /** Stops giving names to statements. */
  disable(): void {
    this.#areUsed = false
  }
}

/** Whether a migration has changed the columns that a named statement returns. */
export function isPlanOutdated(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}
