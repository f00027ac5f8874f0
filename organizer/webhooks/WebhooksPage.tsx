import { useState } from 'react'
import { integrationPaths } from '#/contract/integration-paths.ts'
import { IntegrationTabs } from '#/organizer/desk/IntegrationTabs.tsx'
import { SecretDialog } from '#/organizer/desk/SecretDialog.tsx'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listWebhooks } from '#/organizer/calls.gen.ts'
import type { Webhook } from './contract.ts'
import { stateOf } from './format.web.ts'
import { WebhookDialog } from './WebhookDialog.tsx'

/** The addresses that receive the league's events. */
export default function WebhooksPage() {
  const read = useRead(listWebhooks, {})
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Screen
      title="Webhooks"
      lead="Your own programs receive events in your areas as they happen: entries, payments, results, tables and brackets."
      actions={<Button onClick={() => setIsAdding(true)}>Add a webhook</Button>}
    >
      <IntegrationTabs current={integrationPaths.webhooks} />
      <Loaded of={read} loading="Loading the webhooks">
        {({ webhooks }) => <Webhooks webhooks={webhooks} />}
      </Loaded>
      {isAdding && <WebhookDialog webhook={null} onSecret={setSecret} onClose={() => setIsAdding(false)} />}
      {secret !== null && (
        <SecretDialog
          title="The secret of the webhook"
          description="Your program uses it to check that a message is ours. Save it now. It is not shown again."
          label="Secret"
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </Screen>
  )
}

function Webhooks({ webhooks }: { webhooks: readonly Webhook[] }) {
  if (webhooks.length === 0)
    return (
      <EmptyState picture="no-results" title="No webhooks yet">
        Add the address of a program that should receive events.
      </EmptyState>
    )
  return (
    <DataTable
      openPath={({ id }) => integrationPaths.webhook(id)}
      caption={webhooks.length === 1 ? '1 webhook' : `${webhooks.length} webhooks`}
      columns={[
        {
          key: 'url',
          title: 'Address',
          cell: ({ id, url }) => (
            <TextLink to={integrationPaths.webhook(id)}>
              <span className="break-all">{url}</span>
            </TextLink>
          ),
        },
        { key: 'events', title: 'Events', cell: ({ events }) => events.join(', ') },
        { key: 'organizer', title: 'Made by', cell: ({ organizer }) => organizer },
        {
          key: 'state',
          title: 'State',
          cell: (webhook) => {
            const { tone, text } = stateOf(webhook)
            return <Badge tone={tone}>{text}</Badge>
          },
        },
      ]}
      rows={webhooks}
      rowKey={({ id }) => id}
    />
  )
}
