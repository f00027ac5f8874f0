import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { listedAreas } from '#/contract/areas.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { CheckboxGroup } from '#/web/ui/CheckboxGroup.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { changePermissions, dismissPerson, listPeople, resetPhone } from '#/organizer/calls.gen.ts'
import { appointPerson, type Person } from './contract.ts'

export type PersonChange = { kind: 'appoint' } | { kind: 'change' | 'dismiss' | 'reset'; person: Person }

type DialogProps = { onClose: () => void }

/** The dialog for a change to an organizer. */
export function PersonDialog({ change, onClose }: DialogProps & { change: PersonChange }) {
  if (change.kind === 'appoint') return <PermissionsDialog person={null} onClose={onClose} />
  const { kind, person } = change
  if (kind === 'change') return <PermissionsDialog person={person} onClose={onClose} />
  return kind === 'dismiss' ? (
    <DismissDialog person={person} onClose={onClose} />
  ) : (
    <ResetPhoneDialog person={person} onClose={onClose} />
  )
}

/** Appoints an organizer by email, or changes their permissions. */
function PermissionsDialog({ person, onClose }: DialogProps & { person: Person | null }) {
  const appoint = useAction(appointPerson, { stale: [listPeople], onDone: onClose })
  const change = useAction(changePermissions, { stale: [listPeople], onDone: onClose })
  const form = useForm({
    schema: appointPerson.body,
    keep: useFormDraft(`person-${person?.id ?? 'new'}`),
    initial: {
      email: person?.email ?? '',
      role: person?.role ?? 'organizer',
      areas: person?.role === 'organizer' ? person.areas : [],
    },
    toBody: ({ email, role, areas }) => ({ email, role, areas: role === 'owner' ? [] : areas }),
    onSubmit: ({ email, ...body }) =>
      person ? change.submit({ params: { id: person.id }, body }) : appoint.submit({ body: { email, ...body } }),
  })
  return (
    <FormDialog
      title={person ? `What ${person.name} runs` : 'Appoint someone'}
      description="We email them, and the audit log records the change."
      confirm={person ? 'Save' : 'Appoint'}
      form={form}
      onClose={onClose}
    >
      {!person && (
        <TextField
          {...form.field('email')}
          label="Email of their account"
          type="email"
          inputMode="email"
          autoComplete="off"
        />
      )}
      <RadioGroup
        {...form.radio('role')}
        label="Role"
        layout="list"
        options={[
          { value: 'organizer', label: 'Organizer', note: 'Runs the leagues of some areas.' },
          { value: 'owner', label: 'Owner', note: 'Runs everything and chooses the organizers.' },
        ]}
      />
      {form.values.role === 'organizer' && (
        <CheckboxGroup
          {...form.choices('areas')}
          label="Areas"
          options={listedAreas().map(({ slug, name }) => ({ value: slug, label: name }))}
        />
      )}
    </FormDialog>
  )
}

function DismissDialog({ person, onClose }: DialogProps & { person: Person }) {
  const dismiss = useAction(dismissPerson, { stale: [listPeople], onDone: onClose, onRefused: onClose })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Dismiss ${person.name}?`}
      description="They will no longer run leagues. Their player account stays."
      confirm="Dismiss"
      tone="danger"
      busy={dismiss.busy}
      onConfirm={() => dismiss.run({ params: { id: person.id } })}
    />
  )
}

function ResetPhoneDialog({ person, onClose }: DialogProps & { person: Person }) {
  const reset = useAction(resetPhone, { stale: [listPeople], onDone: onClose, onRefused: onClose })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Reset the phone of ${person.name}?`}
      description="Do this only if they have asked you in person or by phone. Their passkeys end too. They will be signed out everywhere, and only their password will protect the desk until they enroll a new phone."
      confirm="Reset the phone"
      tone="danger"
      busy={reset.busy}
      onConfirm={() => reset.run({ params: { id: person.id } })}
    />
  )
}
