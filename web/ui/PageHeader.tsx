import type { ReactNode } from 'react'

type PageHeaderProps = {
  title: ReactNode
  /** A line above the title: the season, or a link back. */
  kicker?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
}

/** The only h1 of a screen. It takes the focus after a navigation. */
export function PageHeader({ title, kicker, lead, actions }: PageHeaderProps) {
  return (
    <header className="baseline mb-6 flex flex-col gap-4 pb-5 sm:mb-8 sm:flex-row sm:items-end sm:justify-between">
      <div className="min-w-0">
        {kicker && <p className="mb-1.5 font-[620] text-ink-soft">{kicker}</p>}
        <h1 tabIndex={-1} className="lettering text-3xl">
          {title}
        </h1>
        {lead && <div className="mt-3 max-w-prose text-ink-soft">{lead}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  )
}
