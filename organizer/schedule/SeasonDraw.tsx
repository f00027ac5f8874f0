import { formatNumber } from '#/contract/locale.ts'
import type * as z from 'zod/mini'
import { useState } from 'react'
import { getOverview, drawSeason, previewDraw } from '#/organizer/calls.gen.ts'
import { useTask } from '#/organizer/desk/use-task.web.ts'
import { queries, useChange } from '#/web/api.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { Progress } from '#/web/ui/Progress.tsx'
import { drawOutcome, type DrawsPreview } from './contract.ts'
import { DrawError } from './DrawError.tsx'
import { formatProblem } from './format.ts'

type SeasonDrawProps = {
  preview: DrawsPreview
  area: string | undefined
  task_id: number | null
  onStarted: (task_id: number) => void
  onChanged: () => void
}

/** The button that draws the whole season, and its progress. */
export function SeasonDraw({ preview, area, task_id, onStarted, onChanged }: SeasonDrawProps) {
  const [isOpen, setIsOpen] = useState(false)
  const task = useTask(task_id)
  const draw = useChange(drawSeason, [getOverview])
  const { season, season_slug, year, digest, added, removed, problem } = preview
  const running = task.data && !task.data.finished_at
  if (running)
    return (
      <Card className="mb-6">
        <Progress label="Leagues drawn" done={task.data.done} total={task.data.total} />
        <p className="mt-4 text-ink-soft">You can leave this page. The draw continues.</p>
      </Card>
    )
  const outcome = drawOutcome.safeParse(task.data?.outcome)
  return (
    <div className="mb-8 flex flex-col items-start gap-4">
      {task.data?.state === 'done' && outcome.success && <Outcome outcome={outcome.data} onReload={onChanged} />}
      {task.data?.state === 'failed' && (
        <Notice tone="error">
          The draw stopped before the end. What was drawn stays. See what is left and draw it.
        </Notice>
      )}
      {draw.error && (
        <DrawError
          error={draw.error}
          onReload={() => {
            draw.reset()
            onChanged()
          }}
        />
      )}
      {!(task.data?.state === 'done' && outcome.success) && (
        <Button reason={formatProblem(problem)} onClick={() => setIsOpen(true)}>
          {problem === null ? `Draw: ${formatChanges(added, removed)}` : 'Draw'}
        </Button>
      )}
      <ConfirmDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Draw ${season} ${year}?`}
        description={`${formatChanges(added, removed)}, exactly as the preview shows. The players see their matches at once.`}
        confirm="Draw it"
        busy={draw.isPending}
        onConfirm={() =>
          draw.mutate(
            { body: { season: season_slug, year, digest, area } },
            {
              onSuccess: ({ task_id: started }) => onStarted(started),
              onSettled: () => setIsOpen(false),
            },
          )
        }
      />
    </div>
  )
}

function Outcome({
  outcome: { added, removed, changed, too_small },
  onReload,
}: {
  outcome: z.output<typeof drawOutcome>
  onReload: () => void
}) {
  return (
    <Notice
      tone={changed.length + too_small.length === 0 ? 'success' : 'warn'}
      title={`Drawn: ${formatChanges(added, removed)}`}
      announce
      actions={
        <Button
          variant="secondary"
          onClick={() => {
            void queries.invalidateQueries({ queryKey: [previewDraw.method, previewDraw.path] })
            onReload()
          }}
        >
          See what is left
        </Button>
      }
    >
      {changed.length > 0 && <p>These leagues changed in the meantime and were not drawn: {changed.join('; ')}.</p>}
      {too_small.length > 0 && (
        <p>These leagues have too few matches in the schedule for play-offs: {too_small.join('; ')}.</p>
      )}
    </Notice>
  )
}

function formatChanges(added: number, removed: number): string {
  const text = `${formatNumber(added)} ${added === 1 ? 'match' : 'matches'} added`
  return removed === 0 ? text : `${text}, ${removed} deleted`
}
