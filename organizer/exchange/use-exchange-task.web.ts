import { useFollowed } from '#/organizer/desk/use-task.web.ts'
import { readOf } from '#/web/api.ts'
import { getExchangeTask } from '#/organizer/calls.gen.ts'

/** Follows an import or export until it has finished. */
export function useExchangeTask(task_id: string) {
  return useFollowed({
    id: /^[1-9]\d{0,8}$/.test(task_id) ? Number(task_id) : null,
    read: readOf(getExchangeTask, { params: { task_id } }),
    isFinished: ({ task: { state } }) => state === 'done' || state === 'failed',
  })
}
