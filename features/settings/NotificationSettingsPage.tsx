import { useFormDraft } from '#/features/accounts/use-form-draft.web.ts'
import {
  canStopEmail,
  kindOfNotification,
  notificationGroups,
  type NotificationGroup,
} from '#/contract/notification-kinds.ts'
import { getPreferences, updatePreferences } from '#/features/calls.gen.ts'
import type { NotificationPreferences } from '#/features/notifications/contract.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { useKeptDraft } from '#/web/kept-draft.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { PageTitle } from '#/web/PageTitle.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { PushSection } from './PushSection.tsx'
import { QuietHoursSection } from './QuietHoursSection.tsx'
import { Section } from './Section.tsx'

type Row = NotificationPreferences['kinds'][number]

/** The player's channels for each kind of notification. */
export default function NotificationSettingsPage() {
  const read = useRead(getPreferences, {})
  return (
    <>
      <PageTitle>Notifications · Settings</PageTitle>
      <Loaded of={read} loading="Loading your notification settings" skeleton={{ kind: 'lines', count: 8 }}>
        {(preferences) => (
          <>
            {/* Unsaved changes in one form survive saving the other. */}
            <Preferences key={JSON.stringify(preferences.kinds)} preferences={preferences} />
            {/* Only the browser knows what it can do here, so that this part grows after the page is shown. */}
            <PushSection />
            <QuietHoursSection key={JSON.stringify(preferences.quiet)} preferences={preferences} />
          </>
        )}
      </Loaded>
    </>
  )
}

function Preferences({ preferences }: { preferences: NotificationPreferences }) {
  const [draft, setDraft] = useKeptDraft(useFormDraft('notifications'), readDraft)
  const kinds = preferences.kinds.map((row) => ({ ...row, ...draft?.[row.kind] }))
  const save = useAction(updatePreferences, {
    stale: [getPreferences],
    toast: () => 'Saved.',
    onDone: () => setDraft(null),
  })
  const change = (kind: Row['kind'], channels: Partial<Row>) =>
    setDraft({ ...draft, [kind]: { ...draft?.[kind], ...channels } })
  const groups = Object.entries(notificationGroups) as [NotificationGroup, string][]
  return (
    <Section
      title="Where notifications reach you"
      lead="Emails that ask for an answer come at once. News comes after ten minutes, unless you have read it here. Daily: once a day, in one email. Push: at once, on the devices below."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.run({ body: { quiet: preferences.quiet, kinds } })
        }}
        className="flex max-w-2xl flex-col gap-8"
      >
        {groups.map(([group, heading]) => (
          <Group
            key={group}
            heading={heading}
            rows={kinds.filter(({ kind }) => kindOfNotification(kind).group === group)}
            onChange={change}
          />
        ))}
        <FormActions note="Emails about your account, payments and security cannot be turned off.">
          <Button type="submit" busy={save.busy}>
            Save
          </Button>
        </FormActions>
      </form>
    </Section>
  )
}

/** The changed channels of each kind. */
type Draft = Partial<Record<Row['kind'], Partial<Row>>>

function readDraft(stored: unknown): Draft | null {
  return typeof stored === 'object' ? stored : null
}

type GroupProps = {
  heading: string
  rows: readonly Row[]
  onChange: (kind: Row['kind'], channels: Partial<Row>) => void
}

function Group({ heading, rows, onChange }: GroupProps) {
  if (rows.length === 0) return null
  return (
    <Table
      caption={heading}
      phone="table"
      rows={rows}
      rowKey={({ kind }) => kind}
      columns={[
        { key: 'kind', header: 'Kind', rowHeader: true, cell: ({ title }) => title },
        {
          key: 'app',
          header: 'App',
          className: 'w-12',
          cell: ({ kind, title, app }) => (
            <Checkbox
              name={`${kind}-app`}
              label={<span className="sr-only">{title}, in the app</span>}
              checked={app}
              onChange={({ currentTarget }) => onChange(kind, { app: currentTarget.checked })}
            />
          ),
        },
        {
          key: 'mail',
          header: 'Email',
          className: 'w-28',
          cell: (row) => <EmailChoice row={row} onChange={onChange} />,
        },
        {
          key: 'push',
          header: 'Push',
          className: 'w-12',
          cell: ({ kind, title, push }) => (
            <Checkbox
              name={`${kind}-push`}
              label={<span className="sr-only">{title}, on my devices</span>}
              checked={push}
              onChange={({ currentTarget }) => onChange(kind, { push: currentTarget.checked })}
            />
          ),
        },
      ]}
    />
  )
}

const choices = [
  { value: 'on', label: 'On' },
  { value: 'digest', label: 'Daily' },
  { value: 'off', label: 'Off' },
]

function EmailChoice({ row: { kind, title, mail }, onChange }: { row: Row; onChange: GroupProps['onChange'] }) {
  if (!canStopEmail(kind)) return <span className="text-ink-soft">Always</span>
  return (
    <SelectField
      name={`${kind}-mail`}
      label={`${title}, by email`}
      hideLabel
      options={choices}
      value={mail === 'digest' ? 'digest' : mail ? 'on' : 'off'}
      onChange={({ currentTarget: { value } }) =>
        onChange(kind, { mail: value === 'digest' ? 'digest' : value === 'on' })
      }
    />
  )
}
