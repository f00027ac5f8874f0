import type { EmptyCourt } from '#/contract/courts.ts'
import type { ReactNode } from 'react'
import type { List } from './list.ts'
import { Loaded } from './Loaded.tsx'
import { ButtonLink } from './ui/Button.tsx'
import { EmptyState } from './ui/EmptyState.tsx'
import { Pager } from './ui/Pager.tsx'

type Empty = {
  picture?: EmptyCourt
  title?: string
  /** Shown when there is nothing yet; `action` is the next step. */
  text: ReactNode
  action?: ReactNode
  /** Shown when no row matches the filters, with the link that removes them. */
  filtered?: { text: ReactNode; clear: string }
}

export type PagedListProps<Page extends { total: number }> = {
  /** What useList returned. */
  list: List<Page>
  /** For screen readers, while it loads: 'Loading the entries'. */
  loading: string
  skeletonRows?: number
  missing?: string | undefined
  /** Another way out of an error, as a ButtonLink. */
  action?: ReactNode
  empty: Empty
  /** The pager is shown above this many rows; a page's size when left out. */
  pagerAbove?: number
}

/** A list page by page, with its loading, error and empty states. For rows in columns: DataTable. */
export function PagedList<Page extends { total: number }>(
  props: PagedListProps<Page> & { children: (page: Page) => ReactNode },
) {
  const { list, loading, skeletonRows = 3, missing, action, empty, pagerAbove = list.perPage, children } = props
  return (
    <Loaded
      of={list.read}
      loading={loading}
      skeleton={{ count: skeletonRows }}
      missing={missing}
      action={action}
      empty={({ total }) => total === 0 && <NothingHere empty={empty} isFiltered={list.isFiltered} />}
    >
      {(page) => (
        <section data-list tabIndex={-1} aria-label={`Page ${list.page}`} aria-busy={list.read.isPlaceholderData}>
          {children(page)}
          {page.total > pagerAbove && (
            <Pager
              page={list.page}
              perPage={list.perPage}
              total={page.total}
              hrefOf={(other) => list.hrefOf({ page: other })}
            />
          )}
        </section>
      )}
    </Loaded>
  )
}

function NothingHere({ empty, isFiltered }: { empty: Empty; isFiltered: boolean }) {
  const { picture = 'no-results', title = 'No result found', text, action, filtered } = empty
  if (!filtered || !isFiltered) {
    return (
      <EmptyState picture={picture} title={title} action={action}>
        {text}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      picture={picture}
      title={title}
      action={
        <ButtonLink variant="secondary" to="?">
          {filtered.clear}
        </ButtonLink>
      }
    >
      {filtered.text}
    </EmptyState>
  )
}
