import { allAreas, listedAreas, type AreaSlug } from '#/contract/areas.ts'
import { organization } from '#/contract/organization.ts'
import { dayInZone } from '#/rules/day.ts'
import type { Division } from './contract.ts'

type Edition = { slug: string; year: number }

type Exception = Division['exceptions'][number]

function exceptionOf(
  { exceptions }: Pick<Division, 'exceptions'>,
  season: Edition,
  area: AreaSlug,
): Exception | undefined {
  return exceptions.find((each) => each.season === season.slug && each.year === season.year && each.area === area)
}

/** Whether a division is sold in a season and area, or without an area in any. */
export function isOffered(
  division: Pick<Division, 'exceptions'>,
  season: Edition,
  area: AreaSlug | undefined,
): boolean {
  return areasOf(area).some((slug) => exceptionOf(division, season, slug)?.offered ?? true)
}

/** The division as sold in a season and area; without an area at its lowest price in any. */
export function offerOf<D extends Pick<Division, 'exceptions' | 'price'>>(
  division: D,
  season: Edition,
  area: AreaSlug | undefined,
): D & Offer {
  const offers = areasOf(area).flatMap((slug): Offer[] => {
    const exception = exceptionOf(division, season, slug)
    if (!exception) return [{ price: division.price, early_until: null, varies: false }]
    return exception.offered ? [{ price: exception.price, early_until: exception.early_until, varies: false }] : []
  })
  const [lowest = { price: division.price, early_until: null }] = offers.toSorted((a, b) => a.price - b.price)
  return { ...division, ...lowest, varies: offers.some(({ price }) => price !== lowest.price) }
}

/** How many have joined a division in a season and area; without an area in all. */
export function entriesOf({ joined }: Pick<Division, 'joined'>, season: Edition, area: AreaSlug | undefined): number {
  return joined
    .filter((each) => each.season === season.slug && each.year === season.year && areasOf(area).includes(each.area))
    .reduce((sum, { entries }) => sum + entries, 0)
}

/** A division's price today. `varies`: higher in some areas. */
export type Offer = {
  price: number
  /** The last day of this price, yyyy/MM/dd. */
  early_until: string | null
  varies: boolean
}

const areasOf = (area: AreaSlug | undefined) => (area === undefined ? listedAreas().map(({ slug }) => slug) : [area])

/** The year for the URL of a season on sale, needed only if an earlier edition is on sale too. */
export function yearInAddress(
  seasons: readonly (Edition & { id: number })[],
  { id, slug, year }: Edition & { id: number },
) {
  return seasons.find((each) => each.slug === slug)?.id === id ? undefined : year
}

/** The season on sale with this slug and, if given, year. */
export function seasonOf<S extends Edition>(
  seasons: readonly S[],
  { slug, year }: { slug: string | null; year: string | number | null },
): S | undefined {
  return seasons.find((each) => each.slug === slug && (!year || String(each.year) === String(year)))
}

/**
 * Why nothing is sold in an area at an instant: it is archived, or its sale begins later (yyyy-mm-dd). Null if it
 * sells.
 */
export function saleProblemAt(instant: Date, slug: AreaSlug | undefined): 'archived' | { sale_from: string } | null {
  const area = allAreas().find((each) => each.slug === slug)
  if (area?.is_archived) return 'archived'
  const today = dayInZone(instant, organization().time_zone)
  return area?.sale_from !== undefined && area.sale_from > today ? { sale_from: area.sale_from } : null
}
