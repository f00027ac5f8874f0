import { useState } from 'react'
import { useChange, useRead } from '#/web/api.ts'
import { token } from '#/web/session.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { Section } from './Section.tsx'
import { endAllSessions, endOneSession, listSessions, type DeviceSession } from './contract.ts'

/** Where I am signed in. */
export default function DeviceSettingsPage() {
  const read = useRead(listSessions, {})
  const { data, error } = read
  return (
    <Section
      title="Devices"
      lead="Where you are signed in. If you do not know one, sign it out and change your password."
    >
      <title>Devices · Settings · Deuce</title>
      {data ? (
        <div className="flex flex-col gap-6">
          <ul className="border-t border-line">
            {data.items.map((session) => (
              <Device key={session.id} session={session} />
            ))}
          </ul>
          <Everywhere />
        </div>
      ) : error ? (
        <ReadError of={read} />
      ) : (
        <Skeleton kind="rows" label="Loading your devices" />
      )}
    </Section>
  )
}

const instants = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

function Device({ session }: { session: DeviceSession }) {
  const end = useChange(endOneSession, [listSessions])
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
          Signed in <time dateTime={created_at}>{instants.format(new Date(created_at))}</time>
          {last_seen_at !== null && !current && (
            <>
              , last used <time dateTime={last_seen_at}>{instants.format(new Date(last_seen_at))}</time>
            </>
          )}
        </p>
      </div>
      {!current && (
        <Button
          variant="secondary"
          size="sm"
          busy={end.isPending}
          onClick={() =>
            end.mutate(
              { params: { id } },
              {
                onSuccess: ({ message }) => showToast({ tone: 'good', text: message }),
                onError: ({ message }) => showToast({ tone: 'bad', text: message }),
              },
            )
          }
        >
          Sign out<span className="sr-only">: {name}</span>
        </Button>
      )}
    </li>
  )
}

function Everywhere() {
  const [asking, setAsking] = useState(false)
  const end = useChange(endAllSessions)
  return (
    <div>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Sign out everywhere?"
        description="Every device is signed out, this one too. You sign in again with your password."
        confirm="Sign out everywhere"
        busy={end.isPending}
        onConfirm={() =>
          end.mutate(
            {},
            {
              onSuccess: ({ message }) => {
                showToast({ tone: 'good', text: message })
                token.set(null)
              },
              onError: ({ message }) => showToast({ tone: 'bad', text: message }),
            },
          )
        }
      />
    </div>
  )
}
