import { useEffect, useState } from 'react'
import { formatDay } from '#/contract/format.ts'
import { addDays, daysBetween } from '#/rules/day.ts'
import { useChange, useRead } from '#/web/api.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Progress } from '#/web/ui/Progress.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { useTask } from '#/organizer/desk/use-task.web.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { MOST_DAYS_FORWARD, getDemoClock, playForward, type Milestone } from './contract.ts'

/** Plays the demo league forward: a slider over the leagues' year. */
export default function DemoPage() {
  const clock = useRead(getDemoClock, {})
  const [started, setStarted] = useState<number | null>(null)
  const task = useTask(clock.data?.task_id ?? started)
  const { data, refetch } = clock
  const ended = Boolean(task.data?.finished_at)
  // The demo's date has changed.
  useEffect(() => {
    if (ended) void refetch()
  }, [ended, refetch])
  return (
    <>
      <title>Demo clock · Deuce</title>
      <PageHeader
        title="Demo clock"
        lead="Plays the demo league forward. Its players join, play, report, answer and quarrel; seasons open and close, play-offs are made and played."
      />
      {clock.error?.status === 404 ? (
        <EmptyState picture="no-matches" title="There is no demo here">
          This installation runs real leagues: its clock is everybody's.
        </EmptyState>
      ) : clock.error ? (
        <ReadError of={clock} />
      ) : !data ? (
        <Skeleton kind="rows" count={3} label="Reading the clock" />
      ) : task.data && !task.data.finished_at ? (
        <Card>
          <Progress label="Days played" done={task.data.done} total={task.data.total} />
          <p className="mt-4 text-ink-soft">You may leave this page; the playing goes on.</p>
        </Card>
      ) : (
        <>
          {task.data?.state === 'done' && <Outcome outcome={task.data.outcome} />}
          {task.data?.state === 'failed' && <Notice tone="error">The playing broke off. Start it again.</Notice>}
          <Slider
            // Remounted when the demo has moved on.
            key={`${data.today} ${task.data?.state ?? ''}`}
            today={data.today.replaceAll('/', '-')}
            milestones={data.milestones}
            onStarted={setStarted}
          />
        </>
      )}
    </>
  )
}

type SliderProps = { today: string; milestones: readonly Milestone[]; onStarted: (task_id: number) => void }

function Slider({ today, milestones, onStarted }: SliderProps) {
  const [days, setDays] = useState(7)
  const play = useChange(playForward, [getDemoClock])
  const date = addDays(today, days)
  return (
    <Card className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <p>
          <span className="block text-sm text-ink-soft">Today in the demo</span>
          <span className="lettering tabular text-2xl">{formatDay(today)}</span>
        </p>
        <p className="sm:text-right">
          <span className="block text-sm text-ink-soft">Play forward to</span>
          <output htmlFor="days" className="lettering tabular text-2xl">
            {formatDay(date)}
          </output>
        </p>
      </div>
      <div className="flex flex-col gap-2">
        <label htmlFor="days" className="text-sm font-[650]">
          Days: {days}
        </label>
        <input
          id="days"
          type="range"
          min={1}
          max={MOST_DAYS_FORWARD}
          value={days}
          aria-valuetext={`${days} days, ${formatDay(date)}`}
          onChange={(event) => setDays(event.currentTarget.valueAsNumber)}
          className="h-11 w-full accent-[var(--color-court)]"
        />
      </div>
      {milestones.length > 0 && (
        <ul aria-label="What comes next" className="flex flex-col">
          {milestones.slice(0, 8).map(({ date: then, label }) => (
            <li
              key={`${then} ${label}`}
              className="flex items-center justify-between gap-x-4 border-b border-line py-1 last:border-b-0"
            >
              <span>
                {label}
                <span className="tabular block text-sm text-ink-soft">{formatDay(then)}</span>
              </span>
              <Button
                variant="quiet"
                onClick={() => setDays(daysBetween(today, then.replaceAll('/', '-')))}
                aria-label={`Choose ${formatDay(then)}: ${label}`}
              >
                Choose
              </Button>
            </li>
          ))}
        </ul>
      )}
      {play.error && <Notice tone="error">{play.error.message}</Notice>}
      <Button
        busy={play.isPending}
        onClick={() => {
          play.mutate({ body: { date: date.replaceAll('-', '/') } }, { onSuccess: ({ task_id }) => onStarted(task_id) })
        }}
      >
        Play {days} {days === 1 ? 'day' : 'days'} forward
      </Button>
    </Card>
  )
}

function Outcome({ outcome }: { outcome: unknown }) {
  const counts = outcome as { days: number; entries: number; results: number; disputes: number; settled: number }
  const said = [
    `${counts.entries} entries`,
    `${counts.results} results`,
    `${counts.disputes} disputes`,
    `${counts.settled} of them settled`,
  ]
  return (
    <div className="mb-6">
      <Notice tone="success" title={`${counts.days} days played`} announce>
        {said.join(', ')}. Reload the pages that you had open: they show another day.
      </Notice>
    </div>
  )
}
