import { formatChoice } from './locale.ts'
import * as z from 'zod/mini'
import { findArea, listedAreas, type Area, type AreaSlug } from './areas.ts'

/** An area by slug or by name, in any case; its slug inside. */
export const area = z.pipe(
  z.string(),
  z.transform((value, ctx): AreaSlug => {
    const found = findArea(value)
    if (found) return found.slug
    ctx.issues.push({ code: 'custom', message: `Please choose ${oneOf(listedAreas())}.`, input: value })
    return z.NEVER
  }),
)

function oneOf(areas: readonly Area[]): string {
  return formatChoice(areas.map(({ name }) => name))
}
