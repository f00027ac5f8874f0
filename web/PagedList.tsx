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
  /** Shown if there are no rows yet; `action` is the next step. */
  text: ReactNode
  action?: ReactNode
  /** Shown if no row matches the filters, with the link that removes them. */
  filtered?: { text: ReactNode; clear: string }
}

export type PagedListProps<Page extends { total: number }> = {
  /** The result of useList. */
  list: List<Page>
  /** Label for screen readers while loading: 'Loading the entries'. */
  loading: string
  skeletonRows?: number
  missing?: string | undefined
  /** Another way out of an error, as a ButtonLink. */
  action?: ReactNode
  empty: Empty
  /** Shows the pager above this many rows. Defaults to a page's size. */
  pagerAbove?: number
}

/** A paged list with its loading, error and empty states. For rows in columns: PagedTable, and at the desk DeskList. */
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
