import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '#/contract/format.ts'
import { getSettings, listPasskeys, removePasskey } from '#/features/calls.gen.ts'
import type { Passkey } from '#/features/passkeys/contract.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { PageTitle } from '#/web/PageTitle.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import { Section } from './Section.tsx'

type Owner = { has_password: boolean; has_passkey: boolean }

/** The player's passkeys. */
export default function PasskeySettingsPage() {
  const settings = useRead(getSettings, {})
  const read = useRead(listPasskeys, {})
  return (
    <Section
      title="Passkeys"
      lead="Sign in with your fingerprint, your face or the PIN of your device, without a password. Nobody can guess a passkey, and a false page cannot ask for it."
    >
      <PageTitle>Passkeys · Settings</PageTitle>
      <Loaded of={settings} loading="Loading your passkeys" skeleton={{ kind: 'lines' }}>
        {({ has_password }) => (
          <Loaded of={read} loading="Loading your passkeys" skeleton={{ kind: 'lines' }}>
            {({ items }) => <Passkeys items={items} owner={{ has_password, has_passkey: items.length > 0 }} />}
          </Loaded>
        )}
      </Loaded>
    </Section>
  )
}

function Passkeys({ items, owner }: { items: readonly Passkey[]; owner: Owner }) {
  const [adding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  return (
    <div className="flex flex-col items-start gap-6">
      {items.length === 0 ? (
        <p>You have no passkey yet.</p>
      ) : (
        <ul className="w-full border-t border-line">
          {items.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </ul>
      )}
      <Button onClick={() => setAdding(true)}>Add a passkey</Button>
      {adding && <AddDialog owner={owner} onClose={() => setAdding(false)} />}
      {removed && <RemoveDialog passkey={removed} owner={owner} onClose={() => setRemoved(null)} />}
    </div>
  )
}

function Row({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { created_at, last_used_at } = passkey
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <div className="min-w-0">
        <p className="font-[650]">{nameOf(passkey)}</p>
        <p className="text-sm text-ink-soft">
          Added <time dateTime={created_at}>{formatMoment(created_at)}</time>
          {last_used_at === null ? (
            ', not used yet'
          ) : (
            <>
              , last used <time dateTime={last_used_at}>{formatMoment(last_used_at)}</time>
            </>
          )}
        </p>
      </div>
      <Button variant="secondary" size="sm" onClick={onRemove}>
        Remove<span className="sr-only">: {nameOf(passkey)}</span>
      </Button>
    </li>
  )
}

function AddDialog({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <PasswordDialog
      title="Add a passkey"
      description="Your browser then asks where to keep it: on this device, in your password manager, on a phone or on a security key."
      confirm="Continue"
      {...owner}
      onClose={onClose}
      onConfirm={async (body) => {
        const { addPasskey, PasskeyProblem } = await import('#/features/passkeys/passkeys.web.ts')
        try {
          showToast({ tone: 'good', text: await addPasskey(body) })
          onClose()
          // The desk's reads too: it has a second factor from now on.
          await client.invalidateQueries()
        } catch (error) {
          if (!(error instanceof PasskeyProblem)) throw error
          showToast({ tone: 'bad', text: error.message })
        }
      }}
    />
  )
}

function RemoveDialog({ passkey, owner, onClose }: { passkey: Passkey; owner: Owner; onClose: () => void }) {
  const remove = useAction(removePasskey, { stale: [listPasskeys, getSettings], onDone: onClose })
  return (
    <PasswordDialog
      title="Remove this passkey?"
      description={`The passkey made in ${nameOf(passkey)} will no longer sign in.`}
      confirm="Remove it"
      danger
      {...owner}
      onClose={onClose}
      onConfirm={async (body) => {
        await remove.submit({ params: { id: passkey.id }, body })
      }}
    />
  )
}

function nameOf({ device }: Passkey): string {
  return device ?? 'an unknown device'
}
