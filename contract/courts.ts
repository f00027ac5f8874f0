import type { Sport } from '#/rules/sports/formats.ts'

/** The tennis courts of divisions and seasons. */
export const tennisCourts = [
  'mens-singles-3-0',
  'mens-singles-3-5',
  'mens-singles-4-0',
  'mens-singles-4-5',
  'mens-singles-5-0',
  'womens-singles-3-0',
  'womens-singles-3-5',
  'womens-singles-4-0',
  'womens-singles-4-5',
  'womens-singles-5-0',
  'womens-doubles',
  'mens-doubles',
  'mixed-doubles',
  'summer-1',
  'summer-2',
  'fall',
  'winter',
] as const

/** The drawings of courts, each a file /courts/<name>.svg made by ops/draw-courts.ts. */
export const courts = [...tennisCourts, 'padel', 'pickleball', 'badminton', 'squash', 'table-tennis'] as const

export type Court = (typeof courts)[number]

/** The courts that illustrate the divisions of a sport. */
export const courtsOfSport: Readonly<Record<Sport, readonly [Court, ...Court[]]>> = {
  tennis: tennisCourts,
  padel: ['padel'],
  pickleball: ['pickleball'],
  badminton: ['badminton'],
  squash: ['squash'],
  table_tennis: ['table-tennis'],
}

/** The court of a division: the chosen one if it suits its sport, otherwise the sport's first. */
export function courtOfDivision(sport: Sport, chosen: Court): Court {
  const known = courtsOfSport[sport]
  return known.includes(chosen) ? chosen : known[0]
}

/** The pictures of empty lists and of errors. */
export type EmptyCourt = 'no-matches' | 'no-results' | 'no-league' | 'no-players' | 'empty-cart' | 'lost' | 'error'

/** The pictures of divisions whose slug names no level: one of five, of women's or of men's courts. */
type PlainCourt = `plain-${'womens' | 'mens'}-${0 | 1 | 2 | 3 | 4}`

/** Every picture, each a file /courts/<name>.svg made by ops/draw-courts.ts. */
export type CourtPicture = Court | EmptyCourt | PlainCourt

/** The picture of a division. It depends only on the slug. */
export function courtOfSlug(slug: string): CourtPicture {
  const who = /wom[ae]n|ladies/i.test(slug) ? 'womens' : 'mens'
  const [, whole, half] = /([345])[-._]?([05])/.exec(slug) ?? []
  const name = /mix/i.test(slug)
    ? 'mixed-doubles'
    : /double/i.test(slug)
      ? `${who}-doubles`
      : `${who}-singles-${whole}-${half}`
  const known = courts.find((court) => court === slug) ?? courts.find((court) => court === name)
  return known ?? `plain-${who}-${plainOf(slug.toLowerCase())}`
}

function plainOf(slug: string): 0 | 1 | 2 | 3 | 4 {
  const sum = Array.from(slug).reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 9973, 7)
  return (sum % 5) as 0 | 1 | 2 | 3 | 4
}

/** The address of a court's file. */
export function courtImage(court: CourtPicture): string {
  return `/courts/${court}.svg`
}

/** The court whose file has this address. */
export function courtOf(image: string): Court {
  return courts.find((court) => courtImage(court) === image) ?? 'fall'
}
