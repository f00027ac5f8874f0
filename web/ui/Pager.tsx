import { Link, Navigate } from '#/web/router.tsx'

type PagerProps = {
  page: number
  perPage: number
  total: number
  /** The address of another page of the same list. */
  hrefOf: (page: number) => string
  /** Accessible name, for screens with two pagers. */
  label?: string
}

/** The position in a long list, with links to the previous and the next page. */
export function Pager({ page, perPage, total, hrefOf, label = 'Pages' }: PagerProps) {
  const start = total === 0 ? 0 : (page - 1) * perPage + 1
  const end = Math.min(page * perPage, total)
  // The link is old, or the list has become shorter: go to the last page.
  if (total > 0 && start > total) return <Navigate to={hrefOf(Math.ceil(total / perPage))} replace />
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-3 py-4">
      <p className="tabular text-sm text-ink-soft">
        Viewing {start}-{end} of {total} results
      </p>
      <div className="flex items-center gap-3">
        {total > perPage && (
          <p className="tabular text-sm text-ink-soft">
            Page {page} of {Math.ceil(total / perPage)}
          </p>
        )}
        <Step label="Previous" to={page > 1 ? hrefOf(page - 1) : null} />
        {end < total && <Step label="Next" to={hrefOf(page + 1)} />}
      </div>
    </nav>
  )
}

function Step({ label, to }: { label: string; to: string | null }) {
  const look = 'inline-flex min-h-11 min-w-24 items-center justify-center rounded-sm border-2 px-4 font-[650]'
  if (to === null) {
    return (
      <button type="button" disabled className={`${look} border-dashed border-edge text-ink-soft`}>
        {label}
      </button>
    )
  }
  return (
    <Link to={to} className={`${look} border-ink hover:bg-ink hover:text-chalk`}>
      {label}
    </Link>
  )
}
