import { useState } from 'react'
import { formatMoment, formatTotal } from '#/contract/format.ts'
import { integrationPaths } from '#/contract/integration-paths.ts'
import { SecretDialog } from '#/organizer/desk/SecretDialog.tsx'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { DeskList } from '#/organizer/desk/DeskList.tsx'
import { useList } from '#/web/list.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { useNavigate, useParams } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { FinalDialog } from '#/organizer/desk/FinalDialog.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { ErrorState } from '#/web/ui/ErrorState.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import {
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  renewWebhookSecret,
  replayDelivery,
} from '#/organizer/calls.gen.ts'
import type { Delivery, Webhook } from './contract.ts'
import { deliveryBadges, eventWords, stateOf } from './format.web.ts'
import { WebhookDialog } from './WebhookDialog.tsx'

/** One webhook: its events, and its deliveries. */
export default function WebhookPage() {
  const { id = '' } = useParams()
  const read = useRead(listWebhooks, {})
  return (
    <Screen title="Webhook" kicker={<TextLink to={integrationPaths.webhooks}>Webhooks</TextLink>}>
      <Loaded of={read} loading="Loading the webhook">
        {({ webhooks }) => {
          const webhook = webhooks.find((each) => String(each.id) === id)
          if (webhook) return <OneWebhook webhook={webhook} />
          return <ErrorState title="Not found">We could not find this webhook.</ErrorState>
        }}
      </Loaded>
    </Screen>
  )
}

function OneWebhook({ webhook }: { webhook: Webhook }) {
  const { id, url, events, organizer, failing_since, paused_at, has_ended } = webhook
  const navigate = useNavigate()
  const [open, setOpen] = useState<'change' | 'delete' | 'renew' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => setOpen(null)
  const renew = useAction(renewWebhookSecret, {
    toast: null,
    onDone: (reply) => {
      close()
      setSecret(reply.secret)
    },
    onRefused: close,
  })
  const remove = useAction(deleteWebhook, {
    stale: [listWebhooks],
    onDone: () => navigate(integrationPaths.webhooks),
    onRefused: close,
  })
  const state = stateOf(webhook)
  return (
    <>
      {has_ended && (
        <Notice tone="warn">{organizer} no longer runs leagues, so nothing is sent there. You can delete it.</Notice>
      )}
      {failing_since !== null && paused_at === null && (
        <Notice tone="warn">
          Nothing has arrived since {formatMoment(failing_since)}. We keep trying for three days.
        </Notice>
      )}
      <DataList
        items={[
          { term: 'Address', value: <span className="break-all">{url}</span> },
          { term: 'State', value: <Badge tone={state.tone}>{state.text}</Badge> },
          { term: 'Events', value: events.map((event) => eventWords[event]).join(', ') },
          { term: 'Made by', value: organizer },
        ]}
      />
      <div className="my-6 flex flex-wrap gap-3">
        <Button onClick={() => setOpen('change')}>Change it</Button>
        <Button variant="secondary" onClick={() => setOpen('renew')}>
          Make a new secret
        </Button>
        <Button variant="quiet" onClick={() => setOpen('delete')}>
          Delete it
        </Button>
      </div>
      <Deliveries webhook={webhook} />
      {open === 'change' && <WebhookDialog webhook={webhook} onClose={close} />}
      <ConfirmDialog
        open={open === 'renew'}
        onClose={close}
        title="Make a new secret?"
        description="For one day, messages are signed with both, so that your program can switch."
        confirm="Make a new secret"
        busy={renew.busy}
        onConfirm={() => renew.run({ params: { id } })}
      />
      {open === 'delete' && (
        <FinalDialog
          onClose={close}
          title="Delete this webhook?"
          description="Nothing more is sent there, and the log of deliveries is deleted too."
          confirm="Delete the webhook"
          busy={remove.busy}
          onConfirm={() => remove.run({ params: { id } })}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title="The new secret of the webhook"
          description="Save it now. It is not shown again."
          label="Secret"
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  )
}

function Deliveries({ webhook: { id } }: { webhook: Webhook }) {
  const list = useList(listDeliveries, { params: { id } })
  const replay = useAction(replayDelivery, { stale: [listDeliveries] })
  return (
    <DeskList
      name="deliveries"
      list={list}
      loading="Loading the deliveries"
      count={({ total }) => formatTotal(total, 'delivery', 'deliveries')}
      rows={({ deliveries }) => deliveries}
      rowKey={(delivery) => delivery.id}
      columns={[
        { key: 'type', title: 'Event', cell: ({ type }) => type },
        { key: 'at', title: 'When', cell: ({ created_at }) => formatMoment(created_at) },
        {
          key: 'state',
          title: 'State',
          text: ({ state }) => deliveryBadges[state].text,
          cell: ({ state }) => <Badge tone={deliveryBadges[state].tone}>{deliveryBadges[state].text}</Badge>,
        },
        {
          key: 'last',
          title: 'Last response',
          cell: (delivery) => <LastAnswer {...delivery} />,
          text: ({ status }) => status,
        },
        {
          key: 'again',
          title: 'Send again',
          align: 'right',
          always: true,
          text: null,
          cell: ({ id: delivery_id, type }) => (
            <Button
              size="sm"
              variant="quiet"
              busy={replay.input?.params.delivery_id === delivery_id}
              onClick={() => replay.run({ params: { id, delivery_id } })}
            >
              Send again<span className="sr-only"> {type}</span>
            </Button>
          ),
        },
      ]}
      empty={{
        title: 'Nothing sent yet',
        text: 'Events in your areas are listed here for 30 days.',
        filtered: { text: 'No deliveries match.', clear: 'Show all deliveries' },
      }}
    />
  )
}

function LastAnswer({ status, ms, answer, attempts, next_at }: Delivery) {
  return (
    <span className="flex flex-col gap-1">
      <span>
        {status !== null && <strong>{status} </strong>}
        {ms !== null && <span className="tabular">{ms} ms </span>}
        {attempts > 1 && `after ${attempts} attempts`}
      </span>
      {answer && <span className="max-w-prose text-sm break-all text-ink-soft">{answer}</span>}
      {next_at && <span className="text-sm">Next attempt {formatMoment(next_at)}</span>}
    </span>
  )
}
