import type { Reply } from '#/contract/endpoint.ts'
import { currencySign } from '#/contract/money.ts'
import { getDivision, listDivisions } from '#/features/calls.gen.ts'
import { getPresets, getSetup, listOrganizerDivisions } from '#/organizer/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { CheckboxGroup } from '#/web/ui/CheckboxGroup.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { createUsualDivisions } from './contract.ts'

type UsualDivisionsProps = {
  presets: Reply<typeof getPresets>
  /** The names of the divisions that exist, which are not offered. */
  taken: readonly string[]
  onClose: () => void
}

/** Creates several of a sport's usual divisions with one price. */
export function UsualDivisionsDialog({ presets, taken, onClose }: UsualDivisionsProps) {
  const stale = [listOrganizerDivisions, listDivisions, getDivision, getSetup]
  const create = useAction(createUsualDivisions, { stale, onDone: onClose })
  const noDivisions: string[] = []
  const form = useForm({
    schema: createUsualDivisions.body,
    initial: { sport: presets.sport ?? 'tennis', divisions: noDivisions, price: '' },
    toBody: (values) => values,
    onSubmit: (body) => create.submit({ body }),
  })
  const chosen = presets.sports.find(({ sport }) => sport === form.values.sport)
  const sportField = form.field('sport')
  return (
    <FormDialog
      title="Add usual divisions"
      description="They go on sale right away, in every area and every season on sale. You can change each of them afterwards."
      size="lg"
      confirm="Create the divisions"
      form={form}
      onClose={onClose}
    >
      <SelectField
        {...sportField}
        label="Sport"
        options={presets.sports.map(({ sport, name }) => ({ value: sport, label: name }))}
        onChange={(event) => {
          sportField.onChange(event)
          form.set('divisions', [])
        }}
      />
      <TextField
        {...form.field('price')}
        label="Price of each"
        hint="0 makes them free."
        prefix={currencySign()}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
      />
      <CheckboxGroup
        {...form.choices('divisions')}
        label="Divisions"
        options={(chosen?.divisions ?? [])
          .filter(({ name }) => !taken.some((each) => each.toLowerCase() === name.toLowerCase()))
          .map(({ key, name }) => ({ value: key, label: name }))}
      />
    </FormDialog>
  )
}
