import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ASK_AGAIN_MS } from '#/organizer/desk/use-task.web.ts'
import { readOf } from '#/web/api.ts'
import { useWatch } from '#/web/live.ts'
import { getExchangeTask } from './contract.ts'

/** Follows an import or export until it has finished. */
export function useExchangeTask(task_id: string) {
  const of = readOf(getExchangeTask, { params: { task_id } })
  const read = useQuery({
    ...of,
    refetchInterval: ({ state }) => (hasEnded(state.data?.task.state) ? false : ASK_AGAIN_MS),
  })
  const isRunning = /^[1-9]\d{0,8}$/.test(task_id) && !hasEnded(read.data?.task.state)
  useWatch(useQueryClient(), of.queryKey, { topics: isRunning ? [`task:${Number(task_id)}`] : [], says: null })
  return read
}

function hasEnded(state: string | undefined): boolean {
  return state === 'done' || state === 'failed'
}
