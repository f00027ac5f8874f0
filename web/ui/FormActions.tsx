import type { ReactNode } from 'react'

/** The end of a form: the main button first, what else one can do after it; full width on a phone. */
export function FormActions({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 pt-2">
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-start">{children}</div>
      {note && <p className="text-sm text-ink-soft">{note}</p>}
    </div>
  )
}
