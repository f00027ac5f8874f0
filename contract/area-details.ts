import { dayInZone } from '#/rules/day.ts'
import { allAreas, type AreaSlug } from './areas.ts'

/** The calendar day in an area at an instant, yyyy-mm-dd. */
export function dayInArea(slug: AreaSlug, instant: Date): string {
  return dayInZone(instant, zoneOfArea(slug))
}

/** The time zone of an area; UTC for an area that this process does not know yet. */
export function zoneOfArea(slug: AreaSlug): string {
  return allAreas().find((each) => each.slug === slug)?.time_zone ?? 'UTC'
}

/** Why nothing is sold in an area on a day (yyyy-mm-dd): it is archived, or its sale begins later; null: it is sold there. */
export function saleProblemOf(slug: AreaSlug, today: string): 'archived' | { sale_from: string } | null {
  const area = allAreas().find((each) => each.slug === slug)
  if (area?.is_archived) return 'archived'
  return area?.sale_from !== undefined && area.sale_from > today ? { sale_from: area.sale_from } : null
}
