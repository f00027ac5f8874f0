import type { App } from '#/server/context.ts'
import { inTransaction } from '#/server/db.ts'
import { workOnEach } from '#/server/queue.ts'
import { listUnsealed, lockSealed } from './queries.ts'

/** Job: seals the leagues whose season is over and whose table is final. */
export async function sealLeagues({ db, clock }: App): Promise<void> {
  const now = clock.now()
  await workOnEach(await listUnsealed(db, now), (league_id) =>
    inTransaction(db, (tx) => lockSealed(tx, league_id, now)),
  )
}
