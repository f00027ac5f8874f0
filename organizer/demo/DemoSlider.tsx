import { useState } from 'react'
import { formatDay } from '#/contract/format.ts'
import { addDays, daysBetween } from '#/rules/day.ts'
import { useChange } from '#/web/api.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { getDemoClock, playForward } from '#/organizer/calls.gen.ts'
import { MOST_DAYS_FORWARD, type Milestone } from './contract.ts'

type DemoSliderProps = { today: string; milestones: readonly Milestone[]; onStarted: (task_id: number) => void }

/** Chooses a date, and starts the task that plays the demo forward to it. */
export function DemoSlider({ today, milestones, onStarted }: DemoSliderProps) {
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
      {play.error && (
        <Notice tone="error" announce={false}>
          {play.error.message}
        </Notice>
      )}
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
