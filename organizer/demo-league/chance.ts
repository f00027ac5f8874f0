/** A seeded random generator. The same seed gives the same demo league on every machine. */
export type Chance = {
  /** From 0, below 1. */
  next(): number
  /** A whole number from 0, less than `below`. */
  below(below: number): number
  pick<T>(list: readonly T[]): T
  /** True with this probability in percent. */
  percent(percent: number): boolean
}

export function chanceOf(seed: string): Chance {
  let state = 0
  for (const email of seed) state = Math.imul(state, 31) + email.charCodeAt(0)
  // mulberry32: small, fast, and good enough for tennis scores.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: (list) => {
      const picked = list[below(list.length)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
    percent: (percent) => next() * 100 < percent,
  }
}
