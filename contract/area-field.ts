import { formatChoice } from './locale.ts'
import * as z from 'zod/mini'
import { listedAreas, readArea, type Area, type AreaSlug } from './areas.ts'

/** An area by slug, by name or by an address that it has or had, in any case; its slug inside. */
export const area = z.pipe(
  z.string(),
  z.transform((value, ctx): AreaSlug => {
    const found = readArea(value)
    if (found !== undefined) return found
    ctx.issues.push({ code: 'custom', message: `Please choose ${oneOf(listedAreas())}.`, input: value })
    return z.NEVER
  }),
)

/** An area that somebody can choose to play in. */
export const openArea = area.check(
  z.refine((slug) => listedAreas().some((each) => each.slug === slug), {
    error: () => `Please choose ${oneOf(listedAreas())}.`,
  }),
)

function oneOf(areas: readonly Area[]): string {
  return formatChoice(areas.map(({ name }) => name))
}
