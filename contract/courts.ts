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

/** The address of a court's file. */
export function courtImage(court: Court): string {
  return `/courts/${court}.svg`
}

/** The court whose file has this address. */
export function courtOf(image: string): Court {
  return courts.find((court) => courtImage(court) === image) ?? 'fall'
}
