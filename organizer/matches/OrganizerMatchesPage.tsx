import { formatNumber } from '#/contract/locale.ts'
import { formatTotal } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { AreaFilter } from '#/organizer/desk/AreaFilter.tsx'
import { useList } from '#/web/list.ts'
import { PagedList } from '#/web/PagedList.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { listOrganizerMatches } from '#/organizer/calls.gen.ts'
import { matchLists } from './format.ts'
import { MatchFilters } from './MatchFilters.tsx'
import { MatchLine } from './MatchLine.tsx'
import { OverdueList } from './OverdueList.tsx'

/** The matches of the desk: ?state=, ?area=, ?season=&year=, ?division=, ?player=. */
export default function OrganizerMatchesPage() {
  const list = useList(listOrganizerMatches)
  const { data, error } = list.read
  const { player, area } = list.values
  const state = data?.state ?? list.values.state ?? (player ? 'any' : 'disputed')
  const waiting: Partial<Record<typeof state, number>> = data?.waiting ?? {}
  const countOf = (filter: typeof state) => {
    const count = waiting[filter]
    return count === undefined ? '' : ` (${count > 1000 ? '1,000+' : count})`
  }
  return (
    <Screen
      title="Matches"
      lead="Disputes first, then overdue matches."
      actions={
        <>
          <ButtonLink to={paths.organizer.enterResult}>Enter results</ButtonLink>
          <ButtonLink to={paths.organizer.draws()} variant="secondary">
            Draw
          </ButtonLink>
          <ButtonLink to={paths.organizer.unplayed({ area })} variant="secondary">
            Unplayed matches
          </ButtonLink>
          <ButtonLink to={paths.organizer.evening} variant="secondary">
            Move an evening
          </ButtonLink>
          <ButtonLink to={paths.organizer.silent()} variant="secondary">
            Unresponsive players
          </ButtonLink>
        </>
      }
    >
      <AreaFilter />
      <MatchFilters />
      <div className="mb-6">
        <TabLinks
          label="State"
          tabs={[
            ...(player ? [{ to: list.hrefOf({ state: '' }), label: 'Any state', current: state === 'any' }] : []),
            ...matchLists
              .filter(({ filter }) => filter !== 'late' || filter === state)
              .map(({ filter, label }) => ({
                to: list.hrefOf({ state: filter }),
                label: label + countOf(filter),
                current: filter === state,
              })),
          ]}
        />
      </div>
      <PagedList
        list={list}
        loading="Loading the matches"
        missing={error?.fields['player'] ?? error?.message}
        empty={{
          picture: 'no-matches',
          title: 'No match found',
          text: matchLists.find(({ filter }) => filter === state)?.empty ?? 'No matches found for this name.',
          action: state === 'disputed' && (
            <ButtonLink to={list.hrefOf({ state: 'overdue' })} variant="secondary">
              See overdue matches
            </ButtonLink>
          ),
        }}
      >
        {({ matches, total, more }) => (
          <>
            <p className="lettering pb-3 text-lg">
              {more ? `${formatNumber(total)}+ matches` : formatTotal(total, 'match', 'matches')}
            </p>
            {state === 'overdue' ? (
              <OverdueList key={`${list.page} ${area}`} matches={matches} />
            ) : (
              <ul className="flex flex-col">
                {matches.map((match) => (
                  <li key={match.id} className="border-b border-line bg-surface p-4">
                    <MatchLine match={match} />
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </PagedList>
    </Screen>
  )
}
