import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Topic } from '#/contract/topics.ts'
import { refuse } from './refuse.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answers do not end. */
    streams?: true
  }
}

/** Seconds between two signs of life on a stream; proxies close what is silent for longer. */
const BEAT_S = 20

/** Seconds between two checks of a stream's session. One that is ended closes its streams at once; this is for those that expire. */
const CHECK_S = 60

/** Streams of one player in this process: the oldest closes for the next. */
const MOST_OF_PLAYER = 10

/** Streams of one network in this process: a club or an office has one address. */
const MOST_OF_NETWORK = 300

/** Topics of which it is known when they last changed; a stream that missed more is told all that it watches. */
const MOST_CHANGES = 100_000

/** Milliseconds: who opens a stream has read the page at most this long before. */
const READ_BEFORE_MS = 16_000

/** Milliseconds in which changes are collected: a transaction names several, one after the other. */
const COLLECT_MS = 5

/** Milliseconds, on average, after which a browser opens a stream again that was cut. */
const RETRY_MS = 2_000

/** Streams that are told in one go, and the milliseconds until the next: each of them reads its page again. */
const MOST_AT_ONCE = 100
const APART_MS = 50

/** Sessions that are checked with one statement. */
const MOST_CHECKED = 1_000

/** Why the server closes a stream. `replaced`: the player has opened too many others. */
type Reason = 'session' | 'replaced' | 'stopping'

/** Who watches what. `session` is the hash of the token, in hex. */
export type Watcher = { player_id: number; session: string; network: string; topics: readonly Topic[] }

type Stream = Omit<Watcher, 'topics'> & {
  topics: readonly Topic[]
  response: ServerResponse
  /** What it is to be told of next. */
  due: Set<Topic> | null
  slot: Set<Stream>
  /** It has been sent more than its page has read. */
  isBehind: boolean
}

/** What watchers may still watch, in their order; null: their session has ended. */
export type CheckWatchers = (watchers: readonly Watcher[]) => Promise<(readonly Topic[] | null)[]>

/**
 * The open pages of this process (docs/decisions/063). It is told what the commits of all processes have changed
 * (migration 045), and tells each stream what of that it watches: that it changed, never how.
 */
export class LiveStreams {
  readonly #byTopic = new Map<string, Set<Stream>>()
  readonly #byPlayer = new Map<number, Set<Stream>>()
  readonly #byNetwork = new Map<string, number>()
  /** Each second has one: its streams are checked in that second of each minute. */
  readonly #slots = Array.from({ length: CHECK_S }, () => new Set<Stream>())
  /** When each topic last changed, the latest last: the number of the change, and the time (performance.now). */
  readonly #changes = new Map<string, { number: number; at: number }>()
  readonly #due = new Set<Stream>()
  /** To be checked with the next second: just opened, when their sessions may have ended meanwhile, or without an answer. */
  readonly #unchecked = new Set<Stream>()
  /** Of the numbers of changes. Another one: changes may have been missed, or this is another process. */
  #series = newSeries()
  #number = 0
  /** Numbers up to this one are not known any more. */
  #forgotten = 0
  #size = 0
  #second = 0
  #isFlushPlanned = false
  readonly #timer = setInterval(() => this.#tick(), 1_000).unref()
  readonly #check: CheckWatchers
  readonly #limitsNetworks: boolean

  constructor(check: CheckWatchers, { limitsNetworks }: { limitsNetworks: boolean }) {
    this.#check = check
    this.#limitsNetworks = limitsNetworks
  }

  /** Open streams. */
  get size(): number {
    return this.#size
  }

  /**
   * Sends a stream on `response`, whose head is written here. `after`: the last event that the page got; it is told what
   * it has missed, or everything that it watches. Refuses `too_many_requests`.
   */
  open(response: ServerResponse, headers: Record<string, unknown>, watcher: Watcher, after: string | null): void {
    const { player_id, session, network, topics } = watcher
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
    // The socket may have closed while it was found out who calls.
    if (response.destroyed) return this.#forget(stream)
    for (const oldest of mine) {
      if (mine.size <= MOST_OF_PLAYER) break
      this.#close(oldest, 'replaced')
    }
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      // It carries nothing else afterwards, so a server that stops does not wait for it.
      connection: 'close',
      // nginx: pass it on as it comes.
      'x-accel-buffering': 'no',
    })
    this.#unchecked.add(stream)
    this.#announce(stream, this.#missedBy(stream, after))
    // An id without data is no event: the page knows from where on it has missed something.
    // All pages lose a server at once, and must not come back at once.
    const pause = `retry: ${Math.round(RETRY_MS * (0.5 + Math.random()))}\n`
    response.write(stream.due ? `${pause}\n` : `${pause}id: ${this.#series}-${this.#number}\n\n`)
    if (stream.due) this.#planFlush()
  }

  /** Something has changed: a topic, or a name that only the processes read (migration 045). */
  tell(name: string): void {
    const [kind, id = '', session] = name.split(':')
    if (kind === 'session') {
      for (const stream of this.#byPlayer.get(Number(id)) ?? [])
        if (stream.session === session) this.#close(stream, 'session')
    } else if (kind === 'player') void this.#recheck([...(this.#byPlayer.get(Number(id)) ?? [])])
    else {
      this.#note(name)
      // What the pages of an area show, its organizers decide by.
      if (kind === 'area') this.#note(`desk:${id}`)
      this.#planFlush()
    }
  }

  /** Changes may have been missed: every stream is told of all that it watches, and every session is checked. */
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
      // A page that does not read is told later, of all of it together.
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

  /** What changed after an event, or shortly before the stream was opened; everything if that is not known. */
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
        // Nothing was read since the last one: nobody is there.
        if (stream.response.writableNeedDrain) stream.response.destroy()
        else stream.response.write('event: beat\ndata: 1\n\n')
      }
    const streams = new Set([...this.#unchecked, ...(this.#slots[this.#second] ?? [])])
    this.#unchecked.clear()
    void this.#recheck([...streams])
  }

  /** Closes streams whose session has ended, and takes from the others what they may not watch any more. */
  async #recheck(streams: readonly Stream[]): Promise<void> {
    const open = streams.filter(({ response }) => !response.writableEnded && !response.destroyed)
    if (open.length === 0) return
    // Without an answer the next check decides; a page reads nothing through its stream.
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

/** Everybody's own notifications are one topic on the wire. */
function keyOf(topic: Topic, player_id: number): string {
  return topic === 'notifications' ? `notifications:${player_id}` : topic
}

function topicOf(key: string): Topic {
  return key.startsWith('notifications:') ? 'notifications' : (key as Topic)
}
