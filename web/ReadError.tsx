import type { ReactNode } from 'react'
import type { ApiError } from './call.ts'
import { useOnline } from './connection.ts'
import { ErrorState } from './ui/ErrorState.tsx'

/** The part of a read that describes its failure. */
export type Read = { error: ApiError | null; isFetching: boolean; refetch: () => Promise<unknown> }

type ReadErrorProps = {
  /** The reads; the first that failed is shown. */
  of: Read | readonly Read[]
  /** The sentence for a 404 or an invalid address. */
  missing?: string
  /** Another way out, as a ButtonLink. */
  action?: ReactNode
}

/** Shows a failed read. Only a temporary failure has a retry. */
export function ReadError({ of, missing, action }: ReadErrorProps) {
  const online = useOnline()
  const reads = 'error' in of ? [of] : of
  const failed = reads.filter(({ error }) => error !== null)
  const error = failed[0]?.error
  if (!error) return null
  const isOffline = error.code === 'offline' && !online
  const isMissing = error.status === 404 || error.status === 422
  const isTemporary = error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500
  return (
    <ErrorState
      {...(isMissing && { picture: 'lost', title: 'Not found' })}
      {...(isOffline && { title: 'You are offline' })}
      {...(isTemporary && { onRetry: () => void Promise.all(failed.map((read) => read.refetch())) })}
      busy={failed.some(({ isFetching }) => isFetching)}
      requestId={error.request_id ?? undefined}
      action={action}
    >
      {isMissing
        ? (missing ?? error.message)
        : isOffline
          ? 'This loads automatically as soon as you have a connection again.'
          : error.message}
    </ErrorState>
  )
}
