import { formatChoice } from './locale.ts'
import * as z from 'zod/mini'
import { listedAreas, readArea, type Area, type AreaSlug } from './areas.ts'

/** Parses an area from its slug, its name, or a current or former address, in any case, to its slug. */
export const area = z.pipe(
  z.string(),
  z.transform((value, ctx): AreaSlug => {
    const found = readArea(value)
    if (found !== undefined) return found
    ctx.issues.push({ code: 'custom', message: `Please choose ${oneOf(listedAreas())}.`, input: value })
    return z.NEVER
  }),
)

/** An area that players can choose. */
export const openArea = area.check(
  z.refine((slug) => listedAreas().some((each) => each.slug === slug), {
    error: () => `Please choose ${oneOf(listedAreas())}.`,
  }),
)

function oneOf(areas: readonly Area[]): string {
  return formatChoice(areas.map(({ name }) => name))
}
