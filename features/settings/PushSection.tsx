import { useEffect, useState } from 'react'
import { formatMoment } from '#/contract/format.ts'
import { organization } from '#/contract/organization.ts'
import { getUser, deletePushDeviceById, listPushDevices } from '#/features/calls.gen.ts'
import type { PushDevice } from '#/features/notifications/device-contract.ts'
import { findSupport, isSubscribed, turnOff, turnOn } from '#/features/notifications/push.web.ts'
import { useAction } from '#/web/action.ts'
import { queries, useRead } from '#/web/api.ts'
import { ApiError } from '#/web/call.ts'
import { useOnline } from '#/web/connection.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { useHydrated } from '#/web/served-page.ts'
import { impersonation } from '#/web/session.ts'
import { useStored } from '#/web/store.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { Section } from './Section.tsx'

/** The player's devices that show notifications, including whether this one does. */
export function PushSection() {
  const read = useRead(listPushDevices, {})
  // Only the browser knows whether it supports notifications.
  const hydrated = useHydrated()
  return (
    <Section
      title="On your devices"
      lead="A short message on your phone or computer when somebody is waiting for you, even while this page is closed."
    >
      <Loaded of={read} loading="Loading your devices" skeleton={{ kind: 'lines', count: 3 }}>
        {({ public_key, devices }) => (
          <div className="flex max-w-2xl flex-col gap-6">
            {hydrated ? (
              <ThisDevice public_key={public_key} devices={devices} />
            ) : (
              <Skeleton label="Loading your devices" />
            )}
            <Devices devices={devices} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

type ThisDeviceProps = { public_key: string; devices: readonly PushDevice[] }

/** The problem caused by the last press, until the next one. */
type Problem = 'dismissed' | 'unavailable' | { message: string }

function ThisDevice({ public_key, devices }: ThisDeviceProps) {
  const { data } = useRead(getUser, {})
  const online = useOnline()
  const impersonates = useStored(impersonation) !== null
  const [permission, subscribed, look] = useBrowser()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const own = devices.find(({ current }) => current)
  const isOn = subscribed && own !== undefined
  const [shows, setShows] = useState<'text' | 'hint'>('hint')
  const name = organization().name

  if (impersonates) return <Notice title="Only the player can turn on notifications on a device." />
  const support = findSupport()
  if (support === 'install_first')
    return (
      <Notice title={`Put ${name} on your home screen first`}>
        iPhones and iPads show notifications only for apps on the home screen. Open the Share menu of your browser,
        choose “Add to Home Screen”, open {name} from there, and come back to this page.
      </Notice>
    )
  if (support === 'unsupported')
    return (
      <Notice title="This browser cannot show notifications">
        It may be too old, or in a private window. Emails reach you as before, and you can turn on notifications on
        another device.
      </Notice>
    )
  if (permission === 'denied')
    return (
      <Notice tone="warn" title={`This browser blocks notifications from ${name}`}>
        Open the settings of this site in your browser (at the left of its address, or in the settings of the phone
        under Notifications), allow notifications, and load this page again.
      </Notice>
    )

  async function act(work: () => Promise<Problem | null>) {
    setBusy(true)
    setProblem(null)
    try {
      setProblem(await work())
    } catch (error) {
      setProblem({ message: error instanceof ApiError ? error.message : 'Something went wrong. Please try again.' })
    }
    await queries.invalidateQueries({ queryKey: [listPushDevices.method, listPushDevices.path] })
    await look()
    setBusy(false)
  }
  const start = (shows_text: boolean) =>
    act(async () => {
      if (!data) return null
      const done = await turnOn({ player_id: data.user.id, public_key, shows_text })
      if (done === 'on') showToast({ tone: 'good', text: isOn ? 'Saved.' : 'Notifications are on for this device.' })
      return done === 'dismissed' || done === 'unavailable' ? done : null
    })
  const stop = () =>
    act(async () => {
      await turnOff()
      showToast({ tone: 'good', text: 'Notifications are off on this device.' })
      return null
    })
  const reason = online ? undefined : 'This needs a connection.'
  const shown = isOn ? (own.shows_text ? 'text' : 'hint') : shows

  return (
    <div className="flex flex-col gap-4">
      {isOn ? (
        <p className="flex flex-wrap items-center gap-2 font-[650]">
          Notifications are on for this device <Badge tone="good">On</Badge>
        </p>
      ) : (
        <p>
          You will be asked whether {name} may show notifications here: a score to confirm, times for a match, a
          reminder. You choose the kinds below, and can turn them off at any time.
        </p>
      )}
      <RadioGroup
        name="shows_text"
        label="What this device shows, including on the lock screen"
        layout="list"
        value={shown}
        onChange={(value) => (isOn ? void start(value === 'text') : setShows(value))}
        options={[
          {
            value: 'hint',
            label: 'Only “Something new in your league”',
            note: 'Nobody who looks at the screen can read more.',
          },
          { value: 'text', label: 'What it is about', note: 'Names, scores, times, and the first lines of messages.' },
        ]}
      />
      <div>
        {isOn ? (
          <Button variant="secondary" busy={busy} reason={reason} onClick={() => void stop()}>
            Turn off on this device
          </Button>
        ) : (
          <Button busy={busy} reason={reason} onClick={() => void start(shown === 'text')}>
            Turn on for this device
          </Button>
        )}
      </div>
      {problem !== null && (
        <Notice tone="error" title="Notifications are not on yet">
          {formatProblem(problem)}
        </Notice>
      )}
    </div>
  )
}

function formatProblem(problem: Problem): string {
  if (problem === 'dismissed')
    return 'The browser did not get your permission. Press the button again to be asked again.'
  if (problem === 'unavailable')
    return 'The browser could not reach its push service. A private window or a strict network may be the reason. Please try again later.'
  return problem.message
}

/**
 * The browser's permission, whether it is subscribed, and a refresh function. Refreshed when the page becomes visible:
 * settings may have changed.
 */
function useBrowser(): [NotificationPermission, boolean, () => Promise<void>] {
  const [state, setState] = useState({ permission: permissionNow(), subscribed: false })
  async function look() {
    const subscribed = findSupport() === 'supported' && (await isSubscribed().catch(() => false))
    setState({ permission: permissionNow(), subscribed })
  }
  useEffect(() => {
    const again = () => void look()
    again()
    document.addEventListener('visibilitychange', again)
    return () => document.removeEventListener('visibilitychange', again)
  }, [])
  return [state.permission, state.subscribed, look]
}

function permissionNow(): NotificationPermission {
  return findSupport() === 'supported' ? Notification.permission : 'default'
}

function Devices({ devices }: { devices: readonly PushDevice[] }) {
  if (devices.length === 0) return <p className="text-sm text-ink-soft">No device shows notifications yet.</p>
  return (
    <div>
      <h3 className="pb-2 font-[650]">Devices that show notifications</h3>
      <ul className="border-t border-line">
        {devices.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </ul>
      <p className="pt-2 text-sm text-ink-soft">
        A device that is signed out, or was not used for a long time, no longer shows notifications.
      </p>
    </div>
  )
}

function Device({ device }: { device: PushDevice }) {
  const remove = useAction(deletePushDeviceById, { stale: [listPushDevices] })
  const impersonates = useStored(impersonation) !== null
  const { id, created_at, last_pushed_at, shows_text, current } = device
  const name = device.name ?? 'Unknown device'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-[650]">
          {name}
          {current && <Badge tone="good">This device</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          {last_pushed_at === null ? (
            <>
              Turned on <time dateTime={created_at}>{formatMoment(created_at)}</time>, nothing sent yet
            </>
          ) : (
            <>
              Last notified <time dateTime={last_pushed_at}>{formatMoment(last_pushed_at)}</time>
            </>
          )}
          {shows_text ? ', shows what it is about' : ', shows only that there is something new'}
        </p>
      </div>
      {!impersonates && (
        <Button variant="secondary" size="sm" busy={remove.busy} onClick={() => remove.run({ params: { id } })}>
          Remove<span className="sr-only">: {name}</span>
        </Button>
      )}
    </li>
  )
}
