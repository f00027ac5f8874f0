import { dayInZone } from '#/rules/day.ts'
import { allAreas, type AreaSlug } from './areas.ts'

/** The calendar day in an area at an instant, yyyy-mm-dd. */
export function dayInArea(slug: AreaSlug, instant: Date): string {
  return dayInZone(instant, zoneOfArea(slug))
}

/** The time zone of an area. UTC for an area that this process does not know yet. */
export function zoneOfArea(slug: AreaSlug): string {
  return allAreas().find((each) => each.slug === slug)?.time_zone ?? 'UTC'
}
