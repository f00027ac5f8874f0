import { useKept } from '#/organizer/desk/kept.web.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { createArea, listOrganizerAreas, renameArea, type OrganizerArea } from './contract.ts'
import { getOrganizer } from '#/organizer/security/contract.ts'
import { useAction } from '#/web/action.ts'

const zones = Intl.supportedValuesOf('timeZone').toSorted(
  (a, b) => Number(b.startsWith('America/')) - Number(a.startsWith('America/')) || (a < b ? -1 : 1),
)

/** Opens an area, or renames one. Its slug and its time zone stay the same. */
export function AreaDialog({ area, onClose }: { area: OrganizerArea | null; onClose: () => void }) {
  const create = useAction(createArea, { stale: [listOrganizerAreas, getOrganizer], onDone: onClose })
  const rename = useAction(renameArea, { stale: [listOrganizerAreas], onDone: onClose })
  const form = useForm({
    schema: createArea.body,
    keep: useKept(`area-${area?.slug ?? 'new'}`),
    initial: { name: area?.name ?? '', time_zone: area?.time_zone ?? '' },
    onSubmit: (body) =>
      area ? rename.submit({ params: { slug: area.slug }, body: { name: body.name } }) : create.submit({ body }),
  })
  return (
    <FormDialog
      title={area ? `Rename ${area.name}` : 'Open an area'}
      description={
        area
          ? 'All results there are kept, under the new name.'
          : 'Every season on sale gets leagues there at once. An area cannot be closed again.'
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
          hint="You cannot change it later. Days and times there use it."
          placeholder="Choose a time zone"
          options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        />
      )}
    </FormDialog>
  )
}
