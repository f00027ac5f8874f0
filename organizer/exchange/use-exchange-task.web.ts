import { useQuery } from '@tanstack/react-query'
import { readOf } from '#/web/api.ts'
import { getExchangeTask } from './contract.ts'

/** Reads an import or export every second until it has finished. */
export function useExchangeTask(task_id: string) {
  return useQuery({
    ...readOf(getExchangeTask, { params: { task_id } }),
    refetchInterval: ({ state }) =>
      state.data && (state.data.task.state === 'done' || state.data.task.state === 'failed') ? false : 1000,
  })
}
