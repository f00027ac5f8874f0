import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { readDemoClock } from '#/organizer/demo/queries.ts'
import { readAreas } from '#/server/areas.ts'
import type { App } from '#/server/context.ts'
import { readOrganization } from '#/server/organization.ts'
import { readSeasons } from '#/server/seasons.ts'
import { ShortUsePool } from './short-use-pool.ts'

/** Milliseconds between reads without a notification, which can be lost with its connection. */
const READ_INTERVAL_MS = 2_000

/** Milliseconds between attempts to listen. */
const LISTEN_INTERVAL_MS = 500

/** Loads this process's cached settings: the organization, the areas, the kinds of seasons, and the demo's date. */
export async function readMemory(app: App): Promise<void> {
  await readOrganization(app)
  await readAreas(app.db)
  await readSeasons(app.db)
  await readDemoClock(app)
}

/**
 * Reloads after a change by any process: on the notification of the commit (migration 036), and every two seconds in
 * case that was lost. The same connection receives live events for open pages (migration 045).
 */
export function keepMemoryFresh(
  app: App,
  url: string,
  log: FastifyBaseLogger,
  readInterval = READ_INTERVAL_MS,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let changed = Promise.withResolvers<void>()

  async function keepReading(): Promise<void> {
    while (!signal.aborted) {
      // Reset before the read, so that a change during the read triggers another one.
      changed = Promise.withResolvers()
      await readMemory(app).catch((error: unknown) =>
        log.warn({ err: error }, 'the organization and its areas could not be read'),
      )
      await Promise.race([changed.promise, wait(readInterval, undefined, { signal }).catch(() => {})])
    }
  }

  async function keepListening(): Promise<void> {
    while (!signal.aborted) {
      const pool = new ShortUsePool(url, log)
      await listen(pool).catch((error: unknown) => log.warn({ err: error }, 'changes are not heard of'))
      await pool.end()
      await wait(LISTEN_INTERVAL_MS, undefined, { signal }).catch(() => {})
    }
  }

  /** Ends with the connection. */
  async function listen(pool: ShortUsePool): Promise<void> {
    const client = await pool.connect()
    try {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      client.on('end', end)
      signal.addEventListener('abort', () => end(), { once: true })
      client.on('notification', ({ channel, payload = '' }) => {
        if (channel === 'live') app.live.tell(payload)
        else changed.resolve()
      })
      await client.query('listen live')
      await client.query('listen memory')
      pool.watch(client)
      changed.resolve()
      app.live.tellEverything()
      if (!signal.aborted) await ended
    } finally {
      client.release(true)
    }
  }

  const done = Promise.all([keepReading(), keepListening()])
  return {
    async stop() {
      stopping.abort()
      await done
    },
  }
}
