import { formatMoment, formatTotal } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { listMessages } from '#/organizer/calls.gen.ts'
import { PagedTable } from '#/web/PagedTable.tsx'
import { useList } from '#/web/list.ts'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { SentMessage } from './contract.ts'

/** The messages that organizers have sent, newest first: ?league=. */
export default function MessagesPage() {
  const list = useList(listMessages)
  return (
    <Screen
      title="Messages"
      lead="Emails to any group of players, sent in your name. Each person gets a message once."
      actions={<ButtonLink to={deskPaths.newMessage()}>New message</ButtonLink>}
    >
      <PagedTable
        list={list}
        loading="Loading the messages"
        empty={{ title: 'No messages yet', text: 'Write to an area, a league, or those who have not paid.' }}
        rows={({ messages }) => messages}
        rowKey={({ id }) => id}
        count={({ total }) => formatTotal(total, 'message', 'messages')}
        columns={[
          {
            key: 'subject',
            header: 'Subject',
            rowHeader: true,
            cell: ({ id, subject }) => (
              <TextLink to={deskPaths.message(id)} className="wrap-anywhere">
                {subject}
              </TextLink>
            ),
          },
          { key: 'to', header: 'To', cell: ({ to }) => to },
          { key: 'by', header: 'By', cell: ({ organizer }) => organizer },
          { key: 'when', header: 'When', cell: ({ created_at }) => formatMoment(created_at) },
          { key: 'players', header: 'Players', align: 'right', cell: ({ recipients }) => recipients },
          { key: 'outcome', header: 'Outcome', cell: ({ outcomes }) => <Outcomes outcomes={outcomes} /> },
        ]}
      />
    </Screen>
  )
}

/** The outcome of a message. */
export function Outcomes({ outcomes }: Pick<SentMessage, 'outcomes'>) {
  if (outcomes === null) return 'Not recorded'
  const { delivered, bounced, waiting } = outcomes
  return (
    <span className="flex flex-wrap gap-1">
      {delivered > 0 && <Badge tone="good">{delivered} delivered</Badge>}
      {bounced > 0 && <Badge tone="bad">{bounced} bounced</Badge>}
      {waiting > 0 && <Badge tone="info">{waiting} on the way</Badge>}
    </span>
  )
}
