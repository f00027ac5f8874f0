import type { AreaSlug } from '#/contract/areas.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'

/**
 * The areas that a desk's list covers: the one asked for, else all in which the caller runs the leagues. Refuses
 * `not_your_area`. What is found by its id is asked for with `area = any(desk_areas)`: elsewhere it is not found.
 */
export function deskAreas({ desk_areas }: Pick<SignedIn, 'desk_areas'>, asked?: AreaSlug): AreaSlug[] {
  if (asked === undefined) return [...desk_areas]
  if (!desk_areas.includes(asked)) refuse('not_your_area')
  return [asked]
}
