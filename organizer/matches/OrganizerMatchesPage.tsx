import { formatNumber } from '#/contract/locale.ts'
import { formatTotal } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { DeskList, type Chosen } from '#/organizer/desk/DeskList.tsx'
import { AreaFilter } from '#/organizer/desk/AreaFilter.tsx'
import { useList } from '#/web/list.ts'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { listOrganizerMatches } from '#/organizer/calls.gen.ts'
import type { OrganizerFilter, OrganizerMatch } from './contract.ts'
import { matchLists } from './format.ts'
import { MatchFilters } from './MatchFilters.tsx'
import { matchColumns } from './match-columns.tsx'
import { AwardWalkovers } from './AwardWalkovers.tsx'

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
          <ButtonLink to={deskPaths.enterResult}>Enter results</ButtonLink>
          <ButtonLink to={deskPaths.draws()} variant="secondary">
            Draw
          </ButtonLink>
          <ButtonLink to={deskPaths.unplayed({ area })} variant="secondary">
            Unplayed matches
          </ButtonLink>
          <ButtonLink to={deskPaths.evening} variant="secondary">
            Move an evening
          </ButtonLink>
          <ButtonLink to={deskPaths.silent()} variant="secondary">
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
      <DeskList
        name="matches"
        list={{
          ...list,
          filter: { ...list.filter, state },
          sorting: {
            value: list.values.sort ?? usualSort(state),
            values: ['date', '-date'],
            hrefOf: (sort) => list.hrefOf({ sort }),
          },
        }}
        loading="Loading the matches"
        missing={error?.fields['player'] ?? error?.message}
        count={({ total, more }) =>
          more ? `More than ${formatNumber(total)} matches` : formatTotal(total, 'match', 'matches')
        }
        rows={({ matches }) => matches}
        rowKey={({ id }) => id}
        columns={matchColumns}
        openPath={({ id }) => deskPaths.match(id)}
        {...(state === 'overdue' && { acts: (chosen: Chosen<OrganizerMatch>) => <AwardWalkovers chosen={chosen} /> })}
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
      />
    </Screen>
  )
}

/** The order of a list without `sort`: what waits longest first, what is over newest first. */
function usualSort(state: OrganizerFilter): 'date' | '-date' {
  return state === 'played' || state === 'voided' || state === 'any' ? '-date' : 'date'
}
