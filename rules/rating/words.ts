import { sportWords, type Sport } from '#/rules/sports/formats.ts'
import type { RatingParameters } from './parameters.ts'

/** Sets as they end, from a narrow one to a clear one. */
const tennisSets = ['7-6', '7-5', '6-4', '6-3', '6-2', '6-1', '6-0']
const usualPoints = { pickleball: 11, badminton: 21, squash: 11, table_tennis: 11 } as const

/** The sets that win a usual match. */
export function usualSets(sport: Sport): number {
  return sport === 'squash' || sport === 'table_tennis' ? 3 : 2
}

/** The score of straight sets nearest to this difference of strengths: "6-3 6-4", "4-6 3-6" for the weaker side. */
export function expectedSets(difference: number, sport: Sport, sets: number, parameters: RatingParameters): string {
  const scale = sportWords[sport].game === 'game' ? 1 : parameters.point_scale
  const share = 1 / (1 + Math.exp(-Math.abs(difference) / scale))
  const ends = endsOf(sport)
  const chosen: { won: number; lost: number }[] = []
  for (let set = 1; set <= sets; set += 1) {
    // Each next set corrects what the ones before it left.
    const error = (end: { won: number; lost: number }) => {
      const all = [...chosen, end]
      const won = all.reduce((sum, each) => sum + each.won, 0)
      return Math.abs(won / (won + all.reduce((sum, each) => sum + each.lost, 0)) - share)
    }
    chosen.push(ends.reduce((best, end) => (error(end) < error(best) ? end : best)))
  }
  const order = chosen.toSorted((one, other) => one.lost - other.lost)
  return order.map(({ won, lost }) => (difference < 0 ? `${lost}-${won}` : `${won}-${lost}`)).join(' ')
}

function endsOf(sport: Sport): { won: number; lost: number }[] {
  if (sport === 'tennis' || sport === 'padel')
    return tennisSets.map((set) => ({ won: Number(set[0]), lost: Number(set[2]) }))
  const to = usualPoints[sport]
  return [
    { won: to + 1, lost: to - 1 },
    ...Array.from({ length: to - 1 }, (_, at) => ({ won: to, lost: to - 2 - at })),
  ].filter(({ lost }) => lost >= 0)
}
