import type { ReactNode } from 'react'

/** Facts about one thing: a term and a value in each line. */
export function DataList({ items }: { items: readonly { term: string; value: ReactNode }[] }) {
  return (
    <dl className="flex flex-col">
      {items.map(({ term, value }) => (
        <div
          key={term}
          className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 border-b border-line py-3 last:border-b-0"
        >
          <dt className="text-ink-soft">{term}</dt>
          <dd className="tabular ml-auto min-w-0 text-right font-[620]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
