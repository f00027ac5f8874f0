import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { useFilters } from './filters.web.ts'

type NothingFoundProps = {
  picture?: 'no-results' | 'no-players'
  /** What is said when the filters let nothing through, and when there is nothing at all yet. */
  filtered: string
  none: string
  /** The list without filters, and how its link is called. */
  all: { to: string; label: string }
}

/** A desk's list with no rows; the way out of its filters. */
export function NothingFound({ picture = 'no-results', filtered, none, all }: NothingFoundProps) {
  const filters = useFilters()
  return (
    <EmptyState
      picture={picture}
      title="No result found"
      action={
        filters.any && (
          <ButtonLink variant="secondary" to={all.to}>
            {all.label}
          </ButtonLink>
        )
      }
    >
      {filters.any ? filtered : none}
    </EmptyState>
  )
}
