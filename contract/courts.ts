/** The courts that are drawn for divisions and seasons, each a file /courts/<name>.svg made by ops/draw-courts.ts. */
export const courts = [
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

export type Court = (typeof courts)[number]

/** The address of a court's file. */
export function courtImage(court: Court): string {
  return `/courts/${court}.svg`
}

/** The court whose file has this address. */
export function courtOf(image: string): Court {
  return courts.find((court) => courtImage(court) === image) ?? 'fall'
}
