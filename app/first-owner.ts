import { setTimeout as wait } from 'node:timers/promises'
import { hasOwner, makeOwnerLink } from '#/organizer/setup/owner-links.ts'
import type { Db } from '#/server/db.ts'
import { DatabaseUnavailable } from '#/server/db-errors.ts'
import type { Clock } from '#/server/outside/clock.ts'

/** Milliseconds until the next attempt while the database is away. */
const RETRY_INTERVAL_MS = 500

/**
 * Makes the link for the first owner. The app listens already, so it waits while the database is away: an attempt whose
 * answer was lost leaves a link that nobody has seen. `made`: its address; null when there is an owner, or the app stops
 * before. `stop` waits for what is under way, and never fails.
 */
export function startFirstOwnerLink(
  { db, clock }: { db: Db; clock: Clock },
  site: string,
): { made: Promise<string | null>; stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping

  async function make(): Promise<string | null> {
    while (!signal.aborted) {
      try {
        return (await hasOwner(db)) ? null : await makeOwnerLink(db, site, clock.now())
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error
      }
      await wait(RETRY_INTERVAL_MS, undefined, { signal }).catch(() => {})
    }
    return null
  }

  const made = make()
  return {
    made,
    async stop() {
      stopping.abort()
      await made.catch(() => {})
    },
  }
}
