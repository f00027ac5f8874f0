import { useFormDraft } from '#/features/accounts/use-form-draft.web.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Loaded } from '#/web/Loaded.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { PhoneField } from '#/web/ui/PhoneField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { getEmergencyContact } from '#/features/calls.gen.ts'
import { updateEmergencyContact, type EmergencyContact } from './contract.ts'
import { Section } from './Section.tsx'

/** The emergency contact for an accident on court. */
export function EmergencySection() {
  const read = useRead(getEmergencyContact, {})
  return (
    <Section
      title="Emergency contact"
      lead="The person to call if something happens to you on court. Only the organizers of your area can see it; players cannot."
    >
      <Loaded of={read} loading="Loading your emergency contact" skeleton={{ kind: 'lines', count: 2 }}>
        {({ emergency_contact }) => <EmergencyForm contact={emergency_contact} />}
      </Loaded>
    </Section>
  )
}

function EmergencyForm({ contact }: { contact: EmergencyContact }) {
  const save = useAction(updateEmergencyContact, { stale: [getEmergencyContact] })
  const form = useForm({
    schema: updateEmergencyContact.body,
    initial: { emergency_contact: { name: contact?.name ?? '', phone: contact?.phone ?? '' } },
    keep: useFormDraft('emergency-contact'),
    toBody: ({ emergency_contact: { name, phone } }) => ({
      // The field starts with only a dial code.
      emergency_contact: name.trim() === '' && /^(\+\d{0,4})?$/.test(phone.trim()) ? null : { name, phone },
    }),
    onSubmit: (body) => save.submit({ body }),
  })
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex max-w-xl flex-col gap-5">
      <FormErrors form={form} />
      <TextField {...form.field('emergency_contact.name')} label="Name of the contact" optional autoComplete="off" />
      <PhoneField {...form.field('emergency_contact.phone')} label="Phone of the contact" optional />
      <FormActions>
        <Button type="submit" busy={form.busy}>
          Save the contact
        </Button>
      </FormActions>
    </form>
  )
}
