import { wireDay } from '#/contract/wire-day.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useAction } from '#/web/action.ts'
import { dayField } from '#/web/day-field.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { DateField } from '#/web/ui/DateField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { listOrganizerSeasons } from '#/organizer/calls.gen.ts'
import { createSeason } from './contract.ts'

/** Creates a season with any name and days. */
export function NewSeasonDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const make = useAction(createSeason, { stale: [listOrganizerSeasons], onDone: ({ id }) => onMade(id) })
  const form = useForm({
    schema: createSeason.body,
    keep: useFormDraft('new-season'),
    initial: {
      name: '',
      starting_date: '',
      ending_date: '',
      sale_from: '',
      sale_until: '',
      questions: true,
      draft: true,
    },
    toBody: ({ name, questions, draft, ...days }) => ({
      // An empty name is reported at its field.
      ...(name.trim() !== '' && { name }),
      questions,
      draft,
      ...(days.starting_date !== '' && { starting_date: wireDay(days.starting_date) }),
      ...(days.ending_date !== '' && { ending_date: wireDay(days.ending_date) }),
      sale_from: days.sale_from === '' ? null : wireDay(days.sale_from),
      sale_until: days.sale_until === '' ? null : wireDay(days.sale_until),
    }),
    onSubmit: (body) => make.submit({ body }),
  })
  return (
    <FormDialog
      title="Create a season"
      description="Copies rules, divisions, prices, limits and questions from the last season with this name, or from your latest season. You can change them afterwards."
      size="lg"
      confirm="Create the season"
      form={form}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        hint="Without the year, like Spring or September to May."
        autoComplete="off"
        maxLength={40}
      />
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <DateField {...dayField(form, 'starting_date')} label="First day" />
        <DateField {...dayField(form, 'ending_date')} label="Last day" />
        <DateField
          {...dayField(form, 'sale_from')}
          label="First day of the sale"
          optional
          hint="Leave empty to start when sales for the previous season end."
        />
        <DateField
          {...dayField(form, 'sale_until')}
          label="Last day of the sale"
          optional
          hint="Leave empty for 14 days after the first day."
        />
      </div>
      <Checkbox {...form.checkbox('questions')} label="Copy the questions to players too" />
      <Checkbox
        {...form.checkbox('draft')}
        label="Start as a draft"
        hint="Players do not see it until you publish it."
      />
    </FormDialog>
  )
}
