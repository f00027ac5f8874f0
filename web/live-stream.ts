import type { Topic } from '#/contract/topics.ts'
import { isOnline } from './connection.ts'
import { endSession, token } from './session.ts'

/** Milliseconds between two attempts: they grow, and a part of each is random, because all pages lose a server at once. */
const PAUSES_MS = [250, 1_000, 2_000, 4_000, 8_000]

/** Milliseconds without a sign of life, which the server sends every 20 s. */
const SILENCE_MS = 45_000

/** Milliseconds after which the stream of a hidden tab ends. */
const HIDDEN_MS = 60_000

/** Milliseconds between two looks at the clock, which show that the device slept. */
const LOOK_MS = 5_000

/** Milliseconds that a stream must have been open to count as working. */
const WORKING_MS = 3_000

type Listeners = {
  onTold: (topics: readonly Topic[]) => void
  /** `added`: topics that the stream before did not watch. */
  onOpen: (added: ReadonlySet<Topic>) => void
}

type Ended = 'again' | 'rest'

/** The one stream of this tab (docs/decisions/063): it is open while there is something to watch, a session, and a reader. */
export class LiveStream {
  readonly #listeners: Listeners
  #wanted: readonly Topic[] = []
  /** What the stream that is open watches, or the last one did. */
  #watched: ReadonlySet<Topic> = new Set()
  #lastId: string | null = null
  #running: AbortController | null = null
  #failures = 0
  #wake: (() => void) | null = null
  #heardAt = 0
  /** Until somebody looks at the tab again: the player has opened too many others. */
  #isReplaced = false
  #isHidden = false
  #hiding: ReturnType<typeof setTimeout> | undefined

  constructor(listeners: Listeners) {
    this.#listeners = listeners
    document.addEventListener('visibilitychange', () => this.#look())
    addEventListener('focus', () => this.#look())
    addEventListener('online', () => this.#retryNow())
    // A page that is kept for the way back must not hold a connection.
    addEventListener('pagehide', () => this.#stop())
    addEventListener('pageshow', () => this.#start())
    let lookedAt = Date.now()
    setInterval(() => {
      const slept = Date.now() - lookedAt > LOOK_MS * 3
      lookedAt = Date.now()
      if (this.#running && (slept || performance.now() - this.#heardAt > SILENCE_MS)) this.#retryNow()
    }, LOOK_MS)
  }

  /** What the page shows. A stream that watches all of it stays. */
  watch(topics: readonly Topic[]): void {
    this.#wanted = topics
    if (topics.length === 0) return this.#stop()
    if (this.#running && topics.every((topic) => this.#watched.has(topic))) return
    this.#stop()
    this.#start()
  }

  /** Somebody has signed in or out. */
  restart(): void {
    this.#stop()
    this.#lastId = null
    this.#watched = new Set()
    this.#failures = 0
    this.#start()
  }

  #look(): void {
    clearTimeout(this.#hiding)
    if (document.visibilityState === 'hidden') {
      this.#hiding = setTimeout(() => {
        this.#isHidden = true
        this.#stop()
      }, HIDDEN_MS)
      return
    }
    this.#isHidden = false
    this.#isReplaced = false
    this.#start()
  }

  #start(): void {
    if (this.#running || this.#isHidden || this.#isReplaced || this.#wanted.length === 0 || token.get() === null) return
    const running = new AbortController()
    this.#running = running
    void this.#run(running.signal).finally(() => {
      if (this.#running === running) this.#running = null
    })
  }

  #stop(): void {
    this.#running?.abort()
    this.#running = null
  }

  #retryNow(): void {
    this.#failures = 0
    this.#stop()
    this.#start()
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const from = performance.now()
      const ended = await this.#follow(signal).catch((): Ended => 'again')
      if (signal.aborted || ended === 'rest') return
      this.#failures = performance.now() - from > WORKING_MS ? 0 : this.#failures + 1
      const pause = PAUSES_MS[Math.min(this.#failures, PAUSES_MS.length - 1)] ?? 0
      // Somebody who is offline waits for the network, not for us.
      await this.#pause(isOnline() ? pause * (0.5 + Math.random()) : SILENCE_MS, signal)
    }
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
      signal.addEventListener('abort', this.#wake, { once: true })
    })
  }

  /** Reads one stream to its end. */
  async #follow(outer: AbortSignal): Promise<Ended> {
    const bearer = token.get()
    if (bearer === null) return 'rest'
    this.#heardAt = performance.now()
    const topics = this.#wanted
    const [{ EventSourceParserStream }, response] = await Promise.all([
      import('eventsource-parser/stream'),
      fetch(`/api/live?topics=${topics.map(encodeURIComponent).join(',')}`, {
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(this.#lastId === null ? {} : { 'last-event-id': this.#lastId }),
        },
        signal: outer,
      }),
    ])
    if (response.status === 401) {
      if (token.get() === bearer) endSession()
      return 'rest'
    }
    if (!response.ok || !response.body) return 'again'
    const added = new Set(topics.filter((topic) => !this.#watched.has(topic)))
    this.#watched = new Set(topics)
    this.#listeners.onOpen(added)
    const heard = () => (this.#heardAt = performance.now())
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(
      new EventSourceParserStream({
        onId: (id) => (this.#lastId = id),
        onComment: heard,
      }),
    )
    const reader = events.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'again'
      heard()
      if (value.event === 'changed') this.#listeners.onTold((JSON.parse(value.data) as { topics: Topic[] }).topics)
      else if (value.event === 'closed' && (JSON.parse(value.data) as { reason: string }).reason === 'replaced') {
        this.#isReplaced = true
        return 'rest'
      }
    }
  }
}
