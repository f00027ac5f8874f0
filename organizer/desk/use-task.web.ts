import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readOf } from '#/web/api.ts'
import { useWatch } from '#/web/live.ts'
import { getTask } from './contract.ts'

/** Milliseconds between two readings in case that the stream tells nothing. */
export const ASK_AGAIN_MS = 15_000

/** Follows a task until it has finished; null: none. */
export function useTask(id: number | null) {
  const of = readOf(getTask, { params: { id: id ?? 0 } })
  const read = useQuery({
    ...of,
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : ASK_AGAIN_MS),
  })
  const isRunning = id !== null && !read.data?.finished_at
  useWatch(useQueryClient(), of.queryKey, { topics: isRunning ? [`task:${id}`] : [], says: null })
  return read
}
