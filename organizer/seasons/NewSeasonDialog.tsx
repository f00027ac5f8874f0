import { useKept } from '#/organizer/desk/kept.web.ts'
import { seasonTemplates } from '#/rules/season.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { createSeason, listOrganizerSeasons } from './contract.ts'
import { useAction } from '#/web/action.ts'

/** Creates a season before it opens automatically, or a past one. */
export function NewSeasonDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const make = useAction(createSeason, { stale: [listOrganizerSeasons], onDone: ({ id }) => onMade(id) })
  const form = useForm({
    schema: createSeason.body,
    keep: useKept('new-season'),
    initial: { season: '', year: '' },
    toBody: (values) => values,
    onSubmit: (body) => make.submit({ body }),
  })
  return (
    <FormDialog
      title="Create a season"
      description="It gets the standard days, last year’s rules, and a league for each division in each area. You can change the days afterwards."
      confirm="Create the season"
      form={form}
      onClose={onClose}
    >
      <SelectField
        {...form.field('season')}
        label="Season"
        placeholder="Choose a season"
        options={seasonTemplates.map(({ slug, name }) => ({ value: slug, label: name }))}
      />
      <TextField
        {...form.field('year')}
        label="Year"
        hint="The year of its first day."
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
      />
    </FormDialog>
  )
}
