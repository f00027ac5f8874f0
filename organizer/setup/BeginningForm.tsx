import type { Reply } from '#/contract/endpoint.ts'
import { getConfig } from '#/features/calls.gen.ts'
import {
  getOrganization,
  getOrganizer,
  getPresets,
  getSetup,
  listOrganizerAreas,
  listOrganizerDivisions,
} from '#/organizer/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { beginSetup } from './contract.ts'

const stale = [
  getSetup,
  getPresets,
  getOrganization,
  getOrganizer,
  getConfig,
  listOrganizerAreas,
  listOrganizerDivisions,
]

/** Chooses the country and the sport of a new installation, once. */
export function BeginningForm({ of: { countries, sports } }: { of: Reply<typeof getPresets> }) {
  const begin = useAction(beginSetup, { stale })
  const here = new Intl.Locale(navigator.language).region ?? ''
  const form = useForm({
    schema: beginSetup.body,
    initial: {
      country: countries.some(({ code }) => code === here) ? here : '',
      sport: sports[0]?.sport ?? 'tennis',
    },
    toBody: (values) => ({ ...values, time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone }),
    onSubmit: (body) => begin.submit({ body }),
  })
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5">
      <FormErrors form={form} />
      <div className="grid max-w-2xl gap-5 sm:grid-cols-2">
        <SelectField
          {...form.field('country')}
          label="Country"
          placeholder="Choose a country"
          options={countries.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <SelectField
          {...form.field('sport')}
          label="Sport"
          options={sports.map(({ sport, name }) => ({ value: sport, label: name }))}
        />
      </div>
      <div>
        <Button type="submit" size="sm" busy={form.busy}>
          Start from this country and sport
        </Button>
      </div>
    </form>
  )
}
