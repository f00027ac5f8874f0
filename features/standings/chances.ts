import type { Reply } from '#/contract/endpoint.ts'
import { chancesOf, percentOf, type StrengthOf } from '#/rules/chances.ts'
import { logOddsOf, type EntryRating } from '#/rules/rating/entries.ts'
import { prospectAfter, type Pairing, type PlayoffStatus } from '#/rules/needs.ts'
import { isLadder } from '#/rules/standings.ts'
import { countingMatches, flightsIn, movesIn, movesOf, nameOf, opposite, statusOf, viewsOf } from './place.ts'
import type { readChances } from './place-contract.ts'
import type { LeagueSnapshot, OpenMatch } from './place-queries.ts'

/** My next matches that are shown. */
const MOST_NEXT = 3

/**
 * Strengths from ratings. Null if less than half of the entries have a settled one: then each side is as likely to win.
 */
export function strengthsFrom(ratings: ReadonlyMap<number, EntryRating>): StrengthOf | null {
  const settled = [...ratings.values()].filter((rating) => rating.settled).length
  if (ratings.size === 0 || 2 * settled < ratings.size) return null
  return (entry_id) => {
    const rating = ratings.get(entry_id)
    return rating ? logOddsOf(rating) : null
  }
}

/**
 * The chances in a league, as its entry `mine` sees them. `strengthOf`: from ratings; without it each side is as likely
 * to win. Undefined if the entry is not in the league.
 */
export function leagueChances(
  league: LeagueSnapshot,
  mine: number,
  strengthOf: StrengthOf | null,
): Omit<Reply<typeof readChances>, 'league_id'> | undefined {
  const flights = flightsIn(league)
  const own = flights.find(({ snapshot }) => snapshot.entries.some(({ entry_id }) => entry_id === mine))
  if (!own) return undefined
  const moves = movesIn(league, own)
  const of = !moves ? 'play_offs' : moves.up > 0 ? 'going_up' : 'staying'
  const views = viewsOf(own)
  const among = moves ? [own] : flights
  const open = openMatches(league)
  const isDrawn = !league.draw_may_add && !isLadder(league.entries)
  if (!isDrawn || (open.length === 0 && league.rounds_to_come === 0))
    return { basis: null, of, entry_id: mine, qualify: null, down: null, next: [], league: [] }
  const pairs = new Map(open.map((match) => [match, [match.entry_one_id, match.entry_two_id] as const]))
  const { entries, matches, rules } = moves ? own.snapshot : league
  const chances = chancesOf(
    { entries, matches, rules, open: [...pairs.values()], moves, rounds_to_come: moves ? 0 : league.rounds_to_come },
    mine,
    strengthOf ?? (() => null),
  )
  const lines = among.flatMap((flight) => {
    const seen = flight === own ? views : viewsOf(flight)
    return flight.snapshot.entries.map(({ entry_id }) => {
      const chance = chances.of.get(entry_id)!
      const going = moves && movesOf(seen, entry_id, moves)
      const known = (status: PlayoffStatus, provisional: boolean) => (provisional ? 'open' : status)
      const { status, provisional } = going
        ? { ...going, status: of === 'going_up' ? going.up : opposite[going.down] }
        : statusOf(seen, entry_id)
      return {
        entry_id,
        qualify: percentOf(chance.qualify, known(status, provisional)),
        down:
          of === 'going_up' && going && moves.down > 0 ? percentOf(chance.down, known(going.down, provisional)) : null,
      }
    })
  })
  const next = open.filter(({ id, ...pair }) => id !== null && [pair.entry_one_id, pair.entry_two_id].includes(mine))
  const { qualify, down } = lines.find(({ entry_id }) => entry_id === mine)!
  return {
    basis: strengthOf ? 'rating' : 'even',
    of,
    entry_id: mine,
    qualify,
    down,
    next: next.slice(0, MOST_NEXT).flatMap((match) => {
      const pair = pairs.get(match)!
      const share = chances.next.get(pair)
      if (!share || match.id === null) return []
      const opponent = pair[0] === mine ? pair[1] : pair[0]
      // A certainty stays one, and a result can make one.
      const after = (result: Pairing): PlayoffStatus =>
        qualify === 100
          ? 'in'
          : qualify === 0
            ? 'out'
            : afterResult(views, result, mine, moves !== null || flights.length > 1)
      return {
        match_id: match.id,
        opponent: nameOf(league, opponent),
        match_date: match.match_date,
        if_win: percentOf(share.if_win, after([mine, opponent])),
        if_loss: percentOf(share.if_loss, after([opponent, mine])),
      }
    }),
    league: lines,
  }
}

/** The status that a result would make certain. Open where corrections, further matches or other flights could change it. */
function afterResult(
  views: ReturnType<typeof viewsOf>,
  result: Pairing,
  entry_id: number,
  isOpen: boolean,
): PlayoffStatus {
  if (isOpen || views.may_add_matches || views.strict !== null || views.rules.ranking.by !== 'wins') return 'open'
  return prospectAfter(views, result, entry_id, views.rules).status
}

/** The matches to be played: those on the schedule, and disputed ones, which may end either way. */
function openMatches(league: LeagueSnapshot): (Omit<OpenMatch, 'id'> & { id: number | null })[] {
  const disputed = league.disputed.map((match) => ({ ...match, id: null, match_date: null, round: null }))
  return league.season_over ? disputed : [...countingMatches(league), ...disputed]
}
