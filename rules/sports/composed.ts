import type { LiveDeuce } from './sport.ts'

/** As `sports` of formats.ts, which imports this file. */
type Sport = 'tennis' | 'padel' | 'pickleball' | 'badminton' | 'squash' | 'table_tennis'

/** A format that an owner composed. A set is a game in sports whose games are counted in points. */
export type Composition = {
  sport: Sport
  /** 1 to 4: one set, best of three, five or seven. */
  sets_to_win: number
  /** The score that wins a set. Null if time ends the match, or if the match is one tie-break. */
  to: number | null
  /** The minutes of a timed match. Else null. */
  minutes: number | null
  /** The score that wins a set with a lead of one. `to` itself: win by one. Null if a lead of two is always needed. */
  cap: number | null
  /** The score to which the receiver may choose to play when both sides are a point short of `to`. */
  or_to: number | null
  /** The points that win the tie-break of a set, played one short of the cap. Null if there is none. */
  tie_break: number | null
  /** Whether one point decides that tie-break once both sides are a point short. */
  is_sudden: boolean
  /** How a game is won at deuce. Null if sets are counted in points. */
  deuce: LiveDeuce | null
  /**
   * The deciding set: like the others, without a tie-break, replaced by a match tie-break, or as the season and the
   * players choose.
   */
  last: 'set' | 'long' | 'tie_break' | 'choice'
  /** The points that win the match tie-break. Null if there is none. */
  tie_break_to: number | null
  /** Whether only the server scores. */
  own_serve: boolean
}

/** A format's key is its whole composition: leagues that have chosen it need nothing else, and keep it as it is. */
export type ComposedFormat = `${Sport}.${string}`

const deuceKeys = { advantage: 'ad', deciding_point: 'dp', star_point: 'sp' } as const
const lastKeys = { set: null, long: 'long', tie_break: 'mtb', choice: 'any' } as const

/** Writes a composition as a format's key: 'tennis.2.s4.c4.x5.dp.any10'. */
export function composedKey(of: Composition): ComposedFormat {
  const part = (key: string, value: number | null) => (value === null ? [] : [`${key}${value}`])
  const { sport, sets_to_win, is_sudden, deuce, last, tie_break_to } = of
  return `${sport}.${[
    sets_to_win,
    ...part('s', of.to),
    ...part('m', of.minutes),
    ...part('c', of.cap),
    ...part('o', of.or_to),
    ...part(is_sudden ? 'x' : 't', of.tie_break),
    ...(deuce === null ? [] : [deuceKeys[deuce]]),
    ...(lastKeys[last] === null ? [] : [`${lastKeys[last]}${tie_break_to ?? ''}`]),
    ...(of.own_serve ? ['serve'] : []),
  ].join('.')}`
}

/** The composition of a key. Null if it is not one. Does not check that it can be played: see `compositionProblem`. */
export function parseComposed(key: string): Composition | null {
  const [sport, sets, ...parts] = key.split('.')
  const numbers = new Map(parts.map((part) => [part.replace(/\d+$/, ''), Number(/\d+$/.exec(part)?.[0] ?? 0)]))
  const number = (name: string) => numbers.get(name) ?? null
  const nameOf = <T extends string>(keys: Record<T, string | null>) =>
    (Object.keys(keys) as T[]).find((name) => keys[name] !== null && numbers.has(keys[name]))
  const last = nameOf(lastKeys) ?? 'set'
  const composition: Composition = {
    sport: sport as Sport,
    sets_to_win: Number(sets),
    to: number('s'),
    minutes: number('m'),
    cap: number('c'),
    or_to: number('o'),
    tie_break: number('t') ?? number('x'),
    is_sudden: numbers.has('x'),
    deuce: nameOf(deuceKeys) ?? null,
    last,
    tie_break_to: last === 'tie_break' || last === 'choice' ? number(lastKeys[last]) : null,
    own_serve: numbers.has('serve'),
  }
  return composedKey(composition) === key ? composition : null
}

/** Whether a match is a single tie-break. */
export function isOneTieBreak({ sets_to_win, last }: Pick<Composition, 'sets_to_win' | 'last'>): boolean {
  return sets_to_win === 1 && last === 'tie_break'
}

const counts = ['', 'One', 'Best of three', 'Best of five', 'Best of seven'] as const

/** 'Best of three sets to 5 games, tie-break at 4-4, no-ad'. `words`: the sport's. */
export function composedName(of: Composition, words: { set: string; game: string }): string {
  const { sport, sets_to_win, to, cap, or_to, tie_break, minutes, deuce, last, tie_break_to } = of
  const isInGames = words.game === 'game'
  const level = (score: number) => `${score - 1}-${score - 1}`
  const sets = `${words.set}${sets_to_win > 1 ? 's' : ''}`
  const head =
    minutes !== null
      ? `Timed: ${minutes} minutes, the ${words.game}s at the horn`
      : isOneTieBreak(of)
        ? `One tie-break to ${tie_break_to} points`
        : `${counts[sets_to_win]} ${sets} to ${to}${isInGames ? ' games' : ''}`
  const isTied = tie_break !== null && cap !== null
  return [
    head,
    isTied && `${of.is_sudden ? 'short ' : ''}tie-break${tie_break === 7 ? '' : ` to ${tie_break}`} at ${level(cap)}`,
    isInGames && to !== null && cap === null && 'no tie-break',
    !isTied &&
      cap !== null &&
      (cap === to ? 'win by one' : isInGames ? `one game decides at ${level(cap)}` : `capped at ${cap}`),
    or_to !== null && to !== null && `at ${level(to)} the receiver chooses ${to} or ${or_to}`,
    sport === 'pickleball' ? !of.own_serve && 'rally scoring' : of.own_serve && 'only the server scores',
    deuce &&
      {
        advantage: 'advantage',
        deciding_point: sport === 'padel' ? 'golden point' : 'no-ad',
        star_point: 'Star Point',
      }[deuce],
    last === 'long' && `no tie-break in the last ${words.set}`,
    last === 'tie_break' && sets_to_win > 1 && `the last ${words.set} a match tie-break to ${tie_break_to}`,
    last === 'choice' && `a match tie-break to ${tie_break_to}`,
  ]
    .filter(Boolean)
    .join(', ')
}
