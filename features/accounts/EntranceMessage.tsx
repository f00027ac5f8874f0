import type { ReactNode } from 'react'
import { EntranceLayout } from './EntranceLayout.tsx'
import { takeFocus } from './focus.ts'
import { PageTitle } from '#/web/PageTitle.tsx'

type EntranceMessageProps = {
  court: 'summer-1' | 'fall' | 'winter'
  heading: string
  /** Whether something failed: the document's title then begins with "Error". */
  error?: boolean
  children: ReactNode
  next: ReactNode
}

/** The outcome of a form or a mailed link: a heading that takes the focus, a paragraph, the next step. */
export function EntranceMessage({ court, heading, error = false, children, next }: EntranceMessageProps) {
  return (
    <EntranceLayout court={court}>
      <PageTitle failed={error}>{heading}</PageTitle>
      <h1 ref={takeFocus} tabIndex={-1} className="lettering text-4xl">
        {heading}
      </h1>
      <p className="mt-4 wrap-anywhere">{children}</p>
      <div className="mt-6">{next}</div>
    </EntranceLayout>
  )
}
