import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MOST_TOPICS, type Topic } from '#/contract/topics.ts'
import { announce } from './ui/announce.ts'
import { requireFreshReads } from './fresh-reads.ts'
import { isHandsOff, keepInPlace } from './hands.ts'
import { noteUpdate } from './ui/updates.ts'
import { LiveStream } from './live-stream.ts'
import { isServer } from './served-page.ts'
import { token } from './session.ts'

/** What changes the answer of a read, and what screen readers hear when it has changed; null: nothing. */
export type Live<Data> = { topics: (data: Data | undefined) => readonly Topic[]; says: string | null }

/** A read that is, or was, shown. */
type Watch = { client: QueryClient; queryKey: QueryKey; topics: readonly Topic[]; says: string | null; shown: number }

/** Milliseconds that a new screen has to say what it watches. */
const GATHER_MS = 100

/** Milliseconds by which the pages that hear of a change are apart: all of them ask the same server. */
const APART_MS = 100

/** Milliseconds between two times that what has changed is read again: a long work tells each of its steps. */
const AGAIN_MS = 400

/** Milliseconds until it is tried again to show a change under the reader's hands. */
const HANDS_MS = 250

/** Milliseconds: what changed so shortly before it was opened a stream names (server/live.ts), less what the network takes and what a document takes to be hydrated. */
const NAMED_MS = 8_000

/** Reads that are remembered: those that are not shown any more are read again when they are. */
const MOST_WATCHES = 200

const watches = new Map<string, Watch>()
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
      // Nobody has told of these since they were read.
      onOpen: (added) => {
        for (const { client, queryKey, topics, shown } of watches.values()) {
          const state = client.getQueryState(queryKey)
          if (shown === 0 || !state || !topics.some((topic) => added.has(topic))) continue
          // The device's clock may have been set back since.
          if (Math.abs(Date.now() - state.dataUpdatedAt) > NAMED_MS)
            void client.invalidateQueries({ queryKey, exact: true })
        }
      },
    })

// The next player in this browser watches what is theirs.
token.subscribe(() => {
  if (token.get() === null) watches.clear()
  stream?.restart()
})

/** While it is shown, a read is read again whenever one of the topics changes. */
export function useWatch(
  client: QueryClient,
  queryKey: QueryKey,
  { topics, says }: { topics: readonly Topic[]; says: string | null },
): void {
  const key = JSON.stringify(queryKey)
  const list = topics.join(',')
  useEffect(() => {
    if (list === '') return undefined
    const of = { client, queryKey: JSON.parse(key) as QueryKey, topics: list.split(',') as Topic[], says }
    watches.set(key, { ...of, shown: (watches.get(key)?.shown ?? 0) + 1 })
    gather()
    return () => {
      const watch = watches.get(key)
      if (watch) watch.shown -= 1
      gather()
    }
  }, [client, key, list, says])
}

/** Tells the stream what is shown now, once the screen has settled. */
function gather(): void {
  clearTimeout(gathering)
  gathering = setTimeout(() => {
    for (const [key, { shown }] of watches) if (shown === 0 && watches.size > MOST_WATCHES) watches.delete(key)
    const shown = [...watches.values()].filter((watch) => watch.shown > 0).flatMap(({ topics }) => topics)
    stream?.watch([...new Set(shown)].slice(0, MOST_TOPICS))
  }, GATHER_MS)
}

/** Reads again what has changed, unless the reader's hands are on the page. */
async function flush(): Promise<void> {
  flushing = undefined
  if (!isHandsOff()) {
    flushing = setTimeout(() => void flush(), HANDS_MS)
    return
  }
  flushedAt = performance.now()
  const told = new Set(changed)
  changed.clear()
  requireFreshReads()
  const finish = noteUpdate()
  const read = [...watches.values()].filter(({ topics }) => topics.some((topic) => told.has(topic)))
  const says = await keepInPlace(async () => Promise.all(read.map(readAgain)))
  finish()
  announce([...new Set(says.filter((text) => text !== null))].join(' '))
}

/** Answers what there is to say: null when the answer is what it was. */
async function readAgain({ client, queryKey, says, shown }: Watch): Promise<string | null> {
  const before = client.getQueryData(queryKey)
  // A call that changes something is not called off: its answer may be given once only, as a guest's refusal is.
  const cancelRefetch = queryKey[0] === 'GET'
  await client.invalidateQueries(
    { queryKey, exact: true, refetchType: shown > 0 ? 'active' : 'none' },
    { cancelRefetch },
  )
  return shown > 0 && before !== undefined && client.getQueryData(queryKey) !== before ? says : null
}
