import { allAreas, type AreaContact, type AreaSlug } from './areas.ts'

/** Whom the players of an area ask; undefined: the organization. */
export function contactOf(slug: AreaSlug | null): AreaContact | undefined {
  return allAreas().find((each) => each.slug === slug)?.contact
}
