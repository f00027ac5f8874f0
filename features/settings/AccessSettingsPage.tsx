import { useState } from 'react'
import { formatMoment } from '#/contract/format.ts'
import type { AccessItem } from '#/features/accounts/access-contract.ts'
import { endAllSessions, endOneAccess, getCalendar, listAccess, listPushDevices } from '#/features/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { PageTitle } from '#/web/PageTitle.tsx'
import { signOut } from '#/web/session.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { Section } from './Section.tsx'

type Kind = AccessItem['kind']
type Words = {
  group: string
  since: string
  end: string
  /** The consequence, if ending it is confirmed first. */
  asks?: string
}

const link: Words = { group: 'Mailed links that still work', since: 'Sent', end: 'End' }
const words: Record<Kind, Words> = {
  session: { group: 'Signed in', since: 'Signed in', end: 'Sign out' },
  impersonation: { group: 'Signed in', since: 'Since', end: 'End' },
  push_device: { group: 'Shows notifications', since: 'Turned on', end: 'Turn off' },
  api_key: {
    group: 'API keys',
    since: 'Created',
    end: 'Revoke',
    asks: 'Programs that use this key stop working at once. A key cannot be restored.',
  },
  calendar_feed: {
    group: 'Calendar',
    since: 'Since',
    end: 'End',
    asks: 'Calendar apps that follow your matches by this address no longer do. You find a new address under Availability.',
  },
  account_link: link,
  proof_link: link,
  answer_link: link,
  social_identity: {
    group: 'Other ways to sign in',
    since: 'Connected',
    end: 'Disconnect',
    asks: 'You can then no longer sign in there. Without a password, “Forgot password?” emails you a link to set one.',
  },
}

/** Everything that can act for the player, each with a button that ends it. */
export default function AccessSettingsPage() {
  const read = useRead(listAccess, {})
  return (
    <Section
      title="What can act for you"
      lead="Everything that can see or do something in your name. If you do not recognize it, end it and change your password."
    >
      <PageTitle>Access · Settings</PageTitle>
      <Loaded of={read} loading="Loading what can act for you">
        {({ items }) => (
          <div className="flex flex-col gap-6">
            {[...new Set(items.map(({ kind }) => words[kind].group))].map((group) => (
              <div key={group}>
                <h3 className="pb-2 font-[650]">{group}</h3>
                <ul className="border-t border-line">
                  {items
                    .filter(({ kind }) => words[kind].group === group)
                    .map((item) => (
                      <Item key={`${item.kind} ${item.id}`} item={item} />
                    ))}
                </ul>
              </div>
            ))}
            <Everything />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function Item({ item }: { item: AccessItem }) {
  const { kind, id, title, detail, created_at, last_used_at, current } = item
  const { since, end, asks } = words[kind]
  const [asking, setAsking] = useState(false)
  const ending = useAction(endOneAccess, {
    stale: [listAccess, listPushDevices, getCalendar],
    onRefused: () => setAsking(false),
  })
  const run = () => ending.run({ params: { kind, id } })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-[650]">
          {title}
          {current && <Badge tone="good">This device</Badge>}
        </p>
        {detail !== null && <p className="text-sm text-ink-soft">{detail}</p>}
        <p className="text-sm text-ink-soft">
          {since} <time dateTime={created_at}>{formatMoment(created_at)}</time>
          {last_used_at !== null && !current && (
            <>
              , last used <time dateTime={last_used_at}>{formatMoment(last_used_at)}</time>
            </>
          )}
        </p>
      </div>
      {!(current && kind === 'session') && (
        <Button variant="secondary" size="sm" busy={ending.busy} onClick={() => (asks ? setAsking(true) : run())}>
          {end}
          <span className="sr-only">: {title}</span>
        </Button>
      )}
      {asks && (
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          title={`${end} “${title}”?`}
          description={asks}
          confirm={end}
          busy={ending.busy}
          onConfirm={run}
        />
      )}
    </li>
  )
}

function Everything() {
  const [asking, setAsking] = useState(false)
  const end = useAction(endAllSessions, { onDone: () => signOut() })
  return (
    <div>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        End all and sign out everywhere
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="End all and sign out everywhere?"
        description="Every device is signed out, including this one, and shows no more notifications. API keys, the address of your calendar and mailed links end. You can sign in again as before."
        confirm="End all"
        busy={end.busy}
        onConfirm={() => end.run({})}
      />
    </div>
  )
}
