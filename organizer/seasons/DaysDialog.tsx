import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { listSeasons } from '#/features/calls.gen.ts'
import { formatDay } from '#/contract/format.ts'
import { datedStages } from '#/rules/playoff-stages.ts'
import { soldUntil } from '#/rules/season.ts'
import { dayField } from '#/web/day-field.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { DateField } from '#/web/ui/DateField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { getOrganizerSeason, listOrganizerSeasons } from '#/organizer/calls.gen.ts'
import { changeSeason, type SeasonDetail } from './contract.ts'
import { useAction } from '#/web/action.ts'

/** A season's name, first and last day, sale, and play-off dates. Empty fields use the default days. */
export function DaysDialog({ season, onClose }: { season: SeasonDetail; onClose: () => void }) {
  const change = useAction(changeSeason, {
    stale: [getOrganizerSeason, listOrganizerSeasons, listSeasons],
    onDone: onClose,
  })
  const form = useForm({
    schema: changeSeason.body,
    keep: useFormDraft(`season-days-${season.id}`),
    initial: {
      name: season.name,
      starting_date: inside(season.starting_date),
      ending_date: inside(season.ending_date),
      sale_from: season.sale_from === null ? '' : inside(season.sale_from),
      sale_until: season.sale_until === null ? '' : inside(season.sale_until),
      'stages.1': season.own_stages ? inside(season.stages[1]) : '',
      'stages.2': season.own_stages ? inside(season.stages[2]) : '',
      'stages.3': season.own_stages ? inside(season.stages[3]) : '',
    },
    toBody: (values) => ({
      name: values.name,
      sale_from: values.sale_from === '' ? null : wireDay(values.sale_from),
      starting_date: wireDay(values.starting_date),
      ending_date: wireDay(values.ending_date),
      sale_until: values.sale_until === '' ? null : wireDay(values.sale_until),
      stages: datedStages.every(({ stage }) => values[`stages.${stage}`] === '')
        ? null
        : { 1: wireDay(values['stages.1']), 2: wireDay(values['stages.2']), 3: wireDay(values['stages.3']) },
    }),
    onSubmit: (body) => change.submit({ params: { id: season.id }, body }),
  })
  type Name = keyof typeof form.values
  const date = (name: Name) => dayField(form, name)
  const { starting_date } = form.values
  return (
    <FormDialog
      title={`Name and days of ${season.name} ${season.year}`}
      description="The season opens, is drawn and closes on these days. Players can withdraw until the day before the first day."
      size="lg"
      confirm="Save the days"
      form={form}
      onClose={onClose}
    >
      {season.results > 0 && (
        <Notice tone="warn">
          Play has started: {season.results} {season.results === 1 ? 'match has' : 'matches have'} been played. Days
          that would leave one of them out are refused.
        </Notice>
      )}
      <TextField
        {...form.field('name')}
        label="Name"
        hint={season.empty ? 'Without the year.' : 'Without the year. Existing links do not change.'}
        autoComplete="off"
        maxLength={40}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField {...date('starting_date')} label="First day" />
        <DateField {...date('ending_date')} label="Last day" />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField
          {...date('sale_from')}
          label="First day of the sale"
          optional
          hint="Leave empty to start when sales for the previous season end."
        />
        <DateField
          {...date('sale_until')}
          label="Last day of the sale"
          optional
          hint={`Leave empty for ${starting_date === '' ? '14 days after the first day' : formatDay(wireDay(soldUntil({ starting_date })))}. A past day ends the sale.`}
        />
      </div>
      <fieldset className="flex flex-col gap-4">
        <legend className="text-sm font-[650]">Play-offs</legend>
        <p className="text-sm text-ink-soft">
          The last day of each stage. Leave all empty for the default days
          {season.own_stages ? '' : `, ${datedStages.map(({ stage }) => formatDay(season.stages[stage])).join('; ')}`}.
          A bracket of more than 8 starts on the same day and takes ten more days for each additional round.
        </p>
        <div className="grid gap-5 sm:grid-cols-2">
          {datedStages.map(({ stage, name }) => (
            <DateField key={stage} {...date(`stages.${stage}`)} label={name} optional />
          ))}
        </div>
      </fieldset>
    </FormDialog>
  )
}

/** Converts a day of the API (yyyy/MM/dd) to a date field's form (yyyy-mm-dd). */
function inside(day: string): string {
  return day.replaceAll('/', '-')
}
