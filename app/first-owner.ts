import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hasOwner, makeOwnerLink } from '#/organizer/setup/owner-links.ts'
import type { Db } from '#/server/db.ts'
import { DatabaseUnavailable } from '#/server/db-errors.ts'
import type { Clock } from '#/server/outside/clock.ts'
import { writeWholeFile } from '#/server/outside/whole-file.ts'

/** The file in DATA_DIR with the link. */
const LINK_FILE = 'owner-link'

/**
 * Prints an owner's link on a terminal. Anything else, such as the system's journal, may be read by others, so there the
 * link goes into a file that only the app's user may read.
 */
export async function handOverOwnerLink(dataDir: string, link: string): Promise<void> {
  const intro = 'The owner opens this link once, within 24 hours (npm run owner makes a new one):'
  if (process.stdout.isTTY) return console.log(`${intro} ${link}`)
  await writeWholeFile(dataDir, LINK_FILE, Buffer.from(`${link}\n`), { mode: 0o600 })
  console.log(`${intro} see ${join(dataDir, LINK_FILE)}`)
}

/** Milliseconds between attempts while the database is unavailable. */
const RETRY_INTERVAL_MS = 500

/**
 * Creates the link for the first owner. The app already listens, so this retries while the database is unavailable; an
 * attempt whose response was lost leaves an unused link. `made`: the link's address, null if there is an owner or the
 * app stops first. `stop` waits for work in progress, and never fails.
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
