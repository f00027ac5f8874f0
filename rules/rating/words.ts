import { formatsOfSport, type Sport } from '#/rules/sports/formats.ts'
import { sportRules } from '#/rules/sports/sports.ts'
import { scaleOf } from './match.ts'
import type { RatingParameters } from './parameters.ts'

/** The sets that win a usual match: the middle of the sport's standard formats. */
export function usualSets(sport: Sport): number {
  const all = formatsOfSport(sport).flatMap(({ standard, sets_to_win }) => (standard ? [sets_to_win] : []))
  return all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)]!
}

/** The score nearest to this difference of strengths: "6-3 6-4", "4-6 3-6" for the weaker side, "7-6 6-7" for equal ones. */
export function expectedSets(difference: number, sport: Sport, sets: number, parameters: RatingParameters): string {
  const scale = scaleOf(sport, parameters)
  const share = 1 / (1 + Math.exp(-Math.abs(difference) / scale))
  const ends = endsOf(sport)
  const { won: most, lost: least } = ends[0]!
  const chosen: { won: number; lost: number }[] = []
  for (let set = 1; set <= sets; set += 1) {
    // Each next set corrects what the ones before it left.
    const error = (end: { won: number; lost: number }) => {
      const all = [...chosen, end]
      const won = all.reduce((sum, each) => sum + each.won, 0)
      return Math.abs(won / (won + all.reduce((sum, each) => sum + each.lost, 0)) - share)
    }
    // The sides share narrow sets, and the stronger one has never won fewer.
    const canLose = chosen.filter(({ won, lost }) => won > lost).length * 2 > chosen.length
    const possible = canLose ? [...ends, { won: least, lost: most }] : ends
    chosen.push(possible.reduce((best, end) => (error(end) < error(best) ? end : best)))
  }
  const order = chosen.toSorted((one, other) => one.lost - other.lost)
  return order.map(({ won, lost }) => (difference < 0 ? `${lost}-${won}` : `${won}-${lost}`)).join(' ')
}

/** How a set of the sport's usual shape ends, from a narrow one to a clear one. */
function endsOf(sport: Sport): { won: number; lost: number }[] {
  const { to, tie_break } = Object.values(sportRules[sport].shapes)[0]!
  const games = to!
  return [
    ...(tie_break === null ? [] : [{ won: games + 1, lost: games }]),
    { won: games + 1, lost: games - 1 },
    ...Array.from({ length: games - 1 }, (_, at) => ({ won: games, lost: games - 2 - at })),
  ]
}
