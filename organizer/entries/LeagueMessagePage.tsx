import { useState } from 'react'
import { useParams } from '#/web/router.tsx'
import { formatMoment } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { getAudience } from '#/organizer/calls.gen.ts'
import { frame, MessageForm, type Audience } from './MessageForm.tsx'

/** An email to every player of a league: written, previewed, sent. */
export default function LeagueMessagePage() {
  const { id = '' } = useParams()
  const read = useRead(getAudience, { params: { id } })
  // The email has an id, so that pressing twice does not send it twice.
  const [email, setEmail] = useState(() => crypto.randomUUID())
  if (read.data)
    return (
      <>
        <MessageForm key={email} email={email} audience={read.data} onSent={() => setEmail(crypto.randomUUID())} />
        <SentEmails sent={read.data.sent} />
      </>
    )
  return (
    <Screen {...frame}>
      <Loaded of={read} loading="Loading the league" missing="There is no such league in your areas." />
    </Screen>
  )
}

function SentEmails({ sent }: { sent: Audience['sent'] }) {
  if (sent.length === 0) return null
  return (
    <div className="mt-10">
      <Table
        caption="Emails so far"
        columns={[
          { key: 'subject', header: 'Subject', rowHeader: true, cell: (row) => row.subject },
          { key: 'who', header: 'By', cell: (row) => row.organizer },
          { key: 'when', header: 'When', cell: (row) => formatMoment(row.created_at) },
          { key: 'to', header: 'Players', align: 'right', cell: (row) => row.recipients },
        ]}
        rows={sent}
        rowKey={(row) => row.id}
      />
    </div>
  )
}
