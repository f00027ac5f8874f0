import { useChange } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { createArea, listOrganizerAreas, renameArea, type OrganizerArea } from './contract.ts'
import { getOrganizer } from '#/organizer/security/contract.ts'

const zones = Intl.supportedValuesOf('timeZone').toSorted(
  (a, b) => Number(b.startsWith('America/')) - Number(a.startsWith('America/')) || (a < b ? -1 : 1),
)

/** Opens an area, or renames one: its address and its time zone stay. */
export function AreaDialog({ area, onClose }: { area: OrganizerArea | null; onClose: () => void }) {
  const create = useChange(createArea, [listOrganizerAreas, getOrganizer])
  const rename = useChange(renameArea, [listOrganizerAreas])
  const form = useForm({
    schema: createArea.body,
    initial: { name: area?.name ?? '', time_zone: area?.time_zone ?? '' },
    toBody: (values) => values,
    onSubmit: async (body) => {
      const { message } = area
        ? await rename.mutateAsync({ params: { slug: area.slug }, body: { name: body.name } })
        : await create.mutateAsync({ body })
      showToast({ tone: 'good', text: message })
      onClose()
    },
  })
  return (
    <FormDialog
      title={area ? `Rename ${area.name}` : 'Open an area'}
      description={
        area
          ? 'Everything that was played there stays, under the new name.'
          : 'Every season that is on sale gets its leagues there at once. An area is never closed again: what was played there stays.'
      }
      confirm={area ? 'Rename the area' : 'Open the area'}
      form={form}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" autoComplete="off" maxLength={60} />
      {!area && (
        <SelectField
          {...form.field('time_zone')}
          label="Time zone"
          hint="It can not be changed later: days and times are told by it."
          placeholder="Choose a time zone"
          options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        />
      )}
    </FormDialog>
  )
}
