import { usFlexAreas } from '#/rules/starter-areas.ts'

/** The id of an area in the API and the database. Made from its name when the area is opened; it never changes. */
export type AreaSlug = string

/** A place where leagues are played. `time_zone` is an IANA name. */
export type Area = {
  slug: AreaSlug
  name: string
  time_zone: string
  /** Replaces the slug in page addresses. Absent if it is the slug. */
  address?: string
  /** Former addresses, in addition to its slug. */
  earlier?: readonly string[]
  /** Nothing is sold there anymore. Past seasons remain. */
  is_archived?: true
  /** The first day (yyyy-mm-dd) on which entries are sold there. Absent if they are sold as soon as a season opens. */
  sale_from?: string
  /** The contact for its players. Absent for the organization. */
  contact?: AreaContact
}

/** A contact person. '' for unknown details. */
export type AreaContact = { name: string; email: string; phone: string }

// Each process has one list: the server reads it from the database, a browser from the page. Until then the list has
// the starter kit's areas.
let known: readonly Area[] = usFlexAreas

/**
 * Sets this process's areas, in display order, archived ones last. Call it after reading them, never while rendering.
 */
export function setAreas(areas: readonly Area[]): void {
  known = areas
}

/** The areas that players can choose. */
export function listedAreas(): readonly Area[] {
  return known.filter(({ is_archived }) => !is_archived)
}

/** All areas, archived ones last. For past seasons. */
export function allAreas(): readonly Area[] {
  return known
}

/** Whether the list covers all areas, including archived ones. */
export function areAllAreas(areas: readonly AreaSlug[]): boolean {
  return known.every(({ slug }) => areas.includes(slug))
}

/** The area shown to a visitor who has not chosen one. */
export function firstArea(): AreaSlug {
  return known[0]?.slug ?? ''
}

/** An area's name by its slug. The slug itself for an area that this process does not know yet. */
export function areaName(slug: AreaSlug): string {
  return known.find((each) => each.slug === slug)?.name ?? slug
}

/** The part of page addresses that names an area. */
export function areaAddress(slug: AreaSlug): string {
  return known.find((each) => each.slug === slug)?.address ?? slug
}

/** Finds an area by its address, a former address, or its slug. */
export function findArea(text: string | null | undefined): AreaSlug | undefined {
  if (text === null || text === undefined) return undefined
  // An address belongs to one area, and no area uses another's slug as its address.
  return known.find(({ slug, address, earlier }) => text === slug || text === address || earlier?.includes(text))?.slug
}

/** Finds an area by name, slug or address, in any case. */
export function readArea(text: string | null): AreaSlug | undefined {
  if (text === null) return undefined
  const wanted = text.trim().toLowerCase()
  return known.find(({ name }) => name.toLowerCase() === wanted)?.slug ?? findArea(wanted)
}

/** The current form of a page's address (path and query) that names an area by an old one. Null if it is current. */
export function movedAddress(path: string): string | null {
  const start = path.indexOf('?')
  if (start === -1) return null
  const query = new URLSearchParams(path.slice(start))
  let moved = false
  for (const name of AREA_PARAMETERS) {
    const text = query.get(name)
    const area = findArea(text)
    if (area === undefined || areaAddress(area) === text) continue
    query.set(name, areaAddress(area))
    moved = true
  }
  return moved ? `${path.slice(0, start)}?${query.toString()}` : null
}

/** The query parameters that name an area. */
export const AREA_PARAMETERS: readonly string[] = ['area', 'city']
