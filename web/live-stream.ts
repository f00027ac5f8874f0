import { STREAM_PATH, type Topic } from '#/contract/topics.ts'
import { endSession, token } from './session.ts'

/** Milliseconds between two attempts after a refusal: they grow. A stream that is cut is opened again by the browser. */
const PAUSES_MS = [250, 1_000, 2_000, 4_000, 8_000]

/** Milliseconds without a sign of life, which the server sends every 20 s. */
const SILENCE_MS = 45_000

/** Milliseconds after which the stream of a hidden tab ends. */
const HIDDEN_MS = 60_000

/** Milliseconds between two looks at the clock, which show that the device slept. */
const LOOK_MS = 5_000

type Listeners = {
  onChanged: (topics: readonly Topic[]) => void
  /** `added`: topics that were not watched until now. */
  onOpen: (added: ReadonlySet<Topic>) => void
}

/** The one stream of this tab (docs/decisions/063): it is open while there is something to watch, a session, and a reader. */
export class LiveStream {
  readonly #listeners: Listeners
  #wanted: readonly Topic[] = []
  #watched: ReadonlySet<Topic> = new Set()
  #source: EventSource | null = null
  #failures = 0
  #retrying: ReturnType<typeof setTimeout> | undefined
  #heardAt = 0
  /** Until somebody looks at the tab again: the player has opened too many others. */
  #isReplaced = false
  #isHidden = false
  #hiding: ReturnType<typeof setTimeout> | undefined

  constructor(listeners: Listeners) {
    this.#listeners = listeners
    document.addEventListener('visibilitychange', () => this.#look())
    addEventListener('focus', () => this.#look())
    addEventListener('online', () => this.#reopen())
    // A page that is kept for the way back must not hold a connection.
    addEventListener('pagehide', () => this.#stop())
    addEventListener('pageshow', () => this.#start())
    let lookedAt = Date.now()
    setInterval(() => {
      const slept = Date.now() - lookedAt > LOOK_MS * 3
      lookedAt = Date.now()
      if (this.#source && (slept || performance.now() - this.#heardAt > SILENCE_MS)) this.#reopen()
    }, LOOK_MS)
  }

  /** What the page shows. A stream that watches all of it stays. */
  watch(topics: readonly Topic[]): void {
    this.#wanted = topics
    if (topics.length === 0) return this.#stop()
    if (this.#source && topics.every((topic) => this.#watched.has(topic))) return
    this.#close()
    this.#start()
  }

  /** Somebody has signed in or out. */
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

  /** Ends it for longer: what changes meanwhile is not heard. */
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
    // Else the browser tries again by itself.
    source.addEventListener('error', () => source.readyState === EventSource.CLOSED && this.#fail())
  }

  /** It was refused: the session has ended, the browser lacks its document cookie, or the server is unavailable. */
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

/** Asks for the document cookie, by which the browser opens the stream. A session that is over ends here too. */
async function askForCookie(): Promise<void> {
  const bearer = token.get()
  if (bearer === null) return
  const headers = { authorization: `Bearer ${bearer}` }
  const answer = await fetch('/api/users/document-cookie', { method: 'POST', headers }).catch(() => null)
  if (answer?.status === 401 && token.get() === bearer) endSession()
}
