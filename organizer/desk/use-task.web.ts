import { useQuery, useQueryClient, type DefaultError, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { readOf } from '#/web/api.ts'
import { useLiveTopics } from '#/web/live.ts'
import { getTask } from '#/organizer/calls.gen.ts'

/** Milliseconds between two reads if the stream is silent. */
const ASK_AGAIN_MS = 15_000

type Followed<T, E> = {
  /** Null if there is none, or if the id is malformed. */
  id: number | null
  read: UseQueryOptions<T, E>
  isFinished: (reply: T) => boolean
}

/** Reads a task again after each step that the stream reports, until it has finished. */
export function useFollowed<T, E = DefaultError>({ id, read: of, isFinished }: Followed<T, E>) {
  const read = useQuery({
    ...of,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isFinished(data as T) ? false : ASK_AGAIN_MS),
  })
  const isRunning = id !== null && !(read.data !== undefined && isFinished(read.data))
  useLiveTopics(useQueryClient(), of.queryKey as QueryKey, { topics: isRunning ? [`task:${id}`] : [], says: null })
  return read
}

/** Follows a task until it has finished. Null for none. */
export function useTask(id: number | null) {
  const read = { ...readOf(getTask, { params: { id: id ?? 0 } }), enabled: id !== null }
  return useFollowed({ id, read, isFinished: ({ finished_at }) => finished_at !== null })
}
