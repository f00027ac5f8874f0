import { wireDay } from '#/contract/wire-day.ts'
import { organization } from '#/contract/organization.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { getOrganizer, createArea, listOrganizerAreas } from '#/organizer/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { dayField } from '#/web/day-field.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { DateField } from '#/web/ui/DateField.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { changeArea, type OrganizerArea } from './contract.ts'

/** Time zones, starting with those of the organization's part of the world. */
function listZones(): string[] {
  const region = organization().time_zone.split('/')[0] ?? ''
  return Intl.supportedValuesOf('timeZone').toSorted(
    (a, b) => Number(b.startsWith(`${region}/`)) - Number(a.startsWith(`${region}/`)) || (a < b ? -1 : 1),
  )
}

const stale = [listOrganizerAreas, getOrganizer]

/** Opens a new area, or changes one. */
export function AreaDialog({ area, onClose }: { area: OrganizerArea | null; onClose: () => void }) {
  const create = useAction(createArea, { stale, onDone: onClose })
  const change = useAction(changeArea, { stale, onDone: onClose })
  const form = useForm({
    schema: changeArea.body,
    keep: useFormDraft(`area-${area?.slug ?? 'new'}`),
    initial: {
      name: area?.name ?? '',
      address: area?.address ?? '',
      time_zone: area?.time_zone ?? organization().time_zone,
      sale_from: area?.sale_from?.replaceAll('/', '-') ?? '',
      'contact.name': area?.contact?.name ?? '',
      'contact.email': area?.contact?.email ?? '',
      'contact.phone': area?.contact?.phone ?? '',
    },
    toBody: ({ name, address, time_zone, sale_from, ...contact }) => ({
      name,
      // An address that was never edited follows the name.
      ...(area && address !== area.address && { address }),
      ...(area?.time_zone !== time_zone && { time_zone }),
      sale_from: sale_from === '' ? null : wireDay(sale_from),
      contact: Object.values(contact).every((value) => value.trim() === '')
        ? null
        : { name: contact['contact.name'], email: contact['contact.email'], phone: contact['contact.phone'] },
    }),
    onSubmit: (body) =>
      area
        ? change.submit({ params: { slug: area.slug }, body })
        : create.submit({ body: { ...body, name: body.name ?? '', time_zone: body.time_zone ?? '' } }),
  })
  return (
    <FormDialog
      title={area ? `Change ${area.name}` : 'Open an area'}
      description={
        area ? 'It keeps its players, leagues and results.' : 'Every season on sale gets leagues there right away.'
      }
      size="lg"
      confirm={area ? 'Save the area' : 'Open the area'}
      form={form}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" autoComplete="off" maxLength={60} />
      {area && (
        <TextField
          {...form.field('address')}
          label="Address in links"
          hint="If you do not change it, it follows the name. Old links keep working."
          autoComplete="off"
          autoCapitalize="none"
          maxLength={80}
        />
      )}
      {area?.zone_kept ? (
        <p className="text-ink-soft">
          Time zone: {formatZone(area.time_zone)}. It stays, because{' '}
          {area.zone_kept === 'played'
            ? 'matches have been played there.'
            : 'matches there have a date or an open offer.'}
        </p>
      ) : (
        <SelectField
          {...form.field('time_zone')}
          label="Time zone"
          hint="All dates and times in this area are in this time zone. You cannot change it once a match has a date or an open offer."
          placeholder="Choose a time zone"
          options={listZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        />
      )}
      <DateField
        {...dayField(form, 'sale_from')}
        label="First day of the sale"
        optional
        hint="Leave empty to sell entries as soon as a season opens."
      />
      <fieldset className="flex flex-col gap-4">
        <legend className="text-sm font-[650]">Contact person</legend>
        <p className="text-sm text-ink-soft">
          Players of the area see this person, and replies to emails go there. Leave empty to use the contact of the
          organization.
        </p>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...form.field('contact.name')} label="Name of the person" optional autoComplete="off" />
          <TextField
            {...form.field('contact.email')}
            label="Email"
            optional
            type="email"
            inputMode="email"
            autoComplete="off"
          />
          <TextField {...form.field('contact.phone')} label="Phone" optional inputMode="tel" autoComplete="off" />
        </div>
      </fieldset>
    </FormDialog>
  )
}

/** Lets a long name wrap only after a slash. */
export function formatZone(time_zone: string): string {
  return time_zone.replaceAll('_', ' ').replaceAll('/', '/\u200B')
}
