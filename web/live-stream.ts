import { STREAM_PATH, type Topic } from '#/contract/topics.ts'
import { isCalling } from './call.ts'
import { endSession, token } from './session.ts'

/** Milliseconds before each new attempt after a refusal. The browser itself reopens a broken stream. */
const PAUSES_MS = [250, 1_000, 2_000, 4_000, 8_000]

/** Milliseconds without a heartbeat, which the server sends every 20 s, until the stream counts as broken. */
const SILENCE_MS = 45_000

/** Milliseconds after which the stream of a background tab ends. */
const HIDDEN_MS = 60_000

/** Milliseconds between two checks of the clock. A much longer gap means that the device was asleep. */
const LOOK_MS = 5_000

type Listeners = {
  onChanged: (topics: readonly Topic[]) => void
  /** `added`: topics that were not watched until now. */
  onOpen: (added: ReadonlySet<Topic>) => void
}

/** The tab's only stream (docs/decisions/063). It is open while there are topics to watch, a session, and a reader. */
export class LiveStream {
  readonly #listeners: Listeners
  #wanted: readonly Topic[] = []
  #watched: ReadonlySet<Topic> = new Set()
  #source: EventSource | null = null
  #failures = 0
  #retrying: ReturnType<typeof setTimeout> | undefined
  #heardAt = 0
  /** The player has opened too many other streams. Lasts until somebody returns to the tab. */
  #isReplaced = false
  #isHidden = false
  #hiding: ReturnType<typeof setTimeout> | undefined

  constructor(listeners: Listeners) {
    this.#listeners = listeners
    document.addEventListener('visibilitychange', () => this.#look())
    addEventListener('focus', () => this.#look())
    addEventListener('online', () => this.#reopen())
    // A page in the back/forward cache must not hold a connection.
    addEventListener('pagehide', () => this.#stop())
    addEventListener('pageshow', () => this.#start())
    let lookedAt = Date.now()
    setInterval(() => {
      const slept = Date.now() - lookedAt > LOOK_MS * 3
      lookedAt = Date.now()
      if (this.#source && (slept || performance.now() - this.#heardAt > SILENCE_MS)) this.#reopen()
    }, LOOK_MS)
  }

  /** Sets the topics of the page. A stream that already watches all of them stays open. */
  watch(topics: readonly Topic[]): void {
    this.#wanted = topics
    if (topics.length === 0) return this.#stop()
    if (this.#source && topics.every((topic) => this.#watched.has(topic))) return
    this.#close()
    this.#start()
  }

  /** Starts again after a sign-in or a sign-out. */
  restart(): void {
    this.#failures = 0
    this.#reopen()
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

  #reopen(): void {
    this.#stop()
    this.#start()
  }

  /** Closes the stream and forgets its topics, because changes are missed from now on. */
  #stop(): void {
    this.#close()
    this.#watched = new Set()
  }

  #close(): void {
    clearTimeout(this.#retrying)
    this.#source?.close()
    this.#source = null
  }

  #start(): void {
    if (this.#source || this.#isHidden || this.#isReplaced || this.#wanted.length === 0 || token.get() === null) return
    clearTimeout(this.#retrying)
    const topics = this.#wanted
    const source = new EventSource(`${STREAM_PATH}?topics=${topics.map(encodeURIComponent).join(',')}`)
    this.#source = source
    this.#heardAt = performance.now()
    const on = (name: string, listener: (event: MessageEvent<string>) => void) =>
      source.addEventListener(name, (event: Event) => {
        this.#heardAt = performance.now()
        listener(event as MessageEvent<string>)
      })
    on('open', () => {
      this.#failures = 0
      const added = new Set(topics.filter((topic) => !this.#watched.has(topic)))
      this.#watched = new Set(topics)
      this.#listeners.onOpen(added)
    })
    on('changed', ({ data }) => this.#listeners.onChanged((JSON.parse(data) as { topics: Topic[] }).topics))
    on('beat', () => {})
    on('closed', ({ data }) => {
      const { reason } = JSON.parse(data) as { reason: string }
      if (reason === 'replaced') {
        this.#isReplaced = true
        this.#stop()
      } else if (reason === 'session') this.#fail()
    })
    // After any other error, the browser itself reopens the stream.
    source.addEventListener('error', () => source.readyState === EventSource.CLOSED && this.#fail())
  }

  /** Retries after a refusal: the session has ended, the document cookie is missing, or the server is unavailable. */
  #fail(): void {
    this.#stop()
    this.#failures += 1
    const pause = PAUSES_MS[Math.min(this.#failures, PAUSES_MS.length) - 1] ?? 0
    void askForCookie().then(() => {
      clearTimeout(this.#retrying)
      this.#retrying = setTimeout(() => this.#start(), pause * (0.5 + Math.random()))
    })
  }
}

/**
 * Requests the document cookie, which the stream needs. If the session has ended, signs out this browser, but not while a
 * call waits for its reply: signing out would lose it, and a guest's refused payment ends the session before its reply.
 */
async function askForCookie(): Promise<void> {
  const bearer = token.get()
  if (bearer === null) return
  const headers = { authorization: `Bearer ${bearer}` }
  const answer = await fetch('/api/users/document-cookie', { method: 'POST', headers }).catch(() => null)
  if (answer?.status === 401 && token.get() === bearer && !isCalling()) endSession()
}
