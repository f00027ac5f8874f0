import type { Level } from './levels.ts'
import type { Sport } from './sports/formats.ts'

/** A division that many clubs of a sport have. */
export type UsualDivision = {
  key: string
  name: string
  kind: 'singles' | 'doubles'
  level: string | null
  gender: 'Male' | 'Female' | null
  is_mixed: boolean
  age_from: number | null
}

/** Sports that are mostly played in pairs: their divisions by level are of pairs. */
const playedInPairs: readonly Sport[] = ['padel', 'pickleball']

/** Sports that are never, or hardly ever, played in pairs. */
const playedAlone: readonly Sport[] = ['squash']

/** The divisions to choose from when a club of a sport begins: by gender, by age and by level. */
export function usualDivisions(sport: Sport, levels: readonly Level[]): UsualDivision[] {
  const inPairs = playedInPairs.includes(sport)
  const [kind, noun] = inPairs ? (['doubles', 'Doubles'] as const) : (['singles', 'Singles'] as const)
  const everybody = { level: null, gender: null, is_mixed: false, age_from: null }
  const singles: UsualDivision[] = [
    { ...everybody, key: 'mens-singles', name: "Men's Singles", kind: 'singles', gender: 'Male' },
    { ...everybody, key: 'womens-singles', name: "Women's Singles", kind: 'singles', gender: 'Female' },
  ]
  const doubles: UsualDivision[] = [
    { ...everybody, key: 'mens-doubles', name: "Men's Doubles", kind: 'doubles', gender: 'Male' },
    { ...everybody, key: 'womens-doubles', name: "Women's Doubles", kind: 'doubles', gender: 'Female' },
    { ...everybody, key: 'mixed-doubles', name: 'Mixed Doubles', kind: 'doubles', is_mixed: true },
  ]
  return [
    { ...everybody, key: 'open', name: `Open ${noun}`, kind },
    ...(inPairs ? doubles : playedAlone.includes(sport) ? singles : [...singles, ...doubles]),
    { ...everybody, key: 'over-40', name: `${noun} 40 and over`, kind, age_from: 40 },
    ...levels.map(({ key, name }) => ({
      ...everybody,
      key: `level-${key}`,
      name: `${noun} ${name}`,
      kind,
      level: key,
    })),
  ]
}
