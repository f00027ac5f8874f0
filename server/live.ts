import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Topic } from '#/contract/topics.ts'
import { refuse } from './refuse.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's responses are streams that stay open. */
    streams?: true
  }
}

/** Seconds between two heartbeats on a stream. Proxies close connections that are silent for longer. */
const BEAT_S = 20

/** Seconds between two checks of a stream's session. They find sessions that expire; signing out closes the streams at once. */
const CHECK_S = 60

/** Streams per player in this process. One more closes the oldest. */
const MOST_OF_PLAYER = 10

/** Streams per network in this process. A whole club or office may share one address. */
const MOST_OF_NETWORK = 300

/** Topics whose latest change is remembered. A stream that missed more is sent everything that it watches. */
const MOST_CHANGES = 100_000

/** The longest time in milliseconds between the reads of a page and the opening of its stream. */
const READ_BEFORE_MS = 16_000

/** Milliseconds for which changes are collected, because a transaction publishes several in a row. */
const COLLECT_MS = 5

/** The average time in milliseconds until a browser reopens a broken stream. */
const RETRY_MS = 2_000

/** Streams that are notified together, and the milliseconds until the next group. Each of them reads its page again. */
const MOST_AT_ONCE = 100
const APART_MS = 50

/** Sessions per statement when all are checked. */
const MOST_CHECKED = 1_000

/** Why the server closes a stream. `replaced`: the player has opened too many others. */
type Reason = 'session' | 'replaced' | 'stopping'

/** A session and the topics that it watches. `session` is the hash of the token, in hex. */
export type Subscriber = { player_id: number; session: string; network: string; topics: readonly Topic[] }

type Stream = Omit<Subscriber, 'topics'> & {
  topics: readonly Topic[]
  response: ServerResponse
  /** The topics of its next event. */
  due: Set<Topic> | null
  slot: Set<Stream>
  /** Whether the client has not yet read everything that was sent, so that the next event has to wait. */
  isBehind: boolean
}

/** Returns the topics that each watcher may still watch, in the same order. Null if the session has ended. */
export type CheckSubscribers = (subscribers: readonly Subscriber[]) => Promise<(readonly Topic[] | null)[]>

/**
 * The streams to the open pages of this process (docs/decisions/063). It receives the changes that the commits of all
 * processes publish (migration 045) and sends each stream the topics that it watches, never the changed data.
 */
export class LiveStreams {
  readonly #byTopic = new Map<string, Set<Stream>>()
  readonly #byPlayer = new Map<number, Set<Stream>>()
  readonly #byNetwork = new Map<string, number>()
  /** The streams in one slot for each second of a minute. They are checked once a minute, in their slot's second. */
  readonly #slots = Array.from({ length: CHECK_S }, () => new Set<Stream>())
  /** Each topic's latest change, the most recent last: its number, and the time (performance.now). */
  readonly #changes = new Map<string, { number: number; at: number }>()
  readonly #due = new Set<Stream>()
  /**
   * Streams to check in the next second, because they have just opened and the session may have ended, or because the
   * last check failed.
   */
  readonly #unchecked = new Set<Stream>()
  /**
   * Identifies the sequence of change numbers. A new one means that changes may have been missed, or that the stream is
   * another process's.
   */
  #series = newSeries()
  #number = 0
  /** Changes up to this number are no longer remembered. */
  #forgotten = 0
  #size = 0
  #second = 0
  #isFlushPlanned = false
  readonly #timer = setInterval(() => this.#tick(), 1_000).unref()
  readonly #check: CheckSubscribers
  readonly #limitsNetworks: boolean

  constructor(check: CheckSubscribers, { limitsNetworks }: { limitsNetworks: boolean }) {
    this.#check = check
    this.#limitsNetworks = limitsNetworks
  }

  /** The number of open streams. */
  get size(): number {
    return this.#size
  }

  /**
   * Opens a stream on `response` and writes its head. `after`: the last event that the page received. The page is sent
   * the changes that it missed, or everything that it watches. Refuses `too_many_requests`.
   */
  open(response: ServerResponse, headers: Record<string, unknown>, subscriber: Subscriber, after: string | null): void {
    const { player_id, session, network, topics } = subscriber
    const ofNetwork = this.#byNetwork.get(network) ?? 0
    if (this.#limitsNetworks && ofNetwork >= MOST_OF_NETWORK) refuse('too_many_requests', { retryAfter: 30 })
    const slot = this.#slots[this.#size % CHECK_S] as Set<Stream>
    const stream: Stream = { player_id, session, network, topics, response, due: null, slot, isBehind: false }
    this.#size += 1
    slot.add(stream)
    this.#byNetwork.set(network, ofNetwork + 1)
    const mine = setOf(this.#byPlayer, player_id).add(stream)
    for (const topic of topics) setOf(this.#byTopic, keyOf(topic, player_id)).add(stream)
    response.once('close', () => this.#forget(stream))
    // The socket may have closed during authentication.
    if (response.destroyed) return this.#forget(stream)
    for (const oldest of mine) {
      if (mine.size <= MOST_OF_PLAYER) break
      this.#close(oldest, 'replaced')
    }
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      // The connection is not reused, so a server that stops does not wait for it.
      connection: 'close',
      // Tells nginx not to buffer.
      'x-accel-buffering': 'no',
    })
    this.#unchecked.add(stream)
    this.#announce(stream, this.#missedBy(stream, after))
    // An id without data is not an event. It only sets the position from which the page may miss changes.
    // The pause is random, because all pages lose a server at once and must not return at once.
    const pause = `retry: ${Math.round(RETRY_MS * (0.5 + Math.random()))}\n`
    response.write(stream.due ? `${pause}\n` : `${pause}id: ${this.#series}-${this.#number}\n\n`)
    if (stream.due) this.#planFlush()
  }

  /** Handles a published change: a topic, or a name that only the processes read (migration 045). */
  tell(name: string): void {
    const [kind, id = '', session] = name.split(':')
    if (kind === 'session') {
      for (const stream of this.#byPlayer.get(Number(id)) ?? [])
        if (stream.session === session) this.#close(stream, 'session')
    } else if (kind === 'player') void this.#recheck([...(this.#byPlayer.get(Number(id)) ?? [])])
    else {
      this.#note(name)
      // The organizers' pages depend on the same data as the pages of their area.
      if (kind === 'area') this.#note(`desk:${id}`)
      this.#planFlush()
    }
  }

  /** Notifies every stream of all its topics and checks every session, because changes may have been missed. */
  tellEverything(): void {
    this.#series = newSeries()
    this.#number = 0
    this.#forgotten = 0
    this.#changes.clear()
    const streams = this.#slots.flatMap((slot) => [...slot])
    for (const stream of streams) this.#announce(stream, stream.topics)
    this.#planFlush()
    while (streams.length > 0) void this.#recheck(streams.splice(0, MOST_CHECKED))
  }

  /** Closes all streams; their pages open new ones elsewhere. */
  stop(): void {
    clearInterval(this.#timer)
    for (const slot of this.#slots) for (const stream of slot) this.#close(stream, 'stopping')
  }

  #note(key: string): void {
    this.#number += 1
    this.#changes.delete(key)
    this.#changes.set(key, { number: this.#number, at: performance.now() })
    if (this.#changes.size > MOST_CHANGES) {
      const [oldest] = this.#changes
      if (oldest) this.#changes.delete(oldest[0])
      this.#forgotten = oldest?.[1].number ?? 0
    }
    const topic = topicOf(key)
    for (const stream of this.#byTopic.get(key) ?? []) this.#announce(stream, [topic])
  }

  #announce(stream: Stream, topics: readonly Topic[]): void {
    if (topics.length === 0) return
    stream.due ??= new Set()
    for (const topic of topics) stream.due.add(topic)
    this.#due.add(stream)
  }

  #planFlush(ms = COLLECT_MS): void {
    if (this.#due.size === 0 || this.#isFlushPlanned) return
    this.#isFlushPlanned = true
    setTimeout(() => this.#flush(), ms)
  }

  #flush(): void {
    this.#isFlushPlanned = false
    let told = 0
    for (const stream of this.#due) {
      if (told === MOST_AT_ONCE) break
      told += 1
      this.#due.delete(stream)
      const { response, due } = stream
      // A client that is not reading gets its changes later, in one event.
      if (response.writableNeedDrain) {
        if (stream.isBehind) continue
        stream.isBehind = true
        response.once('drain', () => {
          stream.isBehind = false
          if (stream.due) this.#due.add(stream)
          this.#planFlush()
        })
      } else if (due && !response.writableEnded) {
        stream.due = null
        const data = JSON.stringify({ topics: [...due] })
        response.write(`id: ${this.#series}-${this.#number}\nevent: changed\ndata: ${data}\n\n`)
      }
    }
    this.#planFlush(APART_MS)
  }

  /** The topics that changed after an event, or shortly before the stream opened. All topics if that is unknown. */
  #missedBy({ topics, player_id }: Stream, after: string | null): readonly Topic[] {
    const [series, number = ''] = after?.split('-') ?? []
    if (after !== null && (series !== this.#series || !/^\d+$/.test(number) || Number(number) < this.#forgotten))
      return topics
    const last = after === null ? Infinity : Number(number)
    const since = performance.now() - READ_BEFORE_MS
    return topics.filter((topic) => {
      const change = this.#changes.get(keyOf(topic, player_id))
      return change && (change.number > last || change.at > since)
    })
  }

  #tick(): void {
    this.#second = (this.#second + 1) % CHECK_S
    for (let slot = this.#second % BEAT_S; slot < CHECK_S; slot += BEAT_S)
      for (const stream of this.#slots[slot] ?? []) {
        // The client has not read since the previous heartbeat, so the connection is dead.
        if (stream.response.writableNeedDrain) stream.response.destroy()
        else stream.response.write('event: beat\ndata: 1\n\n')
      }
    const streams = new Set([...this.#unchecked, ...(this.#slots[this.#second] ?? [])])
    this.#unchecked.clear()
    void this.#recheck([...streams])
  }

  /** Closes streams whose session has ended, and removes topics that the others may no longer watch. */
  async #recheck(streams: readonly Stream[]): Promise<void> {
    const open = streams.filter(({ response }) => !response.writableEnded && !response.destroyed)
    if (open.length === 0) return
    // If the check fails, the next one decides. That is safe, because a stream carries no data.
    const allowed = await this.#check(open).catch(() => null)
    if (!allowed) {
      for (const stream of open) this.#unchecked.add(stream)
      return
    }
    for (const [index, stream] of open.entries()) {
      const topics = allowed[index]
      if (!topics) this.#close(stream, 'session')
      else if (!stream.response.destroyed) this.#watch(stream, topics)
    }
  }

  #watch(stream: Stream, topics: readonly Topic[]): void {
    for (const topic of stream.topics) if (!topics.includes(topic)) this.#unwatch(stream, topic)
    stream.topics = topics
  }

  #unwatch(stream: Stream, topic: Topic): void {
    const key = keyOf(topic, stream.player_id)
    const streams = this.#byTopic.get(key)
    streams?.delete(stream)
    if (streams?.size === 0) this.#byTopic.delete(key)
    stream.due?.delete(topic)
  }

  #close(stream: Stream, reason: Reason): void {
    this.#forget(stream)
    stream.response.end(`event: closed\ndata: ${JSON.stringify({ reason })}\n\n`)
  }

  #forget(stream: Stream): void {
    if (!stream.slot.delete(stream)) return
    this.#size -= 1
    this.#due.delete(stream)
    for (const topic of stream.topics) this.#unwatch(stream, topic)
    const mine = this.#byPlayer.get(stream.player_id)
    mine?.delete(stream)
    if (mine?.size === 0) this.#byPlayer.delete(stream.player_id)
    const ofNetwork = (this.#byNetwork.get(stream.network) ?? 1) - 1
    if (ofNetwork === 0) this.#byNetwork.delete(stream.network)
    else this.#byNetwork.set(stream.network, ofNetwork)
  }
}

function newSeries(): string {
  return randomBytes(6).toString('hex')
}

function setOf<K>(sets: Map<K, Set<Stream>>, key: K): Set<Stream> {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set)
  return set
}

/** On the wire, 'notifications' means the reader's own. Here it is one topic per player. */
function keyOf(topic: Topic, player_id: number): string {
  return topic === 'notifications' ? `notifications:${player_id}` : topic
}

function topicOf(key: string): Topic {
  return key.startsWith('notifications:') ? 'notifications' : (key as Topic)
}
