import { useId, type ReactNode } from 'react'

/** A section of a settings tab: description on the left, controls on the right; stacked on a phone. */
export function Section({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-5 border-b border-line py-8 first:pt-0 last:border-b-0 md:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="lettering text-xl">
          {title}
        </h2>
        {lead && <div className="mt-2 text-sm text-ink-soft">{lead}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
