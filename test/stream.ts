import { createParser } from 'eventsource-parser'
import { expect } from 'vitest'

/** An open stream and what it has sent. */
export type Stream = Awaited<ReturnType<typeof openStream>>

type StreamOptions = {
  topics?: readonly string[]
  after?: string
  headers?: Record<string, string>
  path?: string
}

/** Opens a stream as a program does, or at the path that pages use. `after`: the id of the last event that the page received. */
export async function openStream(
  origin: string,
  token: string | undefined,
  { topics, after, headers = {}, path = '/api/live' }: StreamOptions = {},
) {
  const leaving = new AbortController()
  const response = await fetch(`${origin}${path}${topics ? `?topics=${topics.join(',')}` : ''}`, {
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(after !== undefined && { 'last-event-id': after }),
      ...headers,
    },
    signal: leaving.signal,
  })
  const told: string[][] = []
  let id = ''
  let reason: string | null = null
  let isOpen = response.ok
  const parser = createParser({
    onId: (next) => (id = next),
    onEvent({ event, data }) {
      if (event === 'closed') reason = (JSON.parse(data) as { reason: string }).reason
      else if (event === 'changed') told.push((JSON.parse(data) as { topics: string[] }).topics)
      else if (event !== 'beat') throw new Error(`an event ${String(event)}`)
    },
  })
  const text = new TextDecoder()
  const ended = (async () => {
    if (!response.ok) return
    try {
      for await (const bytes of response.body ?? []) parser.feed(text.decode(bytes as Uint8Array, { stream: true }))
    } catch {
      // The connection was cut, or the test has closed it.
    }
    isOpen = false
  })()
  return {
    response,
    told,
    ended,
    id: () => id,
    isOpen: () => isOpen,
    /** Why the server closed it. Null if it gave no reason. */
    reason: () => reason,
    /** All topics sent so far, sorted, without repeats. */
    topics: () => [...new Set(told.flat())].toSorted(),
    /** Waits until the server has sent the head of the stream. */
    async opened() {
      await expect.poll(() => id, { timeout: 10_000 }).not.toBe('')
    },
    close: () => leaving.abort(),
  }
}
