import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from '#/web/router.tsx'
import type { Reply } from '#/contract/endpoint.ts'
import { formatNumber } from '#/contract/locale.ts'
import { paths } from '#/contract/paths.ts'
import { AreaFilter, useOrganizerArea } from '#/organizer/desk/AreaFilter.tsx'
import { useTask } from '#/organizer/desk/use-task.web.ts'
import { queries, useRead } from '#/web/api.ts'
import { changeSearch } from '#/web/list-search.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listUnplayed } from '#/organizer/calls.gen.ts'
import { formatMatches, formatSums, sumsOf } from './format.ts'
import { SettleAllDialog, SettleDialog } from './SettleDialog.tsx'
import { SettledList } from './SettledList.tsx'
import { SettleProgress } from './SettleProgress.tsx'
import { readsOfUnplayed } from './stale.web.ts'
import { UnplayedLine } from './UnplayedLine.tsx'

type League = {
  area: string | undefined
  season: string | undefined
  year: string | undefined
  division: string | undefined
}

/** Unplayed matches with their suggested outcomes: ?area=, ?season=&year=&division=, and ?task= while all are being settled. */
export default function UnplayedPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const area = useOrganizerArea()
  const valueOf = (name: string) => params.get(name) ?? undefined
  const league = { area, season: valueOf('season'), year: valueOf('year'), division: valueOf('division') }
  const read = useRead(listUnplayed, { query: league }, { keepPrevious: true })
  const task = useTask(Number(params.get('task')) || null).data
  const isRunning = task?.finished_at === null
  const isFinished = Boolean(task?.finished_at)
  useEffect(() => {
    if (!isFinished) return
    for (const { method, path } of readsOfUnplayed) void queries.invalidateQueries({ queryKey: [method, path] })
  }, [isFinished])
  return (
    <Screen
      title="Unplayed matches"
      lead="Matches without a score whose window has ended. We suggest an outcome by comparing the days on which both sides offered or took times."
      actions={
        <ButtonLink to={paths.organizer.matchesOf({ state: 'overdue', area })} variant="secondary">
          All overdue matches
        </ButtonLink>
      }
    >
      <AreaFilter />
      {task && <SettleProgress task={task} />}
      <Loaded of={read} loading="Reading the records" skeleton={{ count: 5 }}>
        {(data) => (
          <div className="flex flex-col gap-10">
            {!isRunning && (
              <Proposals
                key={area}
                {...data}
                league={league}
                onStarted={(id) => void navigate(changeSearch(params, { task: id }), { replace: true })}
              />
            )}
            {data.settled.length > 0 && <SettledList settled={data.settled} />}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

type ProposalsProps = Omit<Reply<typeof listUnplayed>, 'settled'> & {
  league: League
  onStarted: (task_id: number) => void
}

function Proposals({ matches, total, proposed, digest, league, onStarted }: ProposalsProps) {
  /** Matches that the organizer has deselected. */
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [isOpen, setIsOpen] = useState(false)
  if (matches.length === 0)
    return (
      <EmptyState picture="no-matches" title="Every match is settled">
        Matches appear here when their window has ended without a score.
      </EmptyState>
    )
  const mine = matches.filter(({ own }) => !own)
  const chosen = mine.filter(({ match_id }) => !left.has(match_id))
  const kept = sumsOf(mine.filter(({ match_id }) => left.has(match_id)))
  const sums = {
    walkover: proposed.walkover - kept.walkover,
    extended: proposed.extended - kept.extended,
    not_played: proposed.not_played - kept.not_played,
  }
  const count = sums.walkover + sums.extended + sums.not_played
  const isAll = total > matches.length

  function choose(match_id: number, isChosen: boolean): void {
    setLeft((before) => {
      const after = new Set(before)
      if (isChosen) after.delete(match_id)
      else after.add(match_id)
      return after
    })
  }

  return (
    <section aria-label="Proposals" className="flex flex-col gap-4">
      <p className="lettering text-lg">{[formatMatches(total), formatSums(proposed)].filter(Boolean).join(': ')}</p>
      {isAll && (
        <Notice>
          These are the {matches.length} that have waited longest. The other {formatNumber(total - matches.length)} are
          settled with them, each based on its own record.
        </Notice>
      )}
      <ul className="flex flex-col">
        {matches.map((match) => (
          <li key={match.match_id} className="border-b border-line bg-surface p-4">
            <UnplayedLine match={match} />
            <div className="mt-1 flex flex-wrap items-center gap-x-6">
              {match.own ? (
                <p className="py-2 text-sm text-ink-soft">You play in this match, so another organizer settles it.</p>
              ) : (
                <Checkbox
                  label="Apply this"
                  aria-label={`Apply this: ${match.one} against ${match.two}`}
                  checked={!left.has(match.match_id)}
                  onChange={(event) => choose(match.match_id, event.currentTarget.checked)}
                />
              )}
              <TextLink to={paths.match(match.match_id)} className="inline-flex min-h-6 items-center">
                See the record<span className="sr-only"> of {`${match.one} against ${match.two}`}</span>
              </TextLink>
            </div>
          </li>
        ))}
      </ul>
      <div className="sticky bottom-0 z-10 border-t border-line bg-chalk py-3">
        <Button reason={count === 0 ? 'Choose a match.' : undefined} onClick={() => setIsOpen(true)}>
          {left.size === 0 && count > 1 ? `Settle all ${formatNumber(count)}` : `Settle ${formatMatches(count)}`}
        </Button>
      </div>
      {isOpen && isAll && (
        <SettleAllDialog
          matches={chosen}
          sums={sums}
          body={{
            ...league,
            digest,
            except: mine.filter(({ match_id }) => left.has(match_id)).map(({ match_id }) => match_id),
          }}
          onClose={() => setIsOpen(false)}
          onStarted={onStarted}
        />
      )}
      {isOpen && !isAll && <SettleDialog matches={chosen} onClose={() => setIsOpen(false)} />}
    </section>
  )
}
