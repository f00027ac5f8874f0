import type { AreaSlug } from '#/contract/areas.ts'
import { refuse } from './refuse.ts'
import type { Tx } from './db.ts'
import type { SignedIn } from './session.ts'

/**
 * The areas that a desk's list covers: the one asked for, else all in which the caller runs the leagues. Refuses
 * `not_your_area`. What is found by its id is asked for with `area = any(organizer_areas)`: elsewhere it is not found.
 */
export function organizerAreas({ organizer_areas }: Pick<SignedIn, 'organizer_areas'>, asked?: AreaSlug): AreaSlug[] {
  if (asked === undefined) return [...organizer_areas]
  if (!organizer_areas.includes(asked)) refuse('not_your_area')
  return [asked]
}

/** Refuses last_owner when only one is left; holds the owners until the transaction ends. */
export async function refuseLastOwner(tx: Tx): Promise<void> {
  if ((await lockOwners(tx)).length < 2) refuse('last_owner')
}

/** The ids of all owners, held until the transaction ends. */
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
