import { useState } from 'react'
import { formatDay, formatMoment } from '#/contract/format.ts'
import { integrationPaths } from '#/contract/integration-paths.ts'
import { IntegrationTabs } from '#/organizer/desk/IntegrationTabs.tsx'
import { SecretDialog } from '#/organizer/desk/SecretDialog.tsx'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { FinalDialog } from '#/organizer/desk/FinalDialog.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { ApiKeyDialog } from './ApiKeyDialog.tsx'
import { deleteApiKey, listApiKeys } from '#/organizer/calls.gen.ts'
import type { ApiKey } from './contract.ts'

/** The API keys of the organization's own programs. */
export default function ApiKeysPage() {
  const read = useRead(listApiKeys, {})
  const [isAdding, setIsAdding] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  return (
    <Screen
      title="API keys"
      lead={
        <>
          For your own programs.{' '}
          <a href="/api/docs" className="inline-flex min-h-6 items-center underline underline-offset-4">
            What they can call
          </a>
        </>
      }
      actions={<Button onClick={() => setIsAdding(true)}>Make a key</Button>}
    >
      <IntegrationTabs current={integrationPaths.apiKeys} />
      <Loaded of={read} loading="Loading the API keys">
        {({ api_keys }) => <ApiKeys keys={api_keys} />}
      </Loaded>
      {isAdding && <ApiKeyDialog onKey={setKey} onClose={() => setIsAdding(false)} />}
      {key !== null && (
        <SecretDialog
          title="Your API key"
          description="Save it now, like a password. It is not shown again."
          label="Key"
          secret={key}
          onClose={() => setKey(null)}
        />
      )}
    </Screen>
  )
}

function ApiKeys({ keys }: { keys: readonly ApiKey[] }) {
  const [revoked, setRevoked] = useState<ApiKey | null>(null)
  const close = () => setRevoked(null)
  const revoke = useAction(deleteApiKey, { stale: [listApiKeys], onDone: close, onRefused: close })
  if (keys.length === 0)
    return (
      <EmptyState picture="no-results" title="No API keys yet">
        Make one for each program that should read the league or enter results.
      </EmptyState>
    )
  return (
    <>
      <DataTable
        caption={keys.length === 1 ? '1 key' : `${keys.length} keys`}
        columns={[
          {
            key: 'name',
            title: 'Name',
            cell: ({ name, has_expired }) => (
              <>
                {name} {has_expired && <Badge>Expired</Badge>}
              </>
            ),
          },
          { key: 'scopes', title: 'May', cell: ({ scopes }) => scopes.join(', ') },
          { key: 'organizer', title: 'Made by', cell: ({ organizer }) => organizer },
          {
            key: 'end',
            title: 'Last day',
            cell: ({ expires_on }) => (expires_on === null ? 'Does not expire' : formatDay(expires_on)),
          },
          {
            key: 'used',
            title: 'Last used',
            cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : formatMoment(last_used_at)),
          },
          {
            key: 'revoke',
            title: 'Revoke',
            align: 'right',
            cell: (each) => (
              <Button size="sm" variant="quiet" onClick={() => setRevoked(each)}>
                Revoke<span className="sr-only"> {each.name}</span>
              </Button>
            ),
          },
        ]}
        rows={keys}
        rowKey={({ id }) => id}
      />
      {revoked && (
        <FinalDialog
          onClose={close}
          title={`Revoke ${revoked.name}?`}
          description="The program that has it can no longer call."
          confirm="Revoke the key"
          busy={revoke.busy}
          onConfirm={() => revoke.run({ params: { id: revoked.id } })}
        />
      )}
    </>
  )
}
