import { useState } from 'react'
import { areaName } from '#/contract/areas.ts'
import { formatDay } from '#/contract/format.ts'
import { formatTime } from '#/contract/time.ts'
import { wireDay } from '#/contract/wire-day.ts'
import {
  getOrganizer,
  listClosedDays,
  listOrganizerMatches,
  previewClosedDays,
  previewDraw,
  previewDraws,
} from '#/organizer/calls.gen.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { dayField } from '#/web/day-field.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { DateField } from '#/web/ui/DateField.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { createClosedDays, type ClosedDaysPreview } from './contract.ts'

type Days = { area: string | null; name: string; from: string; to: string }
type DialogProps = { onClose: () => void }

const allAreas = 'all'

/** Adds days without play: first the days, then what they touch. */
export function ClosedDaysDialog({ onClose }: DialogProps) {
  const [seen, setSeen] = useState<{ days: Days; preview: ClosedDaysPreview } | null>(null)
  return seen ? (
    <ConfirmDialog {...seen} onClose={onClose} />
  ) : (
    <DaysDialog onClose={onClose} onSeen={(days, preview) => setSeen({ days, preview })} />
  )
}

type DaysDialogProps = DialogProps & { onSeen: (days: Days, preview: ClosedDaysPreview) => void }

function DaysDialog({ onClose, onSeen }: DaysDialogProps) {
  const { areas = [], role } = useRead(getOrganizer, {}).data ?? {}
  const preview = useAction(previewClosedDays, { toast: null })
  const form = useForm({
    schema: createClosedDays.body,
    keep: useFormDraft('closed-days'),
    initial: { area: areas.length === 1 ? (areas[0] ?? '') : '', name: '', from: '', to: '' },
    toBody: ({ area, from, to, ...values }) => ({
      ...values,
      area: area === allAreas ? null : area,
      from: wireDay(from),
      to: wireDay(to || from),
      move_windows: true,
      digest: 'not seen yet',
    }),
    onSubmit: async ({ area, name, from, to }) => {
      onSeen({ area, name, from, to }, await preview.submit({ body: { area, from, to } }))
    },
  })
  return (
    <FormDialog
      title="Add days without play"
      description="You see which matches they touch before anything is stored."
      confirm="See what they touch"
      form={form}
      onClose={onClose}
    >
      {(areas.length > 1 || role === 'owner') && (
        <SelectField
          {...form.field('area')}
          label="Area"
          placeholder="Choose an area"
          options={[
            ...areas.map((slug) => ({ value: slug, label: areaName(slug) })),
            ...(role === 'owner' ? [{ value: allAreas, label: 'All areas' }] : []),
          ]}
        />
      )}
      <TextField {...form.field('name')} label="Name" hint="Like Thanksgiving." autoComplete="off" maxLength={80} />
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField {...dayField(form, 'from')} label="First day" />
        <DateField {...dayField(form, 'to')} label="Last day" optional />
      </div>
    </FormDialog>
  )
}

type ConfirmDialogProps = DialogProps & { days: Days; preview: ClosedDaysPreview }

function ConfirmDialog({ days, preview: first, onClose }: ConfirmDialogProps) {
  const [preview, setPreview] = useState(first)
  const look = useAction(previewClosedDays, { toast: null })
  const stale = [listClosedDays, listOrganizerMatches, previewDraw, previewDraws]
  const add = useAction(createClosedDays, { stale, onDone: onClose })
  const form = useForm({
    schema: createClosedDays.body,
    initial: { move_windows: true },
    toBody: (values) => ({ ...days, ...values, digest: preview.digest }),
    onSubmit: async (body) => {
      try {
        await add.submit({ body })
      } catch (error) {
        // The refusal says that matches have changed, and the new preview is below it.
        const { area, from, to } = days
        setPreview(await look.submit({ body: { area, from, to } }))
        throw error
      }
    },
  })
  const { windows, windows_total, appointments, appointments_total } = preview
  return (
    <FormDialog
      title={`Add ${days.name}?`}
      description={
        windows_total + appointments_total === 0
          ? 'These days touch no open match.'
          : 'Matches that are set for these days keep their date. Their players are notified.'
      }
      confirm="Add the days"
      size="lg"
      form={form}
      onClose={onClose}
    >
      {appointments_total > 0 && (
        <Lines
          title={`${formatCount(appointments_total)} set for these days`}
          more={appointments_total - appointments.length}
          lines={appointments.map(({ match_id, one, two, match_date, match_time }) => ({
            key: match_id,
            text: `${one} against ${two}: ${formatDay(match_date)}${match_time === null ? '' : `, ${formatTime(match_time)}`}`,
          }))}
        />
      )}
      {windows_total > 0 && (
        <>
          <Checkbox
            {...form.checkbox('move_windows')}
            label={`Give ${formatCount(windows_total)} more time`}
            hint="Each gets as many days as it loses, as far as the season counts."
          />
          <Lines
            title="Last day to play"
            more={windows_total - windows.length}
            lines={windows.map(({ match_id, one, two, play_by, new_play_by }) => ({
              key: match_id,
              text: `${one} against ${two}: ${formatDay(new_play_by)} instead of ${formatDay(play_by)}`,
            }))}
          />
        </>
      )}
    </FormDialog>
  )
}

type LinesProps = { title: string; lines: { key: number; text: string }[]; more: number }

function Lines({ title, lines, more }: LinesProps) {
  return (
    <details open={lines.length <= 8}>
      <summary className="min-h-6 cursor-pointer py-2 font-[620]">{title}</summary>
      <ul className="flex flex-col gap-1.5">
        {lines.map(({ key, text }) => (
          <li key={key} className="border-t border-line pt-1.5">
            {text}
          </li>
        ))}
        {more > 0 && <li className="border-t border-line pt-1.5">And {more} more.</li>}
      </ul>
    </details>
  )
}

function formatCount(matches: number): string {
  return `${matches} ${matches === 1 ? 'match' : 'matches'}`
}
