import { usFlexAreas } from '#/rules/starter-areas.ts'

/** The id of an area on the wire and in the database. Made from its name when the area is opened; it never changes. */
export type AreaSlug = string

/** Where people play. `time_zone` is an IANA name. */
export type Area = {
  slug: AreaSlug
  name: string
  time_zone: string
  /** What addresses of pages have instead of the slug; left out while it is the slug. */
  address?: string
  /** Addresses that it had before, beside its slug. */
  earlier?: readonly string[]
  /** Nothing is sold there any more; its past stays. */
  is_archived?: true
  /** The first day (yyyy-mm-dd) on which entries there are sold; left out: as soon as a season is. */
  sale_from?: string
  /** Whom its players ask; left out: the organization. */
  contact?: AreaContact
}

/** A person, '' where something is not known. */
export type AreaContact = { name: string; email: string; phone: string }

// One list per process: the server reads it from the database, a browser finds it in the page. Until then, those of the
// starter kit.
let known: readonly Area[] = usFlexAreas

/** Sets the areas of this process, in the order in which they are listed, archived ones last. For code that has just read them, never while rendering. */
export function knowAreas(areas: readonly Area[]): void {
  known = areas
}

/** The areas that somebody can choose to play in. */
export function listedAreas(): readonly Area[] {
  return known.filter(({ is_archived }) => !is_archived)
}

/** Every area, archived ones last: for what was played there. */
export function allAreas(): readonly Area[] {
  return known
}

/** Whether these are all areas, archived ones too. */
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

/** What addresses of pages call an area. */
export function areaAddress(slug: AreaSlug): string {
  return known.find((each) => each.slug === slug)?.address ?? slug
}

/** The area that an address means: by its address, one that it had before, or its slug. */
export function findArea(text: string | null | undefined): AreaSlug | undefined {
  if (text === null || text === undefined) return undefined
  // An address belongs to one area, and no area has another's slug for an address.
  return known.find(({ slug, address, earlier }) => text === slug || text === address || earlier?.includes(text))?.slug
}

/** The area that a text means: by its name, its slug or an address of it, in any case. */
export function readArea(text: string | null): AreaSlug | undefined {
  if (text === null) return undefined
  const wanted = text.trim().toLowerCase()
  return known.find(({ name }) => name.toLowerCase() === wanted)?.slug ?? findArea(wanted)
}

/** The address of a page (path and query) where an area in it is called as it is now; null: it is already. */
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

/** The parameters of addresses that name an area. */
export const AREA_PARAMETERS: readonly string[] = ['area', 'city']
