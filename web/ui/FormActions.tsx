import type { ReactNode } from 'react'

/** The buttons at the end of a form, the main one first; full width on a phone. */
export function FormActions({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 pt-2">
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-start">{children}</div>
      {note && <p className="text-sm text-ink-soft">{note}</p>}
    </div>
  )
}
