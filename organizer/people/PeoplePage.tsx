import { useState } from 'react'
import { areaName, listedAreas } from '#/contract/areas.ts'
import { useChange, useRead } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { CheckboxGroup } from '#/web/ui/CheckboxGroup.tsx'
import { ConfirmDialog, Dialog } from '#/web/ui/Dialog.tsx'
import { ErrorSummary } from '#/web/ui/ErrorSummary.tsx'
import { Menu } from '#/web/ui/Menu.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { appointPerson, changePermissions, dismissPerson, listPeople, resetPhone, type Person } from './contract.ts'
import { formatMoment } from '#/contract/format.ts'

type Doing = { what: 'appoint' } | { what: 'change' | 'dismiss' | 'reset'; person: Person }

/** Who runs what: appoint, change, dismiss; for owners. */
export default function PeoplePage() {
  const read = useRead(listPeople, {})
  const [doing, setDoing] = useState<Doing | null>(null)
  const stop = () => setDoing(null)
  return (
    <>
      <title>Organizers · Deuce</title>
      <PageHeader
        title="Organizers"
        lead="Owners run everything and choose the organizers. Organizers run the leagues in their areas."
        actions={<Button onClick={() => setDoing({ what: 'appoint' })}>Appoint someone</Button>}
      />
      {read.data ? (
        <People people={read.data.people} onDo={setDoing} />
      ) : read.error ? (
        <ReadError of={read} />
      ) : (
        <Skeleton kind="rows" label="Loading the organizers" />
      )}
      {doing?.what === 'appoint' && <PermissionsDialog person={null} onClose={stop} />}
      {doing?.what === 'change' && <PermissionsDialog person={doing.person} onClose={stop} />}
      {(doing?.what === 'dismiss' || doing?.what === 'reset') && (
        <AskDialog what={doing.what} person={doing.person} onClose={stop} />
      )}
    </>
  )
}

function People({ people, onDo }: { people: readonly Person[]; onDo: (doing: Doing) => void }) {
  return (
    <Table
      caption={people.length === 1 ? '1 person' : `${people.length} people`}
      columns={[
        {
          key: 'name',
          header: 'Name',
          rowHeader: true,
          cell: (person) => (
            <div>
              <TextLink to={paths.organizer.player(person.id)}>{person.name}</TextLink>
              {person.is_me && ' (you)'}
              <span className="block text-sm font-normal break-all text-ink-soft">{person.email}</span>
            </div>
          ),
        },
        {
          key: 'runs',
          header: 'Runs',
          cell: ({ role, areas }) =>
            role === 'owner' ? <Badge tone="info">Everything</Badge> : areas.map(areaName).join(', '),
        },
        {
          key: 'phone',
          header: 'Second factor',
          cell: ({ second_factor }) =>
            second_factor ? <Badge tone="good">Enrolled</Badge> : <Badge tone="warn">Missing</Badge>,
        },
        {
          key: 'seen',
          header: 'Last seen',
          cell: ({ last_seen_at }) => (last_seen_at === null ? 'Never' : formatMoment(last_seen_at)),
        },
        {
          key: 'audit_entries',
          header: 'Actions',
          align: 'right',
          cell: (person) => <Acts person={person} onDo={onDo} />,
        },
      ]}
      rows={people}
      rowKey={({ id }) => id}
    />
  )
}

function Acts({ person, onDo }: { person: Person; onDo: (doing: Doing) => void }) {
  return (
    <Menu
      label={`Actions for ${person.name}`}
      items={[
        { id: 'change', label: 'Change what they run', onSelect: () => onDo({ what: 'change', person }) },
        {
          id: 'reset',
          label: 'Reset a lost phone',
          disabled: !person.second_factor || person.is_me,
          onSelect: () => onDo({ what: 'reset', person }),
        },
        { id: 'dismiss', label: 'Dismiss', tone: 'danger', onSelect: () => onDo({ what: 'dismiss', person }) },
      ]}
    />
  )
}

type PermissionsDialogProps = { person: Person | null; onClose: () => void }

/** Appoints by email, or changes what a person runs. */
function PermissionsDialog({ person, onClose }: PermissionsDialogProps) {
  const appoint = useChange(appointPerson, [listPeople])
  const change = useChange(changePermissions, [listPeople])
  const form = useForm({
    schema: appointPerson.body,
    initial: {
      email: person?.email ?? '',
      role: person?.role ?? 'organizer',
      areas: person?.role === 'organizer' ? person.areas : [],
    },
    toBody: ({ email, role, areas }) => ({ email, role, areas: role === 'owner' ? [] : areas }),
    onSubmit: async ({ email, ...permissions }) => {
      const done = await (person
        ? change.mutateAsync({ params: { id: person.id }, body: permissions })
        : appoint.mutateAsync({ body: { email, ...permissions } }))
      showToast({ tone: 'good', text: done.message })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={person ? `What ${person.name} runs` : 'Appoint someone'}
      description="We email them, and the audit log records the change."
      actions={
        <>
          <Button type="submit" form="permissions" busy={form.busy}>
            {person ? 'Save' : 'Appoint'}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id="permissions" onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5">
        <ErrorSummary errors={form.errors} attempt={form.attempt} />
        {form.refusal && form.errors.length === 0 && <Notice tone="error">{form.refusal.message}</Notice>}
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
      </form>
    </Dialog>
  )
}

const words = {
  dismiss: {
    title: (name: string) => `Dismiss ${name}?`,
    description: 'They will no longer run leagues. Their player account stays.',
    confirm: 'Dismiss',
  },
  reset: {
    title: (name: string) => `Reset the phone of ${name}?`,
    description:
      'Do this only if they have asked you in person or by phone. They are signed out everywhere, and only their password protects the desk until they enroll a new phone.',
    confirm: 'Reset the phone',
  },
} as const

function AskDialog({ what, person, onClose }: { what: 'dismiss' | 'reset'; person: Person; onClose: () => void }) {
  const change = useChange(what === 'dismiss' ? dismissPerson : resetPhone, [listPeople])
  const { title, description, confirm } = words[what]
  const go = async () => {
    const done = await change.mutateAsync({ params: { id: person.id } }).catch((error: Error) => {
      showToast({ tone: 'bad', text: error.message })
      return null
    })
    if (done) showToast({ tone: 'good', text: done.message })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title(person.name)}
      description={description}
      confirm={confirm}
      tone="danger"
      busy={change.isPending}
      onConfirm={() => void go()}
    />
  )
}
