import type { AreaSlug } from '#/contract/areas.ts'
import { refuse } from './refuse.ts'
import type { Tx } from './db.ts'
import type { SignedIn } from './session.ts'

/**
 * The areas of an organizer's list: the given one, or all areas of the caller. Refuses `not_your_area`. Queries by id use
 * `area = any(organizer_areas)` instead, so rows of other areas are not found.
 */
export function organizerAreas({ organizer_areas }: Pick<SignedIn, 'organizer_areas'>, asked?: AreaSlug): AreaSlug[] {
  if (asked === undefined) return [...organizer_areas]
  if (!organizer_areas.includes(asked)) refuse('not_your_area')
  return [asked]
}

/** Refuses last_owner if there is only one. Locks the owners until the transaction ends. */
export async function refuseLastOwner(tx: Tx): Promise<void> {
  if ((await lockOwners(tx)).length < 2) refuse('last_owner')
}

/** The ids of all owners, locked until the transaction ends. */
export async function lockOwners(tx: Tx): Promise<number[]> {
  const owners = await tx
    .selectFrom('players')
    .select('id')
    .where('role', '=', 'owner')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return owners.map(({ id }) => id)
}
