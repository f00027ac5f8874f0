import type { ReactNode } from 'react'
import { Link } from '#/web/router.tsx'

type Fact = {
  term: string
  value: string
  /** The list behind the value. */
  to: string
  note?: ReactNode
}

/** The thing of a page in a few figures, each with a link to its list: one row, on a phone two columns. */
export function FactStrip({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="mb-6 grid grid-cols-2 border-y border-line sm:grid-cols-4">
      {facts.map(({ term, value, to, note }) => (
        <div
          key={term}
          className="min-w-0 border-line py-2.5 pr-3 max-sm:even:border-l max-sm:even:pl-3 max-sm:nth-[n+3]:border-t sm:not-first:border-l sm:not-first:pl-4"
        >
          <dt className="text-sm text-ink-soft">{term}</dt>
          <dd>
            <Link to={to} className="figures tabular inline-flex min-h-8 items-center text-xl hover:underline">
              {value}
            </Link>
            {note && <span className="block text-sm text-ink-soft">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
