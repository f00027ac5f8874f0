import { useState } from 'react'
import { formatDay } from '#/contract/format.ts'
import { formatTime } from '#/contract/time.ts'
import { listOrganizerMatches, previewEvening } from '#/organizer/calls.gen.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { playersReadReason, ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { moveEvening, type EveningMatchRow } from './contract.ts'
import type { ChosenEvening } from './EveningForm.tsx'

const problems: Record<NonNullable<EveningMatchRow['problem']>, string> = {
  live: 'Left alone: its points are being entered.',
  past: 'Left alone: the new time is over.',
  after_season: 'Left alone: the season no longer counts matches then.',
  skipped: 'Left alone: the clocks skip this time.',
  repeated: 'Left alone: the clocks repeat this time.',
}

type EveningPlanProps = { chosen: ChosenEvening; onChange: (chosen: ChosenEvening | null) => void }

/** The matches of the evening, where each goes, and the button that does it. */
export function EveningPlan({ chosen, onChange }: EveningPlanProps) {
  const [isOpen, setOpen] = useState(false)
  const { body, preview } = chosen
  const cancels = body.to_day === null
  const count = `${preview.moved} ${preview.moved === 1 ? 'match' : 'matches'}`
  if (preview.matches.length === 0)
    return (
      <EmptyState picture="no-matches" title="No matches then">
        No match without a score is set for that day.
      </EmptyState>
    )
  return (
    <section aria-labelledby="evening" className="flex max-w-2xl flex-col gap-4">
      <h2 id="evening" className="lettering text-xl">
        {formatDay(body.day)}
      </h2>
      {preview.warnings.map((text) => (
        <Notice key={text} tone="warn">
          {text}
        </Notice>
      ))}
      <ul>
        {preview.matches.map((match) => (
          <Match key={match.match_id} match={match} />
        ))}
      </ul>
      <div>
        <Button
          variant={cancels ? 'danger' : 'primary'}
          reason={preview.moved === 0 ? 'No match can be moved.' : undefined}
          onClick={() => setOpen(true)}
        >
          {cancels ? `Cancel the times of ${count}` : `Move ${count}`}
        </Button>
      </div>
      {isOpen && <MoveDialog chosen={chosen} onChange={onChange} onClose={() => setOpen(false)} />}
    </section>
  )
}

function Match({ match }: { match: EveningMatchRow }) {
  const { one, two, league, match_time, match_location, new_date, new_time, problem, warnings } = match
  const was = match_time === null ? 'no time' : formatTime(match_time)
  const next =
    new_date === null ? 'no time' : [formatDay(new_date), new_time && formatTime(new_time)].filter(Boolean).join(', ')
  return (
    <li className="flex flex-col gap-1 border-t border-line py-3">
      <p className="font-[680]">
        {one} <span className="font-normal text-ink-soft">against</span> {two}
      </p>
      <p className="text-sm text-ink-soft">{[league, match_location].filter(Boolean).join('. ')}</p>
      {problem === null ? (
        <p>
          From {was} to {next}
        </p>
      ) : (
        <p>
          <Badge>{was}</Badge> {problems[problem]}
        </p>
      )}
      {warnings.map((text) => (
        <p key={text} className="text-sm">
          {text}
        </p>
      ))}
    </li>
  )
}

function MoveDialog({ chosen, onChange, onClose }: EveningPlanProps & { onClose: () => void }) {
  const { body, preview } = chosen
  const look = useAction(previewEvening, { toast: null })
  const move = useAction(moveEvening, {
    stale: [listOrganizerMatches],
    onDone: () => {
      onClose()
      onChange(null)
    },
  })
  const form = useForm({
    schema: moveEvening.body,
    keep: useFormDraft('move-evening'),
    initial: { reason: '' },
    toBody: ({ reason }) => ({ ...body, digest: preview.digest, reason }),
    onSubmit: async (sent) => {
      try {
        await move.submit({ body: sent })
      } catch (error) {
        // After a refusal, the list behind the dialog shows the evening as it is now.
        onChange({ body, preview: await look.submit({ body }) })
        throw error
      }
    },
  })
  return (
    <ReasonDialog
      title={body.to_day === null ? 'Cancel these times?' : 'Move these matches?'}
      description="Each player is notified once, and calendars follow."
      confirm={body.to_day === null ? 'Cancel the times' : 'Move the matches'}
      danger={body.to_day === null}
      alert
      form={form}
      reasonHint={playersReadReason}
      onClose={onClose}
    />
  )
}
