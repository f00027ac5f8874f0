import { Refusal } from './refuse.ts'
import { perDatabase, type Db } from './db.ts'

/** Milliseconds for which a request waits for its turn before it hears its place. */
const WAIT_MS = 900

/** Milliseconds for which the place of somebody who heard it, and has not come back yet, is kept. */
const KEPT_MS = 30_000

/** Turns of one line at the same time, in this process. More would only wait for the league's lock. */
const TURNS = 2

/** The shortest and the longest time after which somebody is asked to come back, in seconds. */
const [SOONEST_S, LATEST_S] = [1, 10]

type Timing = { now: () => number; waitMs: number; keptMs: number }

type Entry = {
  /** Gives the turn to the request that waits. Null while nobody waits in this place. */
  take: (() => void) | null
  /** When an abandoned place is forgotten. */
  until: number
}

/**
 * People who want the same thing at the same moment, in the order in which they came. Turns are given one after the other, and
 * somebody who would wait for long hears a place and keeps it: who asks again as the same person is further ahead.
 */
export class Line {
  readonly #timing: Timing
  readonly #entries = new Map<string, Entry>()
  readonly #urgent: (() => void)[] = []
  #turns = 0
  /** A moving average of the time between two ends of turns, in milliseconds. */
  #pace = 50
  #lastEnd: number | null = null

  constructor(timing: Partial<Timing> = {}) {
    this.#timing = { now: () => performance.now(), waitMs: WAIT_MS, keptMs: KEPT_MS, ...timing }
  }

  get isEmpty(): boolean {
    this.#forget()
    return this.#turns === 0 && this.#entries.size === 0 && this.#urgent.length === 0
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

  /** Does the work ahead of everybody who waits. It is never refused. */
  async runFirst<T>(work: () => Promise<T>): Promise<T> {
    if (this.#turns < TURNS) this.#turns += 1
    else await new Promise<void>((take) => this.#urgent.push(take))
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
    const key = known?.take ? `${who} ${this.#timing.now()} ${this.#entries.size}` : who
    if (!known && this.#turns < TURNS && !this.#hasWaiting()) {
      this.#turns += 1
      return
    }
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const entry: Entry = { take: () => resolve(true), until: Infinity }
    // Setting a key that the map has keeps its place.
    this.#entries.set(key, entry)
    this.#giveTurns()
    const timer = setTimeout(() => resolve(false), this.#timing.waitMs)
    const hasTurn = await promise.finally(() => clearTimeout(timer))
    if (hasTurn) return
    entry.take = null
    entry.until = this.#timing.now() + this.#timing.keptMs
    const place = [...this.#entries.keys()].indexOf(key) + 1
    const seconds = Math.min(LATEST_S, Math.max(SOONEST_S, Math.ceil((place * this.#pace) / 1000)))
    throw new Refusal('in_line', { state: { place, seconds }, retryAfter: seconds })
  }

  #end(): void {
    const now = this.#timing.now()
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
    while (this.#turns < TURNS && this.#urgent.length > 0) {
      this.#turns += 1
      this.#urgent.shift()?.()
    }
    for (const [key, { take }] of this.#entries) {
      if (this.#turns >= TURNS) return
      if (!take) continue
      this.#entries.delete(key)
      this.#turns += 1
      take()
    }
  }

  #forget(): void {
    const now = this.#timing.now()
    for (const [key, { until }] of this.#entries) if (until <= now) this.#entries.delete(key)
  }
}

const linesOf = perDatabase(() => new Map<string, Line>())

/** Does the work in its turn of each of these lines, by name. Refuses in_line. */
export function inLines<T>(db: Db, names: readonly string[], who: string, work: () => Promise<T>): Promise<T> {
  return throughLines(db, names, work, (line, inside) => line.run(who, inside))
}

/** Does work that others have paid for: ahead of everybody who waits in these lines. */
export function aheadOfLines<T>(db: Db, names: readonly string[], work: () => Promise<T>): Promise<T> {
  return throughLines(db, names, work, (line, inside) => line.runFirst(inside))
}

/** Lines are entered in the order of their names, so that two people never wait for each other. */
async function throughLines<T>(
  db: Db,
  names: readonly string[],
  work: () => Promise<T>,
  enter: (line: Line, inside: () => Promise<T>) => Promise<T>,
): Promise<T> {
  const lines = linesOf(db)
  const [name, ...others] = names.toSorted()
  if (!lines || name === undefined) return work()
  const line = lines.get(name) ?? new Line()
  lines.set(name, line)
  try {
    return await enter(line, () => throughLines(db, others, work, enter))
  } finally {
    if (line.isEmpty) lines.delete(name)
  }
}
