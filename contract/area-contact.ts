import { allAreas, type AreaContact, type AreaSlug } from './areas.ts'

/** The contact for players of an area. Undefined for the organization. */
export function contactOf(slug: AreaSlug | null): AreaContact | undefined {
  return allAreas().find((each) => each.slug === slug)?.contact
}
