import type { ReactNode } from 'react'
import type { EmptyCourt } from '#/contract/courts.ts'
import { Court } from './Court.tsx'

type EmptyStateProps = {
  picture: EmptyCourt
  title: ReactNode
  children?: ReactNode
  /** The next step, as a ButtonLink. */
  action?: ReactNode
  /** The heading's level in the page's outline. */
  level?: 2 | 3
}

/** An empty list: a drawn court, a sentence, the next step. */
export function EmptyState({ picture, title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className="grid overflow-hidden rounded-md border border-line bg-surface sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Court picture={picture} className="h-40 w-full sm:h-full sm:min-h-56" />
      <div className="flex flex-col items-start justify-center gap-3 p-5 sm:p-8">
        <Heading className="lettering text-2xl">{title}</Heading>
        {children && <div className="max-w-prose text-ink-soft">{children}</div>}
        {action && <div className="mt-2">{action}</div>}
      </div>
    </div>
  )
}
