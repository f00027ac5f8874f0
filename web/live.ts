import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MOST_TOPICS, type Topic } from '#/contract/topics.ts'
import { announce } from './ui/announce.ts'
import { requireFreshReads } from './fresh-reads.ts'
import { isReaderIdle, keepInPlace } from './reader-activity.ts'
import { noteUpdate } from './ui/updates.ts'
import { LiveStream } from './live-stream.ts'
import { isServer } from './served-page.ts'
import { token } from './session.ts'

/** The topics that change a read's reply, and the sentence for screen readers after a change. Null for none. */
export type Live<Data> = { topics: (data: Data | undefined) => readonly Topic[]; says: string | null }

/** A read that is or was shown. */
type LiveRead = {
  client: QueryClient
  queryKey: QueryKey
  topics: readonly Topic[]
  says: string | null
  shown: number
}

/** Milliseconds for which the topics of a new screen are gathered. */
const GATHER_MS = 100

/** Milliseconds over which pages spread their reads after a change, because all of them call the same server. */
const APART_MS = 100

/** The minimum number of milliseconds between two updates, because a long task publishes each of its steps. */
const AGAIN_MS = 400

/** Milliseconds between two attempts to show a change while the reader is using the page. */
const ACTIVE_READER_MS = 250

/**
 * Milliseconds. A new stream reports changes from this long before it opened: READ_BEFORE_MS of server/live.ts, less time
 * for the network and for hydration.
 */
const NAMED_MS = 8_000

/** Reads that are remembered after they were shown. If they have changed, they are read again when shown again. */
const MOST_LIVE_READS = 200

const liveReads = new Map<string, LiveRead>()
const changed = new Set<Topic>()
let flushedAt = -Infinity
let flushing: ReturnType<typeof setTimeout> | undefined
let gathering: ReturnType<typeof setTimeout> | undefined

const stream = isServer
  ? null
  : new LiveStream({
      onChanged: (topics) => {
        for (const topic of topics) changed.add(topic)
        const rest = flushedAt + AGAIN_MS - performance.now()
        flushing ??= setTimeout(() => void flush(), Math.max(rest, Math.random() * APART_MS))
      },
      // These topics have not been watched since they were read.
      onOpen: (added) => {
        for (const { client, queryKey, topics, shown } of liveReads.values()) {
          const state = client.getQueryState(queryKey)
          if (shown === 0 || !state || !topics.some((topic) => added.has(topic))) continue
          // The difference may be negative if the device's clock was set back in the meantime.
          if (Math.abs(Date.now() - state.dataUpdatedAt) > NAMED_MS)
            void client.invalidateQueries({ queryKey, exact: true })
        }
      },
    })

// The next player in this browser starts with no watched reads.
token.subscribe(() => {
  if (token.get() === null) liveReads.clear()
  stream?.restart()
})

/** Reads again whenever one of the topics changes, as long as the read is shown. */
export function useLiveTopics(
  client: QueryClient,
  queryKey: QueryKey,
  { topics, says }: { topics: readonly Topic[]; says: string | null },
): void {
  const key = JSON.stringify(queryKey)
  const list = topics.join(',')
  useEffect(() => {
    if (list === '') return undefined
    const of = { client, queryKey: JSON.parse(key) as QueryKey, topics: list.split(',') as Topic[], says }
    liveReads.set(key, { ...of, shown: (liveReads.get(key)?.shown ?? 0) + 1 })
    gather()
    return () => {
      const watch = liveReads.get(key)
      if (watch) watch.shown -= 1
      gather()
    }
  }, [client, key, list, says])
}

/** Passes the topics of the shown reads to the stream, once the screen has settled. */
function gather(): void {
  clearTimeout(gathering)
  gathering = setTimeout(() => {
    for (const [key, { shown }] of liveReads) if (shown === 0 && liveReads.size > MOST_LIVE_READS) liveReads.delete(key)
    const shown = [...liveReads.values()].filter((watch) => watch.shown > 0).flatMap(({ topics }) => topics)
    stream?.watch([...new Set(shown)].slice(0, MOST_TOPICS))
  }, GATHER_MS)
}

/** Reads changed data again, but not while the reader is touching the page or typing. */
async function flush(): Promise<void> {
  flushing = undefined
  if (!isReaderIdle()) {
    flushing = setTimeout(() => void flush(), ACTIVE_READER_MS)
    return
  }
  flushedAt = performance.now()
  const told = new Set(changed)
  changed.clear()
  requireFreshReads()
  const finish = noteUpdate()
  const read = [...liveReads.values()].filter(({ topics }) => topics.some((topic) => told.has(topic)))
  const says = await keepInPlace(async () => Promise.all(read.map(readAgain)))
  finish()
  announce([...new Set(says.filter((text) => text !== null))].join(' '))
}

/** Reads again and returns the sentence for screen readers. Null if the reply is the same as before. */
async function readAgain({ client, queryKey, says, shown }: LiveRead): Promise<string | null> {
  const before = client.getQueryData(queryKey)
  // A call other than GET is neither canceled nor made again after a refusal: the server may give its reply only once, as
  // with a payment of a guest whose account is closed.
  const cancelRefetch = queryKey[0] === 'GET'
  if (!cancelRefetch && isRefused(client.getQueryState(queryKey)?.error)) return null
  await client.invalidateQueries(
    { queryKey, exact: true, refetchType: shown > 0 ? 'active' : 'none' },
    { cancelRefetch },
  )
  return shown > 0 && before !== undefined && client.getQueryData(queryKey) !== before ? says : null
}

function isRefused(error: unknown): boolean {
  const { status = 0 } = (error ?? {}) as { status?: number }
  return status >= 400 && status < 500
}
