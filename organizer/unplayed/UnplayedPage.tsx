import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from '#/web/router.tsx'
import type { Reply } from '#/contract/endpoint.ts'
import { formatNumber } from '#/contract/locale.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { AreaFilter, useOrganizerArea } from '#/organizer/desk/AreaFilter.tsx'
import { DeskTable } from '#/organizer/desk/DeskList.tsx'
import { useTask } from '#/organizer/desk/use-task.web.ts'
import { queries, useRead } from '#/web/api.ts'
import { changeSearch } from '#/web/list-search.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { useSelection } from '#/web/ui/selection.ts'
import { Notice } from '#/web/ui/Notice.tsx'
import { listUnplayed } from '#/organizer/calls.gen.ts'
import type { Unplayed } from './contract.ts'
import { formatMatches, formatSums, sumsOf } from './format.ts'
import { SettleAllDialog, SettleDialog } from './SettleDialog.tsx'
import { SettledList } from './SettledList.tsx'
import { SettleProgress } from './SettleProgress.tsx'
import { readsOfUnplayed } from './stale.web.ts'
import { proposalColumns } from './unplayed-columns.tsx'

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
        <ButtonLink to={deskPaths.matchesOf({ state: 'overdue', area })} variant="secondary">
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
  // A proposal is applied unless the organizer deselects it.
  const selection = useSelection<Unplayed>('', ({ match_id }) => match_id, { initial: matches, can: ({ own }) => !own })
  const [isOpen, setIsOpen] = useState(false)
  if (matches.length === 0)
    return (
      <EmptyState picture="no-matches" title="Every match is settled">
        Matches appear here when their window has ended without a score.
      </EmptyState>
    )
  const mine = matches.filter(({ own }) => !own)
  const chosen = mine.filter(({ match_id }) => selection.has(match_id))
  const left = mine.filter(({ match_id }) => !selection.has(match_id))
  const kept = sumsOf(left)
  const sums = {
    walkover: proposed.walkover - kept.walkover,
    extended: proposed.extended - kept.extended,
    not_played: proposed.not_played - kept.not_played,
  }
  const count = sums.walkover + sums.extended + sums.not_played
  const isAll = total > matches.length

  return (
    <section aria-label="Proposals" className="flex flex-col gap-4">
      {isAll && (
        <Notice>
          These are the {matches.length} that have waited longest. The other {formatNumber(total - matches.length)} are
          settled with them, each based on its own record.
        </Notice>
      )}
      <DeskTable
        name="unplayed"
        caption={[formatMatches(total), formatSums(proposed)].filter(Boolean).join(': ')}
        rows={matches}
        rowKey={({ match_id }) => match_id}
        columns={proposalColumns}
        openPath={({ match_id }) => deskPaths.match(match_id)}
        selection={selection}
        acts={() => (
          <Button size="sm" onClick={() => setIsOpen(true)}>
            {left.length === 0 && count > 1 ? `Settle all ${formatNumber(count)}` : `Settle ${formatMatches(count)}`}
          </Button>
        )}
      />
      {isOpen && isAll && (
        <SettleAllDialog
          matches={chosen}
          sums={sums}
          body={{ ...league, digest, except: left.map(({ match_id }) => match_id) }}
          onClose={() => setIsOpen(false)}
          onStarted={onStarted}
        />
      )}
      {isOpen && !isAll && <SettleDialog matches={chosen} onClose={() => setIsOpen(false)} />}
    </section>
  )
}
