import { undoAct } from '#/organizer/calls.gen.ts'
import { queries, reauthenticated } from '#/web/api.ts'
import { ApiError, call } from '#/web/call.ts'
import { showToast } from '#/web/ui/toasts.ts'

/** Undoes a change from its toast. All reads are made again, because the toast does not know which the change touched. */
export async function undoRightAway(audit_id: string): Promise<void> {
  const input = { params: { id: Number(audit_id) }, body: { reason: 'Undone right away' } }
  try {
    const { message } = await reauthenticated(() => call(undoAct, input))
    showToast({ tone: 'good', text: message })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showToast({ tone: 'bad', text: error.message })
  }
  await queries.invalidateQueries()
}
