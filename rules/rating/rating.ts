import { daysBetween } from '#/rules/day.ts'
import { choleskyOf, solveBy } from './cholesky.ts'
import { isRated, observe, type RatedMatch } from './match.ts'
import type { RatingParameters } from './parameters.ts'
import { advanceBlock, copyBlock, grownVariance, joinBlocks, newBlock, type Block, type RatingPool } from './pool.ts'
import { normalChance, normalDensity } from './normal.ts'
import { expectedSets, usualSets } from './words.ts'

/** A shown rating: 1500 ± 120. `matches`: the number of rated matches. */
export type Estimate = { value: number; deviation: number; matches: number }

/** Steps from the middle of the list of levels (`levelSteps`), or null if a player has no level. */
export type LevelOf = (player: number) => number | null

/** A match in the ledger of one of its players, from this player's view. */
export type RatedResult = {
  match: number
  /** The chance to win, from 0 to 1, and the score that was most likely, such as "6-3 6-4": the player's games first. */
  expected: { win: number; sets_text: string }
  /** Shown points that the match gave or took. */
  points: number
}

/** A day's changes for one player. */
export type PlayerChange = {
  player: number
  before: Estimate
  after: Estimate
  /** The player's matches of the day. Their points and those of `causes` add up to the change if any were played. */
  own: RatedResult[]
  /** Matches of others on that day that moved the player by at least one point, the largest first. */
  causes: { match: number; points: number }[]
}

export type RatedDay = { pool: RatingPool; changes: PlayerChange[] }

/**
 * Rates the results of one day together, from the values of that morning. The order of the matches does not matter.
 * Days must be rated in order. `levelOf` is asked for players who are new to the pool.
 */
export function rateDay(pool: RatingPool, day: string, matches: readonly RatedMatch[], levelOf: LevelOf): RatedDay {
  const work = new Work(pool)
  const changes = work.rate(dayNumber(day), matches, levelOf)
  return { pool: work.pool, changes }
}

/**
 * Rates many days in order, faster than one by one. `onChanges` gets the ledger of each day; without it none is made.
 */
export function rateDays(
  pool: RatingPool,
  days: Iterable<{ day: string; matches: readonly RatedMatch[] }>,
  levelOf: LevelOf,
  onChanges?: (day: string, changes: PlayerChange[]) => void,
): RatingPool {
  const work = new Work(pool)
  for (const { day, matches } of days) {
    const changes = work.rate(dayNumber(day), matches, levelOf, onChanges !== undefined)
    onChanges?.(day, changes)
  }
  return work.pool
}

/** A player's rating on a day. Null without rated matches. */
export function estimateOf(pool: RatingPool, player: number, day: string): Estimate | null {
  const block = pool.blocks.get(player)
  return block === undefined ? null : shown(block, player, dayNumber(day), pool.parameters)
}

/** All players of the pool. */
export function listPlayers(pool: RatingPool): number[] {
  return [...pool.blocks.keys()]
}

export type Forecast = {
  /** The first side's chance to win, from 0 to 1. */
  win: number
  /** The most likely score, the first side's games first. */
  sets_text: string
  /** Shown points that each player would gain or lose if the first side wins, or loses, by a usual score. */
  changes: { player: number; if_win: number; if_loss: number }[]
}

/** The outlook of a match of two sides on a day. Players without rated matches count with their level. */
export function forecast(
  pool: RatingPool,
  day: string,
  sides: RatedMatch['sides'],
  levelOf: LevelOf,
  { most_sets = usualSets(pool.sport) }: { most_sets?: number } = {},
): Forecast {
  const { parameters } = pool
  const today = dayNumber(day)
  const places = sides.flatMap((side, index) =>
    side.map((player) => {
      const block = pool.blocks.get(player) ?? newBlock(player, levelOf(player), today, parameters)
      return { player, block, place: block.players.indexOf(player), share: (index === 0 ? 1 : -1) / side.length }
    }),
  )
  const mean = places.reduce((sum, { block, place, share }) => sum + share * block.mean[place]!, 0)
  const pulls = places.map((one) => places.reduce((sum, other) => sum + other.share * covarianceOf(one, other), 0))
  const variance = places.reduce((sum, { share }, at) => sum + share * pulls[at]!, 0)
  const deviation = Math.sqrt(variance + parameters.win_variance)
  const win = normalChance(mean / deviation)
  const density = normalDensity(mean / deviation)
  // The mean of the differences on the days that the side wins, and loses.
  const ifWin = (deviation * density) / Math.max(win, 1e-9)
  const ifLoss = (-deviation * density) / Math.max(1 - win, 1e-9)
  const usual = parameters.game_variance / 20 + parameters.form_variance
  const pointsOf = (pull: number, surprise: number) =>
    Math.round((parameters.shown_scale * pull * surprise) / (variance + usual))
  return {
    win,
    sets_text: expectedSets(mean, pool.sport, most_sets, parameters),
    changes: places.map(({ player }, at) => ({
      player,
      if_win: pointsOf(pulls[at]!, ifWin),
      if_loss: pointsOf(pulls[at]!, ifLoss),
    })),
  }

  function covarianceOf(one: (typeof places)[number], other: (typeof places)[number]): number {
    if (one.block !== other.block) return 0
    const covariance = one.block.covariance[one.place * one.block.players.length + other.place]!
    return one.place === other.place ? grownVariance(covariance, today - one.block.day, parameters) : covariance
  }
}

/** A match as seen by one block: its players there, the share of each in the difference, and what is outside. */
type Observation = {
  match: RatedMatch
  places: number[]
  shares: number[]
  /** By how much the result was above the expected one, and its variance without the block's own uncertainty. */
  surprise: number
  variance: number
  /** Whether the shares of the first side's players are those of winners. */
  hasWinner: boolean
}

/** The state while days are rated. Changes only blocks that it has copied itself. */
class Work {
  readonly #blocks: Map<number, Block>
  readonly #owned = new Set<Block>()
  readonly pool: RatingPool

  constructor(pool: RatingPool) {
    this.#blocks = new Map(pool.blocks)
    this.pool = { ...pool, blocks: this.#blocks }
  }

  rate(day: number, matches: readonly RatedMatch[], levelOf: LevelOf, isReported = true): PlayerChange[] {
    const { parameters, sport } = this.pool
    const rated = inOrder(matches.filter(isRated))
    for (const { sides } of rated)
      for (const side of sides)
        for (const player of side)
          if (!this.#blocks.has(player)) this.#replace(newBlock(player, levelOf(player), day, parameters))
    for (const match of rated) this.#connect(match, day)
    // All from the morning's values, before a block changes.
    const seen = new Map<Block, Observation[]>()
    const outlooks = new Map<RatedMatch, { win: number; sets_text: string; opposite: string }>()
    for (const match of rated) {
      const { difference, variance } = observe(match, sport, parameters)
      const parts = new Map<Block, { places: number[]; shares: number[] }>()
      for (const [index, side] of match.sides.entries())
        for (const player of side) {
          const block = this.#own(player, day)
          const part = parts.get(block) ?? { places: [], shares: [] }
          part.places.push(block.players.indexOf(player))
          part.shares.push((index === 0 ? 1 : -1) / side.length)
          parts.set(block, part)
        }
      let mean = 0
      let total = 0
      const variances = new Map<Block, number>()
      for (const [block, { places, shares }] of parts) {
        let own = 0
        for (const [at, place] of places.entries()) {
          mean += shares[at]! * block.mean[place]!
          for (const [other, column] of places.entries())
            own += shares[at]! * shares[other]! * block.covariance[place * block.players.length + column]!
        }
        variances.set(block, own)
        total += own
      }
      const hasWinner = match.status !== 'Match ended in a tie'
      for (const [block, part] of parts) {
        const observations = seen.get(block) ?? []
        observations.push({
          match,
          ...part,
          surprise: difference - mean,
          variance: variance + total - variances.get(block)!,
          hasWinner,
        })
        seen.set(block, observations)
      }
      if (isReported)
        outlooks.set(match, {
          win: normalChance(mean / Math.sqrt(total + parameters.win_variance)),
          sets_text: expectedSets(mean, sport, usualSets(sport), parameters),
          opposite: expectedSets(-mean, sport, usualSets(sport), parameters),
        })
    }
    const changes: PlayerChange[] = []
    for (const [block, observations] of seen) {
      const before = isReported ? block.players.map((player) => shown(block, player, day, parameters)) : []
      const given = updateInParts(block, observations)
      for (const { places } of observations)
        for (const place of places) {
          block.counts[place] = block.counts[place]! + 1
          block.last[place] = day
        }
      if (isReported) this.#report(block, observations, before, given, outlooks, day, changes)
    }
    return changes.toSorted((one, other) => one.player - other.player)
  }

  #report(
    block: Block,
    observations: readonly Observation[],
    before: readonly Estimate[],
    given: readonly Float64Array[],
    outlooks: ReadonlyMap<RatedMatch, { win: number; sets_text: string; opposite: string }>,
    day: number,
    changes: PlayerChange[],
  ): void {
    const { shown_scale } = this.pool.parameters
    for (const [place, player] of block.players.entries()) {
      const own: RatedResult[] = []
      const causes: { match: number; points: number }[] = []
      const exact: number[] = []
      for (const [at, { match, places }] of observations.entries()) {
        const points = given[at]![place]! * shown_scale
        if (!places.includes(place)) {
          if (Math.round(Math.abs(points)) > 0) causes.push({ match: match.id, points: Math.round(points) })
          continue
        }
        const { win, sets_text, opposite } = outlooks.get(match)!
        const isFirst = match.sides[0].includes(player)
        exact.push(points)
        own.push({
          match: match.id,
          expected: isFirst ? { win, sets_text } : { win: 1 - win, sets_text: opposite },
          points: 0,
        })
      }
      if (own.length === 0 && causes.length === 0) continue
      const after = shown(block, player, day, this.pool.parameters)
      const change = after.value - before[place]!.value - causes.reduce((sum, { points }) => sum + points, 0)
      for (const [at, points] of shareOut(change, exact).entries()) own[at]!.points = points
      causes.sort((one, other) => Math.abs(other.points) - Math.abs(one.points) || one.match - other.match)
      changes.push({ player, before: before[place]!, after, own, causes })
    }
  }

  /** The player's block as of the day, to change. */
  #own(player: number, day: number): Block {
    let block = this.#blocks.get(player)!
    if (!this.#owned.has(block)) {
      block = copyBlock(block)
      this.#replace(block)
    }
    advanceBlock(block, day, this.pool.parameters)
    return block
  }

  #replace(block: Block): void {
    this.#owned.add(block)
    for (const player of block.players) this.#blocks.set(player, block)
  }

  /** Brings the players of a match into one block as far as there is room. */
  #connect({ sides }: RatedMatch, day: number): void {
    const players = sides.flat()
    for (const player of players) {
      const first = this.#blocks.get(players[0]!)!
      const other = this.#blocks.get(player)!
      if (first === other) continue
      if (first.players.length + other.players.length <= this.pool.parameters.most_connected) {
        const [one, two] = [this.#own(players[0]!, day), this.#own(player, day)]
        this.#owned.delete(one)
        this.#owned.delete(two)
        this.#replace(joinBlocks([one, two].map((block) => ({ block, places: [...block.players.keys()] }))))
      }
    }
  }
}

/** The most results in one update, whose time grows with the third power of their number. */
const AT_ONCE = 100

/** Changes a block by a day's results, in the order of `inOrder` if there are more than one update takes. */
function updateInParts(block: Block, observations: readonly Observation[]): Float64Array[] {
  if (observations.length <= AT_ONCE) return updateBlock(block, observations)
  const morning = block.mean.slice()
  const given: Float64Array[] = []
  for (let start = 0; start < observations.length; start += AT_ONCE)
    given.push(
      ...updateBlock(
        block,
        observations.slice(start, start + AT_ONCE).map((each) => ({
          ...each,
          surprise: each.places.reduce(
            (left, place, at) => left - each.shares[at]! * (block.mean[place]! - morning[place]!),
            each.surprise,
          ),
        })),
      ),
    )
  return given
}

/**
 * Changes a block by a day's results (a Kalman filter's update with all of them at once), in place. Returns what each
 * result gave to each player.
 *
 * A result is linear in the strengths: difference = first side - second side + noise. So the update is exact, but for
 * one thing: a win never lowers the winner. A win that is closer than expected after the day's other results changes
 * nothing for the winner and for others (its pull is zero); it raises only the loser. That costs 0.1 % of log loss.
 */
function updateBlock(block: Block, observations: readonly Observation[]): Float64Array[] {
  const size = block.players.length
  const count = observations.length
  // The covariance of all strengths with each result's difference.
  const gains = observations.map(({ places, shares }) => {
    const gain = new Float64Array(size)
    for (const [at, place] of places.entries()) {
      const [share, row] = [shares[at]!, place * size]
      for (let column = 0; column < size; column += 1)
        gain[column] = gain[column]! + share * block.covariance[row + column]!
    }
    return gain
  })
  const matrix = observations.map(({ places, shares }, row) => {
    const line = new Float64Array(count)
    for (let column = 0; column < count; column += 1)
      for (const [at, place] of places.entries()) line[column] = line[column]! + shares[at]! * gains[column]![place]!
    line[row] = line[row]! + observations[row]!.variance
    return line
  })
  const factor = choleskyOf(matrix)
  const pulls = pullsOf(matrix, factor, observations)
  const given = gains.map((gain, at) => gain.map((each) => each * pulls[at]!))
  for (const [at, { places, shares, surprise, hasWinner }] of observations.entries()) {
    if (!hasWinner) continue
    // How much less than expected the winner won by, after the day.
    let lack = -surprise
    for (let column = 0; column < count; column += 1) lack += matrix[at]![column]! * pulls[column]!
    for (const [each, place] of places.entries()) {
      const isWinner = shares[each]! > 0
      const gain = gains[at]![place]!
      // In doubles a partner's uncertainty may pull the other way.
      if (isWinner ? given[at]![place]! < 0 : given[at]![place]! > 0) given[at]![place] = 0
      // As if the winner's strength were known.
      if (!isWinner && pulls[at]! <= 0 && lack > 0)
        given[at]![place] =
          (Math.max(0, -gain) * lack) / (Math.max(0, -gain) / -shares[each]! + observations[at]!.variance)
    }
  }
  for (const each of given)
    for (let place = 0; place < size; place += 1) block.mean[place] = block.mean[place]! + each[place]!
  shrink(block, gains, factor)
  return given
}

/** How strongly each result pulls: the solution of matrix * pulls = surprises in which no win pulls its winner down. */
function pullsOf(
  matrix: readonly Float64Array[],
  factor: readonly Float64Array[],
  observations: readonly Observation[],
): Float64Array {
  const count = observations.length
  const pulls = solveBy(
    factor,
    observations.map(({ surprise }) => surprise),
  )
  if (observations.every(({ hasWinner }, at) => !hasWinner || pulls[at]! >= 0)) return pulls
  // Projected Gauss-Seidel: converges, because the matrix is positive definite.
  for (let round = 0; round < 200; round += 1) {
    let moved = 0
    for (let row = 0; row < count; row += 1) {
      let sum = observations[row]!.surprise
      for (let column = 0; column < count; column += 1)
        if (column !== row) sum -= matrix[row]![column]! * pulls[column]!
      const pull = sum / matrix[row]![row]!
      const next = observations[row]!.hasWinner ? Math.max(0, pull) : pull
      moved = Math.max(moved, Math.abs(next - pulls[row]!))
      pulls[row] = next
    }
    if (moved < 1e-12) break
  }
  return pulls
}

/** Subtracts what the results made known from the covariance. */
function shrink(block: Block, gains: readonly Float64Array[], factor: readonly Float64Array[]): void {
  const size = block.players.length
  const known: Float64Array[] = []
  for (const [at, gain] of gains.entries()) {
    const column = gain.slice()
    for (let earlier = 0; earlier < at; earlier += 1) {
      const weight = factor[at]![earlier]!
      if (weight === 0) continue
      const other = known[earlier]!
      for (let place = 0; place < size; place += 1) column[place] = column[place]! - weight * other[place]!
    }
    const scale = 1 / factor[at]![at]!
    for (let place = 0; place < size; place += 1) column[place] = column[place]! * scale
    known.push(column)
  }
  // Four at a time: the matrix is read and written less often than once for each result.
  for (let at = 0; at < known.length; at += 4) subtractProducts(block.covariance, size, known.slice(at, at + 4))
}

/** Subtracts the products of each column with itself. One triangle is computed and copied, so the halves stay equal. */
function subtractProducts(covariance: Float64Array, size: number, columns: readonly Float64Array[]): void {
  const [one, two, three, four] = columns
  for (let row = 0; row < size; row += 1) {
    const start = row * size
    const a = one![row]!
    const [b, c, d] = [two?.[row] ?? 0, three?.[row] ?? 0, four?.[row] ?? 0]
    if (a === 0 && b === 0 && c === 0 && d === 0) continue
    if (four)
      for (let place = 0; place <= row; place += 1)
        covariance[start + place] =
          covariance[start + place]! - (a * one![place]! + b * two![place]! + c * three![place]! + d * four[place]!)
    else
      for (const [at, column] of columns.entries()) {
        const weight = at === 0 ? a : at === 1 ? b : c
        for (let place = 0; place <= row; place += 1)
          covariance[start + place] = covariance[start + place]! - weight * column[place]!
      }
    for (let place = 0, at = row; place < row; place += 1, at += size) covariance[at] = covariance[start + place]!
  }
}

function shown(block: Block, player: number, day: number, parameters: RatingParameters): Estimate {
  const place = block.players.indexOf(player)
  const variance = block.covariance[place * (block.players.length + 1)]!
  return {
    value: Math.round(parameters.shown_start + parameters.shown_scale * block.mean[place]!),
    deviation: Math.round(parameters.shown_scale * Math.sqrt(grownVariance(variance, day - block.day, parameters))),
    matches: block.counts[place]!,
  }
}

/** Whole numbers near these that add up to the total. */
function shareOut(total: number, exact: readonly number[]): number[] {
  const whole = exact.map((each) => Math.round(each))
  let rest = total - whole.reduce((sum, each) => sum + each, 0)
  while (rest !== 0 && whole.length > 0) {
    const step = Math.sign(rest)
    const errors = whole.map((each, at) => step * (exact[at]! - each))
    const at = errors.indexOf(Math.max(...errors))
    whole[at] = whole[at]! + step
    rest -= step
  }
  return whole
}

/** An order of matches that does not depend on when they were entered. */
function inOrder(matches: readonly RatedMatch[]): RatedMatch[] {
  const keyed = matches.map((match) => ({ match, keys: keysOf(match) }))
  return keyed.toSorted(({ keys: one }, { keys: other }) => compareKeys(one, other)).map(({ match }) => match)
}

function compareKeys(one: readonly number[], other: readonly number[]): number {
  for (let at = 0; at < Math.min(one.length, other.length); at += 1)
    if (one[at] !== other[at]) return one[at]! - other[at]!
  return one.length - other.length
}

function keysOf({ sides, sets, status }: RatedMatch): number[] {
  const scores = sets.flatMap(({ score_1, score_2 }) => [score_1, score_2])
  const isTie = status === 'Match ended in a tie'
  // The order of the players of a pair, and of the sides of a tie, is by chance.
  const pairs = sides.map((side) => side.toSorted((a, b) => a - b))
  const isSwapped = isTie && pairs[0]![0]! > pairs[1]![0]!
  const ordered = isSwapped ? pairs.toReversed() : pairs
  const written = isSwapped ? sets.flatMap(({ score_1, score_2 }) => [score_2, score_1]) : scores
  return [...ordered.flat(), ...written, status === null ? 0 : 1]
}

function dayNumber(day: string): number {
  return daysBetween('1970-01-01', day)
}
