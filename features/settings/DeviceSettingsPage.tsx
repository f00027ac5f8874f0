import { formatMoment } from '#/contract/format.ts'
import { useState } from 'react'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { PageTitle } from '#/web/PageTitle.tsx'
import { signOut } from '#/web/session.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { Section } from './Section.tsx'
import { endAllSessions, endOneSession, listSessions } from '#/features/calls.gen.ts'
import type { DeviceSession } from './contract.ts'

/** The player's sessions. */
export default function DeviceSettingsPage() {
  const read = useRead(listSessions, {})
  return (
    <Section
      title="Devices"
      lead="The devices you are signed in on. If you do not recognize a device, sign it out and change your password."
    >
      <PageTitle>Devices · Settings</PageTitle>
      <Loaded of={read} loading="Loading your devices">
        {({ items }) => (
          <div className="flex flex-col gap-6">
            <ul className="border-t border-line">
              {items.map((session) => (
                <Device key={session.id} session={session} />
              ))}
            </ul>
            <Everywhere />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function Device({ session }: { session: DeviceSession }) {
  const end = useAction(endOneSession, { stale: [listSessions] })
  const { id, device, created_at, last_seen_at, current } = session
  const name = device ?? 'Unknown device'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-[650]">
          {name}
          {current && <Badge tone="good">This device</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          Signed in <time dateTime={created_at}>{formatMoment(created_at)}</time>
          {last_seen_at !== null && !current && (
            <>
              , last used <time dateTime={last_seen_at}>{formatMoment(last_seen_at)}</time>
            </>
          )}
        </p>
      </div>
      {!current && (
        <Button variant="secondary" size="sm" busy={end.busy} onClick={() => end.run({ params: { id } })}>
          Sign out<span className="sr-only">: {name}</span>
        </Button>
      )}
    </li>
  )
}

function Everywhere() {
  const [asking, setAsking] = useState(false)
  const end = useAction(endAllSessions, { onDone: () => signOut() })
  return (
    <div>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Sign out everywhere?"
        description="Every device is signed out, including this one, and API keys and the address of your calendar end. You can sign in again with your password."
        confirm="Sign out everywhere"
        busy={end.busy}
        onConfirm={() => end.run({})}
      />
    </div>
  )
}
