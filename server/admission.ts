import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#/contract/endpoint.ts'
import { hasApiKey } from './api-keys.ts'
import { oldestWaitMs, waitingTransactions, type Db } from './db.ts'
import { refuse } from './refuse.ts'

/** Each is refused above `most_ms` of waiting (docs/decisions/114), the last first. `retryAfter` is in seconds. */
const classes = {
  /** Scores, the end of an order, and the payment provider's events. */
  paying: { most_ms: 2_000, retryAfter: 1 },
  changes: { most_ms: 300, retryAfter: 1 },
  /** Reads of signed-in people. */
  reads: { most_ms: 50, retryAfter: 2 },
  /** Pages that a browser can also make by itself. */
  documents: { most_ms: 40, retryAfter: 2 },
  /** Reads without a session, by API keys and by crawlers. */
  anonymous: { most_ms: 30, retryAfter: 3 },
} as const

export type LoadClass = keyof typeof classes

export const loadClasses = Object.keys(classes) as LoadClass[]

const TICK_MS = 20
/** A wait that lasts for so many ticks is no burst. A process that stopped for a moment has not ticked meanwhile. */
const BURST_TICKS = 12
/** After a refusal no burst is admitted for so many ticks. */
const STRICT_TICKS = 50

/** With fewer calls under way it is not their number that makes a call wait. */
const FEW_CALLS = 16

type Source = {
  /** Milliseconds. */
  now: () => number
  /** Milliseconds that a call waits for the event loop and for a connection. */
  waitMs: () => number
  /** Calls that wait for others at a lock. They use nothing meanwhile. */
  atLocks: () => number
}

/** Refuses calls while this process has more of them than it can serve. */
export class Admission {
  /** Calls that were refused since the start. Pages of `documents` were left to the browser. */
  readonly refused = Object.fromEntries(loadClasses.map((of) => [of, 0])) as Record<LoadClass, number>
  readonly #source: Source
  /** When each call arrived that waits for its turn, the first one first. */
  readonly #waiting = new Map<symbol, number>()
  #working = 0
  /** The age of the last call that got its turn, and the least age since the last tick. */
  #lastAge = 0
  #leastAge = Infinity
  /** The least wait in each of the last ticks, the newest last. */
  readonly #least: number[] = Array.from({ length: BURST_TICKS }, () => 0)
  #strictTicks = 0

  constructor(source: Source) {
    this.#source = source
  }

  /** Call it every 20 ms. */
  tick(): void {
    if (this.#waiting.size === 0 && this.#leastAge === Infinity) this.#lastAge = 0
    const age = Math.min(this.#leastAge, Math.max(this.#lastAge, this.#oldestAge()))
    this.#least.shift()
    this.#least.push(Math.max(this.#source.waitMs(), age))
    this.#leastAge = Infinity
    if (this.#strictTicks > 0) this.#strictTicks -= 1
  }

  admits(of: LoadClass): boolean {
    const underWay = this.#waiting.size + this.#working - this.#source.atLocks()
    if (admitted.getStore() || underWay < FEW_CALLS) return true
    const { most_ms } = classes[of]
    if (Math.max(this.#source.waitMs(), this.#oldestAge(), this.#lastAge) <= most_ms) return true
    if (this.#strictTicks === 0 && Math.min(...this.#least) <= most_ms) return true
    this.#strictTicks = STRICT_TICKS
    this.refused[of] += 1
    return false
  }

  /** Refuses busy. */
  check(of: LoadClass): void {
    if (!this.admits(of)) refuse('busy', { retryAfter: classes[of].retryAfter })
  }

  /** Runs the first work of a call that was admitted: finding its caller. How long that takes says how long all calls wait. */
  async begin(work: () => Promise<void>): Promise<void> {
    const [key, since] = [Symbol('call'), this.#source.now()]
    this.#waiting.set(key, since)
    try {
      await work()
    } finally {
      this.#waiting.delete(key)
      this.#lastAge = this.#source.now() - since
      this.#leastAge = Math.min(this.#leastAge, this.#lastAge)
    }
  }

  /** Runs the handler of a call, which is under way meanwhile. */
  async work<T>(run: () => Promise<T>): Promise<T> {
    this.#working += 1
    try {
      return await run()
    } finally {
      this.#working -= 1
    }
  }

  #oldestAge(): number {
    for (const since of this.#waiting.values()) return this.#source.now() - since
    return 0
  }
}

/** Set in the calls that a page makes inside this server: the page was admitted with them. */
const admitted = new AsyncLocalStorage<true>()

/** Makes calls that are part of what was admitted already. */
export function asAdmitted<T>(work: () => T): T {
  return admitted.run(true, work)
}

/** Admission by the state of this process: the delay of its event loop, and the wait for a connection of `db`. */
export function startAdmission(db: Db): { admission: Admission; stop: () => void } {
  let due = performance.now() + TICK_MS
  const admission = new Admission({
    now: () => performance.now(),
    waitMs: () => Math.max(0, performance.now() - due) + oldestWaitMs(db),
    atLocks: () => waitingTransactions(db),
  })
  const timer = setInterval(() => {
    admission.tick()
    due = performance.now() + TICK_MS
  }, TICK_MS).unref()
  return { admission, stop: () => clearInterval(timer) }
}

const scoring: ReadonlySet<string> = new Set(['Payments', 'Confirmation', 'Live scoring', 'Matches'])

/** The class of a call. Null for one that is never refused: signing out, and what has a line (server/line.ts). */
export function loadClassOf(endpoint: Endpoint): (headers: FastifyRequest['headers']) => LoadClass | null {
  const { method, path, tag, reads, in_line, raw } = endpoint
  if (method === 'DELETE' && path.startsWith('/users/sessions')) return () => null
  if (path === '/users/logout' || in_line) return () => null
  if (method === 'GET' || reads)
    return (headers) => (headers.authorization === undefined || hasApiKey(headers) ? 'anonymous' : 'reads')
  const pays = raw === true || path.includes('/purchases/')
  const of = pays || scoring.has(tag) ? 'paying' : 'changes'
  return () => of
}

/** Whether a program reads the site for a search engine or a preview, by what it says of itself. */
export function isCrawler({ headers }: FastifyRequest): boolean {
  return /bot\b|crawl|spider/i.test(headers['user-agent'] ?? '')
}
