import type { Task } from '#/organizer/desk/contract.ts'
import type { Db } from '#/server/db.ts'
import { storedRequest, type BulkItem, type BulkReport } from './contract.ts'
import type { StepKind } from './plan.ts'
import { listItems } from './queries.ts'

const kindOfStep: Record<StepKind, BulkItem['kind']> = {
  move: 'entry',
  withdraw: 'entry',
  limit: 'league',
  end_league: 'league',
  walkover: 'match',
  close: 'season',
  message: 'player',
}

/** The state of each thing of a task. Undefined for a task of another kind. */
export async function readReport(db: Db, { id, ...task }: Task): Promise<BulkReport | undefined> {
  const found = await db
    .selectFrom('bulk_acts')
    .select(['request', 'reason'])
    .where('task_id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  const items = (await listItems(db, id)).map((item): BulkItem => {
    const about = { kind: kindOfStep[item.step as StepKind], id: item.subject, text: item.text }
    if (item.refund_state === 'failed')
      return {
        ...about,
        state: 'left',
        why: `${item.failed_reason ?? ''} Nothing was refunded, and the entry stays.`.trim(),
      }
    return { ...about, state: item.refund_state === 'requested' ? 'refunding' : item.state, why: item.why }
  })
  const { state, done, total, created_at, finished_at } = task
  return {
    act: storedRequest.parse(found.request).act,
    reason: found.reason ?? '',
    state,
    done,
    total,
    created_at,
    finished_at,
    items,
    message_id: await findMessage(db, id),
  }
}

/** The message that a task sends. Null for another task. */
async function findMessage(db: Db, task_id: number): Promise<string | null> {
  const row = await db.selectFrom('league_messages').select('id').where('task_id', '=', task_id).executeTakeFirst()
  return row?.id ?? null
}
