import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { formatMoment, formatTotal } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { getMessage, listMessageRecipients } from '#/organizer/calls.gen.ts'
import { useTask } from '#/organizer/desk/use-task.web.ts'
import { useRead } from '#/web/api.ts'
import { PagedTable } from '#/web/PagedTable.tsx'
import { useList } from '#/web/list.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { useParams, useSearchParams } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { Progress } from '#/web/ui/Progress.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { messageOutcomes, type MessageDetails } from './contract.ts'
import { formatPlayers, outcomeLooks } from './format.ts'

/** A message that was sent, and what became of each email: ?outcome=. */
export default function MessagePage() {
  const { id = '' } = useParams()
  const read = useRead(getMessage, { params: { id } })
  return (
    <Screen
      title={read.data?.subject ?? 'Message'}
      kicker={<TextLink to={deskPaths.messages}>All messages</TextLink>}
      lead={read.data && `${read.data.organizer}, ${formatMoment(read.data.created_at)}`}
    >
      <Loaded of={read} loading="Loading the message" missing="There is no such message in your areas.">
        {(message) => <Details message={message} />}
      </Loaded>
    </Screen>
  )
}

function Details({ message }: { message: MessageDetails }) {
  const { to, recipients, body, template, outcomes } = message
  return (
    <div className="flex flex-col gap-8">
      <Sending message={message} />
      <DataList
        items={[
          { term: 'To', value: to },
          { term: 'Players', value: formatPlayers(recipients) },
          ...(template === null ? [] : [{ term: 'Template', value: template }]),
        ]}
      />
      <Card as="section" aria-label="Text" className="wrap-anywhere">
        <p className="whitespace-pre-wrap" dir="auto">
          {body}
        </p>
      </Card>
      {outcomes && <Recipients id={message.id} outcomes={outcomes} />}
    </div>
  )
}

/** The progress of the sender's own message. */
function Sending({ message: { id, task_id } }: { message: MessageDetails }) {
  const { data: task } = useTask(task_id)
  const client = useQueryClient()
  const isFinished = task !== undefined && task.finished_at !== null
  useEffect(() => {
    if (isFinished)
      for (const read of [getMessage, listMessageRecipients])
        void client.invalidateQueries({ queryKey: [read.method, read.path] })
  }, [client, id, isFinished])
  if (!task || isFinished) return null
  return <Progress label="Sending" done={task.done} total={task.total} />
}

function Recipients({ id, outcomes }: { id: string; outcomes: NonNullable<MessageDetails['outcomes']> }) {
  const list = useList(listMessageRecipients, { params: { id } })
  const [params] = useSearchParams()
  const { delivered, bounced, opted_out, other, waiting } = outcomes
  return (
    <section aria-labelledby="log" className="flex flex-col gap-4">
      <h2 id="log" className="lettering text-xl">
        What became of each email
      </h2>
      <p>
        {delivered} delivered, {bounced} bounced, {opted_out} opted out, {other} read in the app or left out, {waiting}{' '}
        on the way. Emails leave ten minutes after sending, so that nobody gets one who has read it in the app.
      </p>
      <SelectField
        label="Outcome"
        name="outcome"
        optional="filter"
        placeholder="All outcomes"
        className="max-w-64"
        value={params.get('outcome') ?? ''}
        options={[...messageOutcomes, 'waiting' as const].map((value) => ({ value, label: outcomeLooks[value].label }))}
        onChange={({ currentTarget: { value } }) => list.set({ outcome: value })}
      />
      <PagedTable
        list={list}
        loading="Loading the players"
        empty={{ title: 'Nobody', text: 'No email has this outcome.' }}
        rows={({ message_recipients }) => message_recipients}
        rowKey={({ player_id }) => player_id}
        count={({ total }) => formatTotal(total, 'player', 'players')}
        columns={[
          {
            key: 'name',
            header: 'Player',
            rowHeader: true,
            cell: ({ player_id, name }) => <TextLink to={deskPaths.player(player_id)}>{name}</TextLink>,
          },
          {
            key: 'outcome',
            header: 'Outcome',
            cell: ({ outcome }) => {
              const { label, tone } = outcomeLooks[outcome ?? 'waiting']
              return <Badge tone={tone}>{label}</Badge>
            },
          },
          { key: 'when', header: 'When', cell: ({ outcome_at }) => (outcome_at ? formatMoment(outcome_at) : '–') },
        ]}
      />
    </section>
  )
}
