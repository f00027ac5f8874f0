import type { ReactNode } from 'react'

/** A list of terms with their meanings. */
export function Terms({ items }: { items: readonly { term: string; text: ReactNode }[] }) {
  return (
    <dl className="flex flex-col border-t border-line">
      {items.map(({ term, text }) => (
        <div
          key={term}
          className="grid gap-x-6 gap-y-0.5 border-b border-line py-3 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]"
        >
          <dt className="font-[680]">{term}</dt>
          <dd className="text-ink-soft">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
