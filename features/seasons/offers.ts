import { listedAreas, type AreaSlug } from '#/contract/areas.ts'
import type { Division } from './contract.ts'

type Edition = { slug: string; year: number }

/** Whether a division is sold in a season and area; without an area: in one of them. */
export function isOffered(
  { exceptions }: Pick<Division, 'exceptions'>,
  season: Edition,
  area: AreaSlug | undefined,
): boolean {
  const areas = area === undefined ? listedAreas().map(({ slug }) => slug) : [area]
  return areas.some(
    (slug) =>
      !exceptions.some(
        (each) => each.season === season.slug && each.year === season.year && each.area === slug && !each.offered,
      ),
  )
}

/** The year in the address of a season on sale: only where another one of its name is on sale before it. */
export function yearInAddress(
  seasons: readonly (Edition & { id: number })[],
  { id, slug, year }: Edition & { id: number },
) {
  return seasons.find((each) => each.slug === slug)?.id === id ? undefined : year
}

/** The season on sale that an address means: by its slug, and its year where the address has one. */
export function seasonOf<S extends Edition>(
  seasons: readonly S[],
  { slug, year }: { slug: string | null; year: string | number | null },
): S | undefined {
  return seasons.find((each) => each.slug === slug && (!year || String(each.year) === String(year)))
}
