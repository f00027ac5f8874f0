import type { ReactNode } from 'react'
import { EntranceLayout } from './EntranceLayout.tsx'
import { takeFocus } from './focus.ts'

type EntranceNewsProps = {
  court: 'summer-1' | 'fall' | 'winter'
  heading: string
  /** The news are bad: the page's title says so first. */
  error?: boolean
  /** One paragraph. */
  children: ReactNode
  /** The way on. */
  next: ReactNode
}

/** What has become of a form or a link before the door: a heading that takes the focus, a paragraph, the way on. */
export function EntranceNews({ court, heading, error = false, children, next }: EntranceNewsProps) {
  return (
    <EntranceLayout court={court}>
      <title>{`${error ? 'Error: ' : ''}${heading} · Deuce`}</title>
      <h1 ref={takeFocus} tabIndex={-1} className="lettering text-4xl">
        {heading}
      </h1>
      <p className="mt-4 wrap-anywhere">{children}</p>
      <div className="mt-6">{next}</div>
    </EntranceLayout>
  )
}
