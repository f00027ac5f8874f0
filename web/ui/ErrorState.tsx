import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Court } from './Court.tsx'

type ErrorStateProps = {
  title?: ReactNode
  /** The sentence of the refusal. */
  children: ReactNode
  onRetry?: () => void
  busy?: boolean
  requestId?: string | undefined
  /** Another way out, as a ButtonLink. */
  action?: ReactNode
  picture?: 'error' | 'lost'
  level?: 1 | 2
}

/** A read that failed: what happened, a retry, and the request's id for support. */
export function ErrorState({
  title = 'This could not be loaded',
  children,
  onRetry,
  busy = false,
  requestId,
  action,
  picture = 'error',
  level = 2,
}: ErrorStateProps) {
  const Heading = `h${level}` as const
  return (
    <div
      role="alert"
      className="grid overflow-hidden rounded-md border border-line bg-surface sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      <Court picture={picture} className="h-40 w-full sm:h-full sm:min-h-56" />
      <div className="flex flex-col items-start justify-center gap-3 p-5 sm:p-8">
        <Heading tabIndex={level === 1 ? -1 : undefined} className="lettering text-2xl">
          {title}
        </Heading>
        <p className="max-w-prose">{children}</p>
        <div className="mt-1 flex flex-wrap gap-3">
          {onRetry && (
            <Button variant="secondary" onClick={onRetry} busy={busy}>
              Try again
            </Button>
          )}
          {action}
        </div>
        {requestId && (
          <p className="text-sm text-ink-soft">
            Request <span className="tabular select-all">{requestId}</span>
          </p>
        )}
      </div>
    </div>
  )
}
