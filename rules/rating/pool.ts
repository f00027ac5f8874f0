import type { Sport } from '#/rules/sports/formats.ts'
import type { RatingParameters } from './parameters.ts'
import { ratingParameters } from './parameters.ts'

/**
 * Players whose strengths are known together: their mean strengths and the covariance of all pairs, one after the other
 * in rows. All as of one day, counted from January 1, 1970.
 */
export type Block = {
  day: number
  players: number[]
  mean: Float64Array
  covariance: Float64Array
  /** The number of rated matches, and the day of the last one. */
  counts: Int32Array
  last: Int32Array
}

/**
 * The state of one pool (a sport, singles or doubles). Read it with `estimateOf` and `forecast`, change it with
 * `rateDay`, store it with `packPool`.
 *
 * Players whom no chain of results connects are in separate blocks, which is exact. A block has at most
 * `most_connected` players. Where more are connected, results between two blocks change each block as if the opponents
 * in the other were strangers of known value and uncertainty.
 */
export type RatingPool = {
  readonly sport: Sport
  readonly parameters: RatingParameters
  readonly blocks: ReadonlyMap<number, Block>
}

export function emptyPool(sport: Sport, parameters: RatingParameters = ratingParameters): RatingPool {
  return { sport, parameters, blocks: new Map() }
}

/** A block of one new player. `level`: steps from the middle of the list (`levelSteps`), or null. */
export function newBlock(player: number, level: number | null, day: number, parameters: RatingParameters): Block {
  return {
    day,
    players: [player],
    mean: Float64Array.of((level ?? 0) * parameters.level_step),
    covariance: Float64Array.of(startVariance(level !== null, parameters)),
    counts: Int32Array.of(0),
    last: Int32Array.of(day),
  }
}

function startVariance(hasLevel: boolean, parameters: RatingParameters): number {
  return (hasLevel ? parameters.start_deviation : parameters.start_deviation_without_level) ** 2
}

/** A player's variance after days without a match: it grows up to that of a new player without a level. */
export function grownVariance(variance: number, days: number, parameters: RatingParameters): number {
  const most = Math.max(variance, startVariance(false, parameters))
  return Math.min(most, variance + Math.max(0, days) * parameters.variance_per_day)
}

/** Lets time pass for a block, in place. */
export function advanceBlock(block: Block, day: number, parameters: RatingParameters): void {
  if (day <= block.day) return
  const size = block.players.length
  for (let at = 0; at < size * size; at += size + 1)
    block.covariance[at] = grownVariance(block.covariance[at]!, day - block.day, parameters)
  block.day = day
}

export function copyBlock({ day, players, mean, covariance, counts, last }: Block): Block {
  return {
    day,
    players: [...players],
    mean: mean.slice(),
    covariance: covariance.slice(),
    counts: counts.slice(),
    last: last.slice(),
  }
}

/** The players at these places of blocks, in one block; those of different blocks are independent. */
export function joinBlocks(parts: readonly { block: Block; places: readonly number[] }[]): Block {
  const size = parts.reduce((sum, { places }) => sum + places.length, 0)
  const joined: Block = {
    day: parts[0]!.block.day,
    players: parts.flatMap(({ block, places }) => places.map((place) => block.players[place]!)),
    mean: new Float64Array(size),
    covariance: new Float64Array(size * size),
    counts: new Int32Array(size),
    last: new Int32Array(size),
  }
  let start = 0
  for (const { block, places } of parts) {
    for (const [row, place] of places.entries()) {
      joined.mean[start + row] = block.mean[place]!
      joined.counts[start + row] = block.counts[place]!
      joined.last[start + row] = block.last[place]!
      for (const [column, other] of places.entries())
        joined.covariance[(start + row) * size + start + column] =
          block.covariance[place * block.players.length + other]!
    }
    start += places.length
  }
  return joined
}

const VERSION = 1

/**
 * The pool as bytes, to be read by `unpackPool` with the same sport and parameters: exactly, so that rating goes on as
 * if it had never been stored. n players take at most n * (40 + 4 * (m + 1)) + 16 * blocks bytes, where m is the
 * smaller of n and `most_connected`.
 */
export function packPool(pool: RatingPool): Uint8Array {
  const blocks = [...new Set(pool.blocks.values())]
  const numbers: number[] = [VERSION, blocks.length]
  for (const { day, players, mean, covariance, counts, last } of blocks) {
    numbers.push(players.length, day)
    for (const [place, player] of players.entries()) {
      numbers.push(player, mean[place]!, counts[place]!, last[place]!)
      for (let other = 0; other <= place; other += 1) numbers.push(covariance[place * players.length + other]!)
    }
  }
  return new Uint8Array(Float64Array.from(numbers).buffer)
}

export function unpackPool(
  bytes: Uint8Array,
  sport: Sport,
  parameters: RatingParameters = ratingParameters,
): RatingPool {
  const numbers = new Float64Array(bytes.slice().buffer)
  if (numbers[0] !== VERSION) throw new Error('The stored rating is of another version.')
  const blocks = new Map<number, Block>()
  let at = 2
  for (let read = 0; read < numbers[1]!; read += 1) {
    const size = numbers[at]!
    const block: Block = {
      day: numbers[at + 1]!,
      players: [],
      mean: new Float64Array(size),
      covariance: new Float64Array(size * size),
      counts: new Int32Array(size),
      last: new Int32Array(size),
    }
    at += 2
    for (let place = 0; place < size; place += 1) {
      block.players.push(numbers[at]!)
      block.mean[place] = numbers[at + 1]!
      block.counts[place] = numbers[at + 2]!
      block.last[place] = numbers[at + 3]!
      at += 4
      for (let other = 0; other <= place; other += 1) {
        block.covariance[place * size + other] = numbers[at]!
        block.covariance[other * size + place] = numbers[at]!
        at += 1
      }
    }
    for (const player of block.players) blocks.set(player, block)
  }
  return { sport, parameters, blocks }
}
