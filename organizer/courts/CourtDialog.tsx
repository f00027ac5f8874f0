import { areaName } from '#/contract/areas.ts'
import { surfaces } from '#/contract/choices.ts'
import { listCourts } from '#/features/calls.gen.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { getOrganizer, changeCourt, listOrganizerCourts } from '#/organizer/calls.gen.ts'
import { parsePosition } from '#/rules/position.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { createCourt, type OrganizerCourt } from './contract.ts'

const stale = [listOrganizerCourts, listCourts]

/** Adds a court, or changes one. Its area cannot change. */
export function CourtDialog({ court, onClose }: { court: OrganizerCourt | null; onClose: () => void }) {
  const areas = useRead(getOrganizer, {}).data?.areas ?? []
  const create = useAction(createCourt, { stale, onDone: onClose })
  const change = useAction(changeCourt, { stale, onDone: onClose })
  const form = useForm({
    schema: createCourt.body,
    keep: useFormDraft(`court-${court?.id ?? 'new'}`),
    initial: {
      area: court?.area ?? (areas.length === 1 ? (areas[0] ?? '') : ''),
      name: court?.name ?? '',
      address: court?.address ?? '',
      // Named like the first of the two, whose problem it shows.
      latitude: court ? `${court.latitude}, ${court.longitude}` : '',
      surface: court?.surface ?? 'Hard',
      court_count: court?.court_count ?? null,
      has_lights: court?.has_lights ?? false,
      map_url: court?.own_map_url ?? '',
    },
    toBody: (values) => ({ ...values, ...(parsePosition(values.latitude) ?? { longitude: '0' }) }),
    onSubmit: (body) => (court ? change.submit({ params: { id: court.id }, body }) : create.submit({ body })),
  })
  return (
    <FormDialog
      title={court ? `Change ${court.name}` : 'Add a court'}
      description="Players can choose it when they arrange a match. Its position and lights decide which times are suggested."
      size="lg"
      confirm={court ? 'Save the court' : 'Add the court'}
      form={form}
      onClose={onClose}
    >
      {!court && areas.length > 1 && (
        <SelectField
          {...form.field('area')}
          label="Area"
          placeholder="Choose an area"
          options={areas.map((slug) => ({ value: slug, label: areaName(slug) }))}
        />
      )}
      <TextField {...form.field('name')} label="Name" autoComplete="off" maxLength={80} />
      <TextField {...form.field('address')} label="Address" autoComplete="off" maxLength={200} />
      <TextField
        {...form.field('latitude')}
        label="Position"
        hint="Find the courts on a map and paste its link here, or the latitude and longitude."
        autoComplete="off"
        maxLength={500}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          {...form.field('surface')}
          label="Surface"
          options={surfaces.map((surface) => ({ value: surface, label: surface }))}
        />
        <TextField {...form.number('court_count')} label="Number of courts" maxLength={3} />
      </div>
      <Checkbox {...form.checkbox('has_lights')} label="The courts have lights" />
      <TextField
        {...form.field('map_url')}
        label="Link to a map"
        optional
        type="url"
        hint="Without one, we link to the position on OpenStreetMap."
        maxLength={500}
      />
    </FormDialog>
  )
}
