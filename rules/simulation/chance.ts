/** A number from 0, below 1, that depends on these integers alone: the same match ends the same way in each simulation. */
export function chanceAt(...keys: number[]): number {
  let state = 0x9e3779b9
  for (const key of keys) {
    // The finalizer of MurmurHash3.
    state = Math.imul(state ^ key, 0x85ebca6b)
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
    state = (state ^ (state >>> 16)) + 0x6d2b79f5
  }
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
  return ((state ^ (state >>> 12)) >>> 0) / 4_294_967_296
}

/** A normally distributed number with mean 0 and deviation 1 (Box and Muller). */
export function normalAt(...keys: number[]): number {
  const radius = Math.sqrt(-2 * Math.log(1 - chanceAt(...keys, 1)))
  return radius * Math.cos(2 * Math.PI * chanceAt(...keys, 2))
}
