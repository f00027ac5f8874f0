import { useQuery } from '@tanstack/react-query'
import { readOf } from '#/web/api.ts'
import { getTask } from './contract.ts'

/** Reads a task every second until it has finished; null: none. */
export function useTask(id: number | null) {
  return useQuery({
    ...readOf(getTask, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : 1000),
  })
}
