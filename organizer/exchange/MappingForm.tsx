import { useKept } from '#/organizer/desk/kept.web.ts'
import { useForm } from '#/web/form.ts'
import { useNavigate } from '#/web/router.tsx'
import { paths } from '#/contract/paths.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { checkImport, type Check } from './contract.ts'
import { formatReadings } from './format.ts'
import { dayOrders, importFields } from './import-fields.ts'
import { useAction } from '#/web/action.ts'
import { FormErrors } from '#/web/FormErrors.tsx'

/** Chooses the column of each field, and checks the file again. */
export function MappingForm({ task_id, found }: { task_id: number; found: Check }) {
  const navigate = useNavigate()
  const check = useAction(checkImport, {
    onDone: (started) => navigate(paths.organizer.exchangeTask(started.task_id)),
  })
  const form = useForm({
    schema: checkImport.body,
    keep: useKept(`import-${task_id}`),
    initial: {
      mapping: found.mapping,
      update: found.update,
      dates: found.dates?.order ?? undefined,
    },
    toBody: (values) => values,
    onSubmit: (body) => check.submit({ params: { task_id }, body }),
  })
  const { mapping } = form.values
  const columns = found.headers.map((header, index) => ({
    value: String(index),
    label: [header || `Column ${index + 1}`, found.first[index]].filter(Boolean).join(': ').slice(0, 60),
  }))
  return (
    <form onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-5">
      <FormErrors form={form} />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {importFields[found.kind].map(({ name, label, required, hint }) => (
          <SelectField
            key={name}
            name={name}
            label={label}
            optional={!required}
            hint={hint}
            placeholder="Not in this file"
            options={columns}
            value={mapping[name] === null || mapping[name] === undefined ? '' : String(mapping[name])}
            onChange={({ currentTarget }) =>
              form.set('mapping', {
                ...mapping,
                [name]: currentTarget.value === '' ? null : Number(currentTarget.value),
              })
            }
          />
        ))}
      </div>
      {found.dates?.sample !== undefined && (
        <RadioGroup
          {...form.radio('dates')}
          label="Which comes first in a date?"
          layout="list"
          options={dayOrders.map((order) => ({
            value: order,
            label: order === 'day-first' ? 'The day' : 'The month',
            note: formatReadings(found.dates?.sample ?? '')[order],
          }))}
        />
      )}
      {found.kind === 'players' && (
        <Checkbox
          {...form.checkbox('update')}
          label="Update existing players with the name, phone, level, gender, area and year of birth in the file"
        />
      )}
      <div>
        <Button type="submit" variant="secondary" busy={form.busy}>
          Check again
        </Button>
      </div>
    </form>
  )
}
