import { deskPaths } from '#/contract/desk-paths.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listMailTexts } from '#/organizer/calls.gen.ts'

/** All kinds of email, and which of them the organization has changed. */
export default function MailTextsPage() {
  const read = useRead(listMailTexts, {})
  return (
    <Screen
      title="Emails"
      kicker={<TextLink to={deskPaths.texts}>Back to the texts</TextLink>}
      lead="Each email can have your own subject and opening. Scores, dates and amounts do not change."
    >
      <Loaded of={read} loading="Loading the emails">
        {({ kinds }) => (
          <DataTable
            openPath={({ kind }) => deskPaths.text(`emails/${kind}`)}
            caption="Kinds of emails"
            hideCaption
            rows={kinds}
            rowKey={({ kind }) => kind}
            columns={[
              {
                key: 'title',
                title: 'Email',
                cell: ({ kind, title }) => <TextLink to={deskPaths.text(`emails/${kind}`)}>{title}</TextLink>,
              },
              { key: 'group', title: 'About', cell: ({ group }) => group },
              {
                key: 'state',
                title: 'Words',
                cell: ({ subject, opening }) => (subject === null && opening === null ? '' : <Badge>Your own</Badge>),
              },
            ]}
          />
        )}
      </Loaded>
    </Screen>
  )
}
