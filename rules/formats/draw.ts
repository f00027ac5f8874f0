import { drawCards } from '#/rules/schedule.ts'
import { drawBoxes } from './boxes.ts'
import { drawFixedMatches } from './fixed-matches.ts'
import { drawFlights } from './flights.ts'
import type { LeagueFormat } from './formats.ts'
import { drawLadder, ladderTerms } from './ladder.ts'
import { emptyDraw, type Drawn, type LeagueToDraw } from './league.ts'
import { drawSwiss } from './swiss.ts'

/** Draws the matches of a league in this format. Pure: the same league gets the same draw. */
export function drawLeague(league: LeagueToDraw, format: LeagueFormat): Drawn {
  const { kind, matches = 1, size = 1, rounds = 1, moves = 1 } = format
  switch (kind) {
    case 'round_robin':
    case 'double_round_robin':
      return { ...emptyDraw, cards: drawCards({ ...league, double: kind === 'double_round_robin' }) }
    case 'fixed_matches':
      return drawFixedMatches(withoutFriendlies(league), matches)
    case 'flights':
      return drawFlights(league, size)
    case 'boxes':
      return drawBoxes(league, { size, rounds, moves })
    case 'ladder':
      return drawLadder(league, ladderTerms(format))
    case 'swiss':
      return drawSwiss(withoutFriendlies(league), rounds)
  }
}

/** Without the matches that two have played outside the schedule: nobody avoids an opponent by a friendly. */
function withoutFriendlies(league: LeagueToDraw): LeagueToDraw {
  if (league.rules.meetings !== 'schedule') return league
  return { ...league, matches: league.matches.filter(({ round, done }) => round !== null || !done) }
}
