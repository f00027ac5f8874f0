import { useEffect, useState } from 'react'
import { useTask } from '#/organizer/desk/use-task.web.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { Progress } from '#/web/ui/Progress.tsx'
import { getDemoClock } from '#/organizer/calls.gen.ts'
import { playedDays } from './contract.ts'
import { DemoSlider } from './DemoSlider.tsx'

/** Plays the demo league forward with a slider over the leagues' year. */
export default function DemoPage() {
  const clock = useRead(getDemoClock, {})
  const [started, setStarted] = useState<number | null>(null)
  const task = useTask(clock.data?.task_id ?? started)
  const { refetch } = clock
  const ended = Boolean(task.data?.finished_at)
  // The demo's date has changed.
  useEffect(() => {
    if (ended) void refetch()
  }, [ended, refetch])
  return (
    <Screen
      title="Demo clock"
      lead="Plays the demo league forward. Its players join, play, report, confirm and dispute; seasons open and close, play-offs are made and played."
    >
      {clock.error?.status === 404 ? (
        <EmptyState picture="no-matches" title="This is not a demo">
          This installation runs real leagues, and its clock cannot be moved.
        </EmptyState>
      ) : (
        <Loaded of={clock} loading="Reading the clock">
          {({ today, milestones }) =>
            task.data && !task.data.finished_at ? (
              <Card>
                <Progress label="Days played" done={task.data.done} total={task.data.total} />
                <p className="mt-4 text-ink-soft">You can leave this page. The task continues.</p>
              </Card>
            ) : (
              <>
                {task.data?.state === 'done' && <Outcome outcome={task.data.outcome} />}
                {task.data?.state === 'failed' && (
                  <Notice tone="error">The task stopped before the end. Please start it again.</Notice>
                )}
                <DemoSlider
                  // The slider is mounted again when the demo's date has changed.
                  key={`${today} ${task.data?.state ?? ''}`}
                  today={today.replaceAll('/', '-')}
                  milestones={milestones}
                  onStarted={setStarted}
                />
              </>
            )
          }
        </Loaded>
      )}
    </Screen>
  )
}

function Outcome({ outcome }: { outcome: unknown }) {
  const { days, entries, results, disputes, settled } = playedDays.parse(outcome)
  return (
    <div className="mb-6">
      <Notice tone="success" title={`${days} days played`} announce>
        {entries} entries, {results} results, {disputes} disputes, {settled} of them settled. Reload other open pages to
        see the new date.
      </Notice>
    </div>
  )
}
