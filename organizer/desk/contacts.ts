import { sql } from 'kysely'
import type { Db } from '#/server/db.ts'
import { isInScope } from '#/server/scope.ts'
import type { SignedIn } from '#/server/session.ts'
import { shownEmail } from '#/server/shown-email.ts'
import type { Contact } from './contract.ts'

/** How to reach these players, in this order. Nothing but the name of somebody outside the caller's scope. */
export async function listContacts(db: Db, caller: SignedIn, ids: readonly number[]): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select p.id, p.name, p.deleted_at is null and ${isInScope(caller)} as is_mine,
      case when p.deleted_at is null and ${isInScope(caller)} then ${shownEmail('p')} end as email,
      case when p.deleted_at is null and ${isInScope(caller)} then p.phone end as phone
    from unnest(${ids}::int[]) with ordinality asked (id, place) join players p on p.id = asked.id
    order by asked.place`.execute(db)
  return rows
}
