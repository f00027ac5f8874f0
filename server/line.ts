import { Refusal } from './refuse.ts'

type Terms = {
  /** Turns at the same time, in this process. */
  turns: number
  /** Milliseconds for which a request waits for its turn before it hears its place. */
  waitMs: number
  /** Milliseconds for which the place of somebody who has heard it, and has not come back yet, is kept. */
  keptMs: number
  now: () => number
}

/** For calls that hundreds make at the moment in which a sale opens. So few never wait for each other at a lock for long. */
const SALE: Terms = { turns: 5, waitMs: 4_000, keptMs: 30_000, now: () => performance.now() }

/** The shortest and the longest time after which somebody is asked to come back, in seconds. */
const [SOONEST_S, LATEST_S] = [1, 5]

type Entry = {
  /** Gives the turn to the request that waits. Null while nobody waits in this place. */
  take: (() => void) | null
  /** When an abandoned place is forgotten. */
  until: number
}

/**
 * People who want the same at the same moment, in the order in which they came (docs/decisions/113). Those who would wait for
 * long hear their place and keep it: somebody who asks again is further ahead. Waiting takes no connection and no statement.
 */
export class Line {
  readonly #terms: Terms
  readonly #entries = new Map<string, Entry>()
  #turns = 0
  /** A moving average of the time between the ends of two turns, in milliseconds. */
  #pace = 20
  #lastEnd: number | null = null

  constructor(terms: Partial<Terms> = {}) {
    this.#terms = { ...SALE, ...terms }
  }

  get isEmpty(): boolean {
    this.#forget()
    return this.#turns === 0 && this.#entries.size === 0
  }

  /** Does the work in its turn. Refuses in_line with the place, from 1, and the seconds until its turn. */
  async run<T>(who: string, work: () => Promise<T>): Promise<T> {
    await this.#takeTurn(who)
    try {
      return await work()
    } finally {
      this.#end()
    }
  }

  async #takeTurn(who: string): Promise<void> {
    this.#forget()
    const known = this.#entries.get(who)
    // A second request of somebody who waits already stands behind all others.
    const key = known?.take ? `${who} ${this.#terms.now()} ${this.#entries.size}` : who
    if (!known && this.#turns < this.#terms.turns && !this.#hasWaiting()) {
      this.#turns += 1
      return
    }
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const entry: Entry = { take: () => resolve(true), until: Infinity }
    // Setting a key that the map has keeps its place.
    this.#entries.set(key, entry)
    this.#giveTurns()
    const timer = setTimeout(() => resolve(false), this.#terms.waitMs)
    const hasTurn = await promise.finally(() => clearTimeout(timer))
    if (hasTurn) return
    entry.take = null
    entry.until = this.#terms.now() + this.#terms.keptMs
    const place = [...this.#entries.keys()].indexOf(key) + 1
    const seconds = Math.min(LATEST_S, Math.max(SOONEST_S, Math.ceil((place * this.#pace) / 1000)))
    throw new Refusal('in_line', { state: { place, seconds }, retryAfter: seconds })
  }

  #end(): void {
    const now = this.#terms.now()
    if (this.#lastEnd !== null) this.#pace = 0.9 * this.#pace + 0.1 * Math.min(now - this.#lastEnd, 2_000)
    this.#lastEnd = now
    this.#turns -= 1
    this.#giveTurns()
  }

  #hasWaiting(): boolean {
    return [...this.#entries.values()].some(({ take }) => take !== null)
  }

  /** Gives free turns to those who wait, the first first. A kept place holds nobody up. */
  #giveTurns(): void {
    for (const [key, { take }] of this.#entries) {
      if (this.#turns >= this.#terms.turns) return
      if (!take) continue
      this.#entries.delete(key)
      this.#turns += 1
      take()
    }
  }

  #forget(): void {
    const now = this.#terms.now()
    for (const [key, { until }] of this.#entries) if (until <= now) this.#entries.delete(key)
  }
}
