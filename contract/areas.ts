import { usFlexAreas } from '#/rules/starter-areas.ts'
import { dayInZone } from '#/rules/day.ts'

/** The id of an area in addresses and on the wire. Made from its name when the area is opened; it never changes. */
export type AreaSlug = string

/** Where people play. `time_zone` is an IANA name. */
export type Area = { slug: AreaSlug; name: string; time_zone: string }

// One list per process: the server reads it from the database, a browser finds it in the page. Until then, those of the
// starter kit.
let known: readonly Area[] = usFlexAreas

/** Sets the areas of this process, in the order in which they are listed. For code that has just read them, never while rendering. */
export function knowAreas(areas: readonly Area[]): void {
  known = areas
}

export function listedAreas(): readonly Area[] {
  return known
}

/** An area by its slug or its name, in any case. */
export function findArea(text: string): Area | undefined {
  const wanted = text.trim().toLowerCase()
  return known.find(({ slug, name }) => slug === wanted || name.toLowerCase() === wanted)
}

/** Whether these are all areas. */
export function areAllAreas(areas: readonly AreaSlug[]): boolean {
  return known.every(({ slug }) => areas.includes(slug))
}

/** The area shown to a visitor who has none yet. */
export function firstArea(): AreaSlug {
  return known[0]?.slug ?? ''
}

/** An area's name by its slug; the slug itself for an area that this process does not know yet. */
export function areaName(slug: AreaSlug): string {
  return known.find((each) => each.slug === slug)?.name ?? slug
}

/** The calendar day in an area at an instant, yyyy-mm-dd; in UTC for an area that this process does not know yet. */
export function dayInArea(slug: AreaSlug, instant: Date): string {
  return dayInZone(instant, known.find((each) => each.slug === slug)?.time_zone ?? 'UTC')
}

/** Whether a text is an area's slug. */
export function isArea(text: string | null): text is AreaSlug {
  return known.some(({ slug }) => slug === text)
}
