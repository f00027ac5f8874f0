import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import { AreaFilter, useOrganizerArea } from '#/organizer/desk/AreaFilter.tsx'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useChange, useRead } from '#/web/api.ts'
import { perPageOf } from '#/contract/page.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import {
  getOrganizerMatch,
  giveWalkovers,
  listOrganizerMatches,
  listSilent,
  type OrganizerFilter,
  type OrganizerMatch,
  type Side,
} from './contract.ts'
import { MatchFilters } from './MatchFilters.tsx'
import { organizerLists, organizerLooks, formatEffort, formatLeague, formatMatch, formatTitle } from './format.ts'

const perPage = perPageOf(listOrganizerMatches)

/** The matches of the desk: ?state=, ?area=, ?season=&year=, ?division=, ?player=. */
export default function OrganizerMatchesPage() {
  const [params] = useSearchParams()
  const area = useOrganizerArea()
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const text = (name: string) => params.get(name) ?? undefined
  const asked = { area, season: text('season'), year: text('year'), division: text('division'), player: text('player') }
  const state = organizerLists.find(({ filter }) => filter === params.get('state'))?.filter
  const read = useRead(listOrganizerMatches, { query: { page, ...asked, state } }, { keepPrevious: true })
  const { data } = read
  const shown = data?.state ?? state ?? (asked.player ? 'any' : 'disputed')
  const hrefOf = (changes: Record<string, string>) =>
    `?${new URLSearchParams({ ...Object.fromEntries(params), ...changes })}`
  const list = organizerLists.find(({ filter }) => filter === shown)
  return (
    <>
      <title>Matches · Deuce</title>
      <PageHeader
        title="Matches"
        lead="Disputes first, then overdue matches."
        actions={
          <>
            <ButtonLink to={paths.organizer.enterResult}>Enter a result</ButtonLink>
            <ButtonLink to={paths.organizer.draws()} variant="secondary">
              Draw
            </ButtonLink>
            <ButtonLink to={paths.organizer.silent()} variant="secondary">
              Unresponsive players
            </ButtonLink>
          </>
        }
      />
      <AreaFilter />
      <MatchFilters />
      <div className="mb-6">
        <TabLinks
          label="State"
          tabs={[
            ...(asked.player ? [{ to: withoutState(params), label: 'Any state', current: shown === 'any' }] : []),
            ...organizerLists
              .filter(({ filter }) => filter !== 'late' || filter === shown)
              .map(({ filter, label }) => ({
                to: hrefOf({ state: filter, page: '1' }),
                label: label + countOf(filter, data?.waiting),
                current: filter === shown,
              })),
          ]}
        />
      </div>
      {data && data.total > 0 ? (
        <>
          <p className="lettering pb-3 text-lg">
            {data.more ? `${data.total.toLocaleString('en-US')}+` : data.total} {data.total === 1 ? 'match' : 'matches'}
          </p>
          {shown === 'overdue' ? (
            <OverdueList key={`${page} ${area}`} matches={data.matches} />
          ) : (
            <ul className="flex flex-col">
              {data.matches.map((match) => (
                <li key={match.id} className="border-b border-line bg-surface p-4">
                  <MatchLine match={match} />
                </li>
              ))}
            </ul>
          )}
          {data.total > perPage && (
            <Pager page={page} perPage={perPage} total={data.total} hrefOf={(next) => hrefOf({ page: String(next) })} />
          )}
        </>
      ) : data ? (
        <EmptyState
          picture="no-matches"
          title="No match found"
          action={
            shown === 'disputed' && (
              <ButtonLink to={hrefOf({ state: 'overdue' })} variant="secondary">
                See overdue matches
              </ButtonLink>
            )
          }
        >
          {list?.empty ?? 'No matches found for this name.'}
        </EmptyState>
      ) : read.error ? (
        <ReadError of={read} missing={read.error.fields['player'] ?? read.error.message} />
      ) : (
        <Skeleton kind="rows" label="Loading the matches" />
      )}
    </>
  )
}

function withoutState(params: URLSearchParams): string {
  const next = new URLSearchParams(params)
  next.delete('state')
  next.delete('page')
  return `?${next}`
}

function countOf(filter: OrganizerFilter, waiting: Partial<Record<OrganizerFilter, number>> | undefined): string {
  const count = waiting?.[filter]
  return count === undefined ? '' : ` (${count > 1000 ? '1,000+' : count})`
}

/** A match in a list: who, where, what is known, and the way to it. */
function MatchLine({ match }: { match: OrganizerMatch }) {
  const look = organizerLooks[match.state]
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={paths.organizer.match(match.id)}
          className="inline-flex min-h-6 items-center font-[650] underline decoration-edge underline-offset-4 hover:decoration-ink"
        >
          {formatTitle(match)}
        </Link>
        {match.score_line && <span className="figures tabular text-lg [word-spacing:0.3em]">{match.score_line}</span>}
        <Badge tone={look.tone}>{look.label}</Badge>
      </p>
      <p className="text-sm text-ink-soft">
        {formatLeague(match)}, {areaName(match.area)}
      </p>
      <p className="text-sm">{formatMatch(match)}</p>
      {match.dispute && <p className="wrap-anywhere">“{match.dispute}”</p>}
    </div>
  )
}

/** Overdue matches, of which several can be given to one side each with one reason. */
function OverdueList({ matches }: { matches: readonly OrganizerMatch[] }) {
  const [chosen, setChosen] = useState<Readonly<Record<number, Side | null>>>({})
  const [asking, setAsking] = useState(false)
  const give = useChange(giveWalkovers, [listOrganizerMatches, getOrganizerMatch, listSilent])
  const picked = matches.filter(({ id }) => chosen[id] !== undefined)
  const walkovers = picked.flatMap(({ id }) => {
    const winner = chosen[id]
    return winner ? [{ id, winner }] : []
  })

  function choose(id: number, side: Side | null | undefined): void {
    setChosen(({ [id]: _before, ...others }) => (side === undefined ? others : { ...others, [id]: side }))
  }

  return (
    <>
      <ul className="flex flex-col">
        {matches.map((match) => {
          const side = chosen[match.id]
          return (
            <li key={match.id} className="flex flex-col gap-2 border-b border-line bg-surface p-4">
              <MatchLine match={match} />
              <p className="text-sm text-ink-soft">{formatEffort(match)}</p>
              <Checkbox
                label="Award a walkover"
                aria-label={`Award a walkover: ${formatTitle(match)}`}
                checked={side !== undefined}
                onChange={(event) => choose(match.id, event.currentTarget.checked ? match.arranged_by : undefined)}
              />
              {side !== undefined && (
                <RadioGroup
                  name={`winner-${match.id}`}
                  label="Who gets the win?"
                  value={side}
                  options={[
                    { value: 'one', label: match.one.name },
                    { value: 'two', label: match.two.name },
                  ]}
                  onChange={(value) => choose(match.id, value)}
                />
              )}
            </li>
          )
        })}
      </ul>
      <div className="sticky bottom-0 z-10 border-t border-line bg-chalk py-3 empty:hidden">
        {picked.length > 0 && (
          <Button
            reason={walkovers.length < picked.length ? 'Choose who wins each match.' : undefined}
            onClick={() => setAsking(true)}
          >
            Award {picked.length} {picked.length === 1 ? 'walkover' : 'walkovers'}
          </Button>
        )}
      </div>
      {asking && (
        <ReasonDialog
          title={walkovers.length === 1 ? 'Award this walkover?' : `Award these ${walkovers.length} walkovers?`}
          description="Each counts as won and lost, but not as played. Both sides get an email."
          confirm={walkovers.length === 1 ? 'Award the walkover' : `Award ${walkovers.length} walkovers`}
          onClose={() => setAsking(false)}
          onConfirm={async (reason) => {
            const { message } = await give.mutateAsync({ body: { reason, matches: walkovers } })
            showToast({ tone: 'good', text: message })
            setAsking(false)
            setChosen({})
          }}
        >
          <ul className="flex flex-col gap-1">
            {picked.map((match) => (
              <li key={match.id}>
                To <strong>{chosen[match.id] === 'two' ? match.two.name : match.one.name}</strong>, over{' '}
                {chosen[match.id] === 'two' ? match.one.name : match.two.name}
              </li>
            ))}
          </ul>
        </ReasonDialog>
      )}
    </>
  )
}
