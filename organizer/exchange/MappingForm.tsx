import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { checkImport, type Check } from './contract.ts'
import { importFields } from './import-fields.ts'

/** Which column of the file is which of our fields; another choice is checked again. */
export function MappingForm({ task_id, check }: { task_id: number; check: Check }) {
  const navigate = useNavigate()
  const again = useChange(checkImport)
  const [mapping, setMapping] = useState(check.mapping)
  const [update, setUpdate] = useState(check.update)
  const columns = check.headers.map((header, place) => ({
    value: String(place),
    label: [header || `Column ${place + 1}`, check.first[place]].filter(Boolean).join(': ').slice(0, 60),
  }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        again.mutate(
          { params: { task_id }, body: { mapping, update } },
          { onSuccess: (started) => void navigate(paths.organizer.exchangeTask(started.task_id)) },
        )
      }}
      className="flex flex-col gap-5"
    >
      {again.error && <Notice tone="error">{again.error.message}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {importFields[check.kind].map(({ name, label, required, hint }) => (
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
              setMapping({ ...mapping, [name]: currentTarget.value === '' ? null : Number(currentTarget.value) })
            }
          />
        ))}
      </div>
      {check.kind === 'players' && (
        <Checkbox
          name="update"
          label="Update existing players with the name, phone, level, gender and area in the file"
          checked={update}
          onChange={({ currentTarget }) => setUpdate(currentTarget.checked)}
        />
      )}
      <div>
        <Button type="submit" variant="secondary" busy={again.isPending}>
          Check again
        </Button>
      </div>
    </form>
  )
}
