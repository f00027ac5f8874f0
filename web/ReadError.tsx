import type { ReactNode } from 'react'
import type { ApiError } from './call.ts'
import { ErrorState } from './ui/ErrorState.tsx'

/** What useRead answers, as far as its failure goes. */
export type Read = { error: ApiError | null; isFetching: boolean; refetch: () => Promise<unknown> }

type ReadErrorProps = {
  /** What was read; of several the first that failed is told. */
  of: Read | readonly Read[]
  /** Said when there is no such thing, or its address can not be one's. */
  missing?: string
  /** Another way out, as a ButtonLink. */
  action?: ReactNode
}

/** Stands in the place of what could not be read. Only what may pass can be tried again: a no stays a no. */
export function ReadError({ of, missing, action }: ReadErrorProps) {
  const reads = 'error' in of ? [of] : of
  const failed = reads.filter(({ error }) => error !== null)
  const error = failed[0]?.error
  if (!error) return null
  const isMissing = error.status === 404 || error.status === 422
  const mayPass = error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500
  return (
    <ErrorState
      {...(isMissing && { picture: 'lost', title: 'That was out' })}
      {...(mayPass && { onRetry: () => void Promise.all(failed.map((read) => read.refetch())) })}
      busy={failed.some(({ isFetching }) => isFetching)}
      requestId={error.request_id ?? undefined}
      action={action}
    >
      {isMissing ? (missing ?? error.message) : error.message}
    </ErrorState>
  )
}
