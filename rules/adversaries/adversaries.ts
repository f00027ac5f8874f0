import { addDays, daysBetween } from '#/rules/day.ts'
import { judgeEffort, type EffortOffer, type Outcome } from '#/rules/effort.ts'
import {
  formatWordsOf,
  completeFormat,
  leagueFormats,
  type FormatKind,
  type LeagueFormat,
} from '#/rules/formats/formats.ts'
import { ladderTerms } from '#/rules/formats/ladder.ts'
import { standardRules, type SeasonRules } from '#/rules/season-rules.ts'
import { chanceAt } from '#/rules/simulation/chance.ts'
import { playLadder, type LadderDeviation } from '#/rules/simulation/ladder.ts'
import { simulatedPlayers, type SimulatedPlayers } from '#/rules/simulation/players.ts'
import { playSeason, type Deviation } from '#/rules/simulation/season.ts'
import type { StandingMatch } from '#/rules/standings.ts'

// Strategies against the rules, played by simulation (docs/performance.md, "Attacks on the rules").

// Keys beside those of rules/simulation/.
const [DILIGENCE, FRIEND] = [21, 22]

/** A league under attack. `me`: the adversary, the first who should not be in the top half. */
type Attacked = { players: SimulatedPlayers; kind: FormatKind; me: number; weakest: number; friend: number }

type Strategy = {
  name: string
  words: string
  /** Mean places that it may gain over honest play in any format. */
  bound: number
  /** Its moves in a league with a table. Null if it makes no sense in this format. */
  season?: (league: Attacked) => Deviation | null
  /** Its moves on a ladder. */
  ladder?: (league: Attacked) => LadderDeviation
  /** Whether the adversary and a friend begin at the top of the ladder. */
  from_top?: boolean
}

export const strategies = [
  {
    name: 'farm',
    words: 'plays the weakest again after each round',
    bound: 0,
    season: ({ kind, me, weakest }) => (hasGroups(kind) ? null : { added: () => [{ pair: [me, weakest] }] }),
    ladder: ({ me }) => ({ challenges: (by, possible) => (by === me ? possible.at(-1) : possible[0]) ?? null }),
  },
  {
    name: 'sweep',
    words: 'adds a match with another weaker player after each round',
    bound: 0,
    season: ({ kind, me, weakest }) =>
      hasGroups(kind) ? null : { added: (round) => [{ pair: [me, weakest - ((round - 1) % (weakest - me))] }] },
  },
  {
    name: 'dodge',
    words: 'declines every time that a stronger player offers',
    bound: 0,
    season: (league) => ({ result: unplayed(league, () => []) }),
    ladder: ({ me }) => ({ outcome: ({ by, of }) => (of === me && by < me ? 'unanswered' : 'played') }),
  },
  {
    name: 'sham',
    words: 'offers stronger players only times that nobody can take',
    bound: 0.25,
    season: (league) => ({ result: unplayed(league, shams) }),
    ladder: ({ players: { seed }, me }) => ({
      outcome: ({ by, of, day }) => {
        if (of !== me || by > me) return 'played'
        const outcome = judge(seed, { other: by, when: daysBetween(window.from, day) }, shams())
        return outcome === 'walkover_two' ? { winner: by } : 'not_played'
      },
    }),
  },
  {
    name: 'freeze',
    words: 'begins on top of the ladder, where a friend keeps challenging and never plays',
    bound: 1,
    ladder: ({ me, friend }) => ({
      challenges: (by, possible) => (by === friend ? possible.find((of) => of === me) : possible[0]) ?? null,
      outcome: ({ by, of }) => (by === friend && of === me ? 'not_played' : 'played'),
    }),
    from_top: true,
  },
  {
    name: 'lose',
    words: 'loses the first match or box period for an easier draw',
    bound: 0,
    season: ({ kind, me }) =>
      formatWordsOf(kind).by_results
        ? { result: ({ pair, round }, honest) => (round === 1 && pair.includes(me) ? lostBy(me, honest) : honest) }
        : null,
  },
  {
    name: 'withdraw',
    words: 'has a friend withdraw at the end when that helps',
    bound: 1.25,
    season: ({ me, friend }) => ({
      withdraws: (orderWithout) => {
        const before = orderWithout(null).filter((entry_id) => entry_id !== friend)
        return orderWithout(friend).indexOf(me) < before.indexOf(me) ? friend : null
      },
    }),
  },
  {
    name: 'collude',
    words: 'is given every match by the best player',
    bound: 1.5,
    season: ({ me }) => ({
      result: ({ pair }, honest) => (pair.includes(me) && pair.includes(1) ? lostBy(1, honest) : honest),
    }),
    ladder: ({ me }) => ({
      outcome: ({ by, of }) => ([by, of].includes(1) && [by, of].includes(me) ? { winner: me } : 'played'),
    }),
  },
] as const satisfies readonly Strategy[]

export type StrategyName = (typeof strategies)[number]['name']

/** The adversary's mean place in honest play, the places that it gains, and the most in one league. */
export type Harm = { honest: number; gained: number; most: number }

/** Plays the same leagues honestly and by a strategy. Null if it makes no sense in this format. */
export function harmOf(
  name: StrategyName,
  format: LeagueFormat,
  leagues: number,
  rules: SeasonRules = standardRules,
): Harm | null {
  const strategy: Strategy = strategies.find((each) => each.name === name)!
  const gains: number[] = []
  let honest = 0
  for (let seed = 1; seed <= leagues; seed += 1) {
    const league = attackedLeague(format.kind, seed)
    const orders = ordersOf(league, format, strategy, rules)
    if (orders === null) return null
    // A friend who withdraws must not seem to be passed.
    const friend = name === 'withdraw' ? league.friend : null
    const [before, after] = orders.map((order) => {
      return order.filter((entry_id) => entry_id !== friend).indexOf(league.me) + 1
    })
    honest += before! / leagues
    gains.push(before! - after!)
  }
  return { honest, gained: gains.reduce((sum, each) => sum + each, 0) / leagues, most: Math.max(...gains) }
}

/** Ten players, or twenty where not everybody can meet. */
function attackedLeague(kind: FormatKind, seed: number): Attacked {
  const { everybody, group, by_rung } = formatWordsOf(kind)
  const weakest = everybody || group !== null || by_rung ? 10 : 20
  const me = weakest / 2 + 1
  const other = 1 + Math.floor((weakest - 1) * chanceAt(seed, FRIEND))
  return { players: simulatedPlayers(weakest, seed), kind, me, weakest, friend: other < me ? other : other + 1 }
}

/** The final orders of honest play and of the strategy. */
function ordersOf(
  league: Attacked,
  format: LeagueFormat,
  { season, ladder, from_top }: Strategy,
  rules: SeasonRules,
): [number[], number[]] | null {
  const { players, kind, me, friend } = league
  if (!formatWordsOf(kind).by_rung) {
    const deviation = season?.(league) ?? null
    return deviation && [playSeason(players, format, {}, rules), playSeason(players, format, deviation, rules)]
  }
  if (ladder === undefined) return null
  const terms = ladderTerms(format)
  const top = from_top ? [me, friend] : []
  const start = [...top, ...players.by_strength.filter((entry_id) => !top.includes(entry_id))]
  return [playLadder(players, terms, start), playLadder(players, terms, start, ladder(league))]
}

/** The formats with their standard numbers; smaller flights and boxes than standard ones, so that ten players have two. */
export const attackedFormats: readonly LeagueFormat[] = leagueFormats.map(({ kind }) =>
  completeFormat({ kind, ...(hasGroups(kind) ? { size: 5 } : {}) }),
)

function hasGroups(kind: FormatKind): boolean {
  return formatWordsOf(kind).group !== null
}

function lostBy(loser: number, honest: StandingMatch): StandingMatch {
  return { ...honest, winner: honest.entry_1 === loser ? honest.entry_2 : honest.entry_1 }
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const window = { from: '2026-05-01', to: '2026-05-14' }

function offerOf(
  side: 1 | 2,
  { day, hours, starts_hour, suits }: { day: number; hours: number; starts_hour: number; suits: boolean },
): EffortOffer {
  const made_at = day * dayMs + 9 * hourMs
  const on = day + Math.ceil((9 + hours) / 24)
  return {
    side,
    made_at,
    made_on: addDays(window.from, day),
    ended_at: made_at + hours * hourMs,
    outcome: 'expired',
    times: [{ day: addDays(window.from, on), starts_at: on * dayMs + starts_hour * hourMs, suits }],
  }
}

/** Offers at 03:30 on many days, and one on the last evening that nobody can answer in time. */
function shams(): EffortOffer[] {
  const nights = [1, 4, 7, 10].map((day) => offerOf(1, { day, hours: 48, starts_hour: 3.5, suits: false }))
  return [...nights, offerOf(1, { day: 13, hours: 1, starts_hour: 23.9, suits: true })]
}

/** The outcome of a match that was not played, at the end of an extended window: others offer between none and four days. */
function judge(seed: number, { other, when }: { other: number; when: number }, mine: EffortOffer[]): Outcome {
  const offered = Math.floor(5 * chanceAt(seed, DILIGENCE, other, when))
  const theirs = Array.from({ length: offered }, (_, index) =>
    offerOf(2, { day: 1 + 3 * index, hours: 48, starts_hour: 18, suits: true }),
  )
  return judgeEffort({ offers: [...mine, ...theirs], events: [], window, extends_to: null }, standardRules).outcome
}

/** Matches against stronger players are not played. */
function unplayed({ players, me }: Attacked, mine: () => EffortOffer[]): NonNullable<Deviation['result']> {
  return ({ pair, round }, honest) => {
    const other = pair.find((entry_id) => entry_id !== me)!
    if (!pair.includes(me) || other > me) return honest
    const outcome = judge(players.seed, { other, when: round }, mine())
    const winner = outcome === 'walkover_one' ? me : other
    return outcome === 'not_played' ? null : { ...honest, status: 'Opponent did not show', winner, sets: [] }
  }
}
