import { useState } from 'react'
import { areaName } from '#/contract/areas.ts'
import { formatMoment } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Menu } from '#/web/ui/Menu.tsx'
import { DeskTable } from '#/organizer/desk/DeskList.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listPeople } from '#/organizer/calls.gen.ts'
import type { Person } from './contract.ts'
import { PersonDialog, type PersonChange } from './PersonDialogs.tsx'

/** Organizers and their areas, for owners: appoint, change, dismiss. */
export default function PeoplePage() {
  const read = useRead(listPeople, {})
  const [change, setChange] = useState<PersonChange | null>(null)
  return (
    <Screen
      title="Organizers"
      lead="Owners run everything and choose the organizers. Organizers run the leagues in their areas."
      actions={<Button onClick={() => setChange({ kind: 'appoint' })}>Appoint someone</Button>}
    >
      <Loaded of={read} loading="Loading the organizers">
        {({ people }) => <People people={people} onChange={setChange} />}
      </Loaded>
      {change && <PersonDialog change={change} onClose={() => setChange(null)} />}
    </Screen>
  )
}

type OnChange = { onChange: (change: PersonChange) => void }

function People({ people, onChange }: OnChange & { people: readonly Person[] }) {
  return (
    <DeskTable
      name="people"
      caption={people.length === 1 ? '1 person' : `${people.length} people`}
      columns={[
        {
          key: 'name',
          title: 'Name',
          text: ({ name, email }) => `${name} <${email}>`,
          cell: (person) => (
            <div>
              <TextLink to={deskPaths.player(person.id)}>{person.name}</TextLink>
              {person.is_me && ' (you)'}
              <span className="block text-sm font-normal break-all text-ink-soft">{person.email}</span>
            </div>
          ),
        },
        {
          key: 'runs',
          title: 'Runs',
          text: ({ role, areas }) => (role === 'owner' ? 'Everything' : areas.map(areaName).join(', ')),
          cell: ({ role, areas }) =>
            role === 'owner' ? <Badge tone="info">Everything</Badge> : areas.map(areaName).join(', '),
        },
        {
          key: 'phone',
          title: 'Second factor',
          text: ({ second_factor }) => (second_factor ? 'Enrolled' : 'Missing'),
          cell: ({ second_factor }) =>
            second_factor ? <Badge tone="good">Enrolled</Badge> : <Badge tone="warn">Missing</Badge>,
        },
        {
          key: 'seen',
          title: 'Last seen',
          cell: ({ last_seen_at }) => (last_seen_at === null ? 'Never' : formatMoment(last_seen_at)),
        },
        {
          key: 'actions',
          title: 'Actions',
          align: 'right',
          always: true,
          text: null,
          cell: (person) => <PersonMenu person={person} onChange={onChange} />,
        },
      ]}
      rows={people}
      rowKey={({ id }) => id}
    />
  )
}

function PersonMenu({ person, onChange }: OnChange & { person: Person }) {
  return (
    <Menu
      label={`Actions for ${person.name}`}
      items={[
        { id: 'change', label: 'Change what they run', onSelect: () => onChange({ kind: 'change', person }) },
        {
          id: 'reset',
          label: 'Reset a lost phone',
          disabled: !person.second_factor || person.is_me,
          onSelect: () => onChange({ kind: 'reset', person }),
        },
        { id: 'dismiss', label: 'Dismiss', tone: 'danger', onSelect: () => onChange({ kind: 'dismiss', person }) },
      ]}
    />
  )
}
