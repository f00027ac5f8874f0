import { addDays } from '#/rules/day.ts'
import type { MatchStatus, SetScore } from '#/rules/outcome.ts'
import type { RatedMatch } from '#/rules/rating/match.ts'

/** Results of one pool in the order of their days, with the players' levels in steps from the middle. */
export type Results = { days: { day: string; matches: RatedMatch[] }[]; levels: Map<number, number> }

/** A generator of numbers from 0, below 1 (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const LEAGUE = 8
const SEASON_DAYS = 70
const SEASON_EVERY_DAYS = 150

/** `spread`: the deviation of strengths, `form`: of a player's days, `drift`: from one season to the next. */
export type LeagueOptions = {
  players?: number
  seasons?: number
  pairs?: boolean
  spread?: number
  form?: number
  drift?: number
}

/**
 * Leagues of 8 players (or pairs, which change) with known strengths, of about 7 matches a season each. Strengths are
 * logits of games. Players differ in how often they play, have good and bad days, and win games in streaks; they rate
 * themselves with an error, and change between seasons. Most matches are two sets and a match tie-break; some are three
 * sets, pro sets, or end early. More than 8 players are drawn into leagues by strength each season.
 */
export function makeLeague(seed: number, options: LeagueOptions = {}): Results {
  const { seasons = 2, pairs = false, spread = 0.5, form = 0.15, drift = 0.1 } = options
  const { players = 3 * (pairs ? 2 * LEAGUE : LEAGUE) } = options
  const chance = chanceOf(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
  const middle = 0.3 * normal()
  const strengths = Array.from({ length: players }, () => middle + spread * normal())
  const levels = new Map(strengths.map((strength, player) => [player, Math.round((strength + 0.3 * normal()) / 0.4)]))
  const activity = strengths.map(() => 0.6 + 0.8 * chance())
  const byDay = new Map<string, RatedMatch[]>()
  let id = 0
  for (let season = 0; season < seasons; season += 1) {
    if (season > 0)
      for (const [player, strength] of strengths.entries()) strengths[player] = strength + drift * normal()
    const drawn = strengths
      .map((strength, player) => ({ player, key: strength + spread * normal() }))
      .toSorted((one, other) => one.key - other.key)
    const size = pairs ? 2 * LEAGUE : LEAGUE
    for (let start = 0; start < players; start += size) {
      const league = drawn.slice(start, start + size).map(({ player }) => player)
      for (const [one, two] of pairs ? meetPairs(league, chance) : meetAll(league, activity, chance)) {
        const day = addDays('2020-03-01', season * SEASON_EVERY_DAYS + Math.floor(chance() * SEASON_DAYS))
        const strengthOf = (side: readonly number[]) =>
          side.reduce((sum, player) => sum + strengths[player]! + form * normal(), 0) / side.length
        const { sets, status } = playMatch(strengthOf(one) - strengthOf(two), chance, normal)
        const [last] = sets.slice(-1)
        const isFirst = status === null ? last!.score_1 > last!.score_2 : chance() < 0.5
        const turned = isFirst ? sets : sets.map(({ score_1, score_2 }) => ({ score_1: score_2, score_2: score_1 }))
        const matches = byDay.get(day) ?? []
        matches.push({ id, sides: isFirst ? [one, two] : [two, one], sets: turned, status })
        byDay.set(day, matches)
        id += 1
      }
    }
  }
  const days = [...byDay].map(([day, matches]) => ({ day, matches }))
  return { days: days.toSorted((one, other) => (one.day < other.day ? -1 : 1)), levels }
}

/** On average one match of any two, for some none, for some two. */
function meetAll(league: readonly number[], activity: readonly number[], chance: () => number) {
  return league.flatMap((one, place) =>
    league.slice(0, place).flatMap((two) => {
      const often = Math.floor(activity[one]! * activity[two]! + chance())
      return Array.from({ length: often }, (): [number[], number[]] => [[one], [two]])
    }),
  )
}

/** About 7 matches of each player, with another partner each time. */
function meetPairs(league: readonly number[], chance: () => number): [number[], number[]][] {
  return Array.from({ length: (7 * league.length) / 4 }, () => {
    const four = [...league]
    for (let at = 0; at < 4; at += 1) {
      const other = at + Math.floor(chance() * (four.length - at))
      ;[four[at], four[other]] = [four[other]!, four[at]!]
    }
    return [four.slice(0, 2), four.slice(2, 4)]
  })
}

function playMatch(difference: number, chance: () => number, normal: () => number) {
  const kind = chance()
  const status: MatchStatus = chance() < 0.02 ? 'Retired' : null
  const sets: SetScore[] = []
  if (kind < 0.1) sets.push(playSet(8, difference, chance, normal))
  else
    while (true) {
      const won = sets.filter(({ score_1, score_2 }) => score_1 > score_2).length
      if (won === 2 || sets.length - won === 2) break
      sets.push(
        sets.length === 2 && kind < 0.75 ? playTieBreak(difference, chance) : playSet(6, difference, chance, normal),
      )
    }
  // A retirement is in the second set.
  return status !== null && sets.length > 1
    ? { sets: [sets[0]!, { score_1: 2, score_2: 1 }], status }
    : { sets, status: null }
}

function playSet(to: number, difference: number, chance: () => number, normal: () => number): SetScore {
  let [one, two] = [0, 0]
  let streak = 0.1 * normal()
  let serve = chance() < 0.5 ? 0.35 : -0.35
  while (!((Math.max(one, two) >= to && Math.abs(one - two) >= 2) || Math.max(one, two) > to)) {
    const isTieBreak = one === to && two === to
    const isOne = chance() < 1 / (1 + Math.exp(-(difference + streak + (isTieBreak ? 0 : serve))))
    if (isOne) one += 1
    else two += 1
    serve = -serve
    streak = 0.8 * streak + (isOne ? 0.06 : -0.06)
  }
  return { score_1: one, score_2: two }
}

function playTieBreak(difference: number, chance: () => number): SetScore {
  let [one, two] = [0, 0]
  const rally = 1 / (1 + Math.exp(-difference / 2.5))
  while (Math.max(one, two) < 10 || Math.abs(one - two) < 2)
    if (chance() < rally) one += 1
    else two += 1
  return { score_1: one, score_2: two }
}
