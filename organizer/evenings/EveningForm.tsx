import { areaName } from '#/contract/areas.ts'
import type { CallInput } from '#/contract/endpoint.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { listOrganizerCourts } from '#/organizer/calls.gen.ts'
import { parseTime } from '#/rules/time.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { dayField } from '#/web/day-field.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DateField } from '#/web/ui/DateField.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { TimeField } from '#/web/ui/TimeField.tsx'
import { previewEvening, type EveningPreview } from './contract.ts'

export type ChosenEvening = { body: CallInput<typeof previewEvening>['body']; preview: EveningPreview }

type EveningFormProps = { areas: readonly string[]; onChosen: (chosen: ChosenEvening) => void }

/** Which matches, and where they go. */
export function EveningForm({ areas, onChosen }: EveningFormProps) {
  const preview = useAction(previewEvening, { toast: null })
  const form = useForm({
    schema: previewEvening.body,
    initial: {
      area: areas.length === 1 ? (areas[0] ?? '') : '',
      day: '',
      from_time: '',
      to_time: '',
      court_id: '',
      what: 'move' as 'move' | 'cancel',
      to_day: '',
      shift_minutes: '0',
    },
    toBody: ({ what, day, to_day, shift_minutes, court_id, from_time, to_time, ...values }) => ({
      ...values,
      day: wireDay(day),
      court_id: court_id === '' ? null : Number(court_id),
      from_time: toTime(from_time),
      to_time: toTime(to_time),
      to_day: what === 'cancel' ? null : wireDay(to_day),
      shift_minutes: what === 'cancel' ? 0 : Number(shift_minutes.replace('−', '-')),
    }),
    onSubmit: async (body) => onChosen({ body, preview: await preview.submit({ body }) }),
  })
  const { area, what } = form.values
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex max-w-2xl flex-col gap-6">
      <FormErrors form={form} />
      {areas.length > 1 && (
        <SelectField
          {...form.field('area')}
          label="Area"
          placeholder="Choose an area"
          options={areas.map((slug) => ({ value: slug, label: areaName(slug) }))}
        />
      )}
      <DateField {...dayField(form, 'day')} label="Day" />
      <div className="grid gap-5 sm:grid-cols-2">
        <TimeField {...form.field('from_time')} label="From" optional />
        <TimeField {...form.field('to_time')} label="To" optional />
      </div>
      {area !== '' && <Courts key={area} area={area} field={form.field('court_id')} />}
      <RadioGroup
        {...form.radio('what')}
        label="What happens"
        layout="list"
        options={[
          { value: 'move', label: 'They move to another day' },
          { value: 'cancel', label: 'Their times are canceled', note: 'The players arrange again.' },
        ]}
      />
      {what === 'move' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <DateField {...dayField(form, 'to_day')} label="New day" />
          <TextField
            {...form.field('shift_minutes')}
            label="Minutes later"
            hint="0 keeps the times. -30 is half an hour earlier."
            autoComplete="off"
            maxLength={5}
          />
        </div>
      )}
      <FormActions>
        <Button type="submit" busy={form.busy}>
          See the matches
        </Button>
      </FormActions>
    </form>
  )
}

type CourtsProps = { area: string; field: ReturnType<ReturnType<typeof useForm<typeof previewEvening.body>>['field']> }

function Courts({ area, field }: CourtsProps) {
  const { data } = useRead(listOrganizerCourts, { query: { area } })
  const courts = data?.courts ?? []
  if (courts.length === 0) return null
  return (
    <SelectField
      {...field}
      label="Court"
      optional
      placeholder="All courts"
      options={courts.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  )
}

/** 'HH:mm', or null if nothing is entered. What cannot be read is for the schema to refuse. */
function toTime(text: string): string | null {
  return text === '' ? null : (parseTime(text) ?? text)
}
