import { useEffect, useSyncExternalStore } from 'react'
import { useNavigate } from '#/web/router.tsx'
import { formatDate } from '#/contract/locale.ts'
import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { countUnread } from '#/features/calls.gen.ts'
import { showUnread } from '#/features/notifications/badge.web.ts'
import { queries, useRead } from '#/web/api.ts'
import { subscribeAsOf } from '#/web/as-of.ts'
import { useOnline } from '#/web/connection.ts'
import type { WaitingChange } from '#/web/device-store.ts'
import { decline, install, useInstallOffer } from '#/web/install.ts'
import { removeWaiting } from '#/web/outbox.ts'
import { impersonation } from '#/web/session.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { useWaiting } from '#/web/waiting.ts'
import { findAsOf, newRelease, sendOwn, startDevice, takeNewRelease } from './device.web.ts'

/** The state of this device: no network, the page's age, unsent changes, a new release. */
export default function DeviceStatus() {
  useEffect(startDevice, [])
  useOpened()
  const online = useOnline()
  const asOf = useSyncExternalStore(subscribeShown, findAsOf)
  const waiting = useWaiting()
  const hasNewRelease = useSyncExternalStore(subscribeRelease, () => newRelease.worker !== null)
  const offer = useInstallOffer()
  const refused = waiting.filter((change) => change.refused !== null)
  const still = waiting.filter((change) => change.refused === null)
  return (
    <div className="flex flex-col gap-3 has-[>:not(:empty)]:mb-6">
      {/* Rendered from the start, so that screen readers announce changes in it. */}
      <output className="block rounded-sm border border-line bg-surface px-4 py-2 text-sm text-ink-soft empty:hidden">
        {formatConnection(online, asOf)}
      </output>
      {still.length > 0 && (
        <Notice
          announce
          title={still.length === 1 ? '1 score is waiting to be sent' : `${still.length} scores are waiting to be sent`}
          actions={online && <Button onClick={() => void sendOwn()}>Send now</Button>}
        >
          <ul>
            {still.map((change) => (
              <li key={change.key} className="flex flex-wrap items-center gap-x-3">
                <span className="min-w-0 break-words">
                  {change.about.title}: <span className="tabular whitespace-nowrap">{change.about.line}</span>
                </span>
                <Button size="sm" variant="quiet" onClick={() => void removeWaiting(change.key)}>
                  Delete<span className="sr-only"> this score: {formatChange(change)}</span>
                </Button>
              </li>
            ))}
          </ul>
          <p>It is saved on this device and will be sent automatically once you are online.</p>
        </Notice>
      )}
      {refused.map((change) => (
        <Notice
          key={change.key}
          tone="error"
          title="This score was not sent"
          actions={
            <>
              {change.about.match_id !== null && (
                <ButtonLink to={paths.match(change.about.match_id)} variant="secondary">
                  See the match
                </ButtonLink>
              )}
              <Button variant="quiet" onClick={() => void removeWaiting(change.key)}>
                Delete this score
              </Button>
            </>
          }
        >
          {formatChange(change)}. {change.refused?.message}
        </Notice>
      ))}
      {hasNewRelease && (
        <Notice
          announce
          title={`A new version of ${organization().name} is ready`}
          actions={
            <Button variant="secondary" onClick={takeNewRelease}>
              Load it now
            </Button>
          }
        >
          Finish what you are typing first, because the page will reload.
        </Notice>
      )}
      {offer !== null && (
        <Notice
          title={`Keep ${organization().name} on your home screen`}
          actions={
            <>
              {offer === 'button' && <Button onClick={() => void install()}>Install</Button>}
              <Button variant="quiet" onClick={decline}>
                Not now
              </Button>
            </>
          }
        >
          {offer === 'button'
            ? 'It opens like an app, even without a connection at the courts.'
            : 'Open the Share menu of your browser and choose “Add to Home Screen”. It then opens like an app, even without a connection.'}
        </Notice>
      )}
    </div>
  )
}

/** Opens the screen for a notification that was tapped, and keeps the app icon's badge up to date. */
function useOpened(): void {
  const navigate = useNavigate()
  const { data } = useRead(countUnread, {}, { live: { topics: () => ['notifications'], says: null } })
  const unread = data?.unread
  useEffect(() => {
    // During an impersonation, the player's count is not shown on this device.
    if (unread !== undefined && impersonation.get() === null) void showUnread(unread).catch(() => {})
  }, [unread])
  useEffect(() => {
    const worker = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker
    const open = ({ data: message, ports }: MessageEvent<{ type?: string; path?: string } | null>) => {
      if (message?.type !== 'open' || message.path === undefined || impersonation.get() !== null) return
      ports[0]?.postMessage('taken')
      void navigate(message.path)
    }
    worker?.addEventListener('message', open)
    return () => worker?.removeEventListener('message', open)
  }, [navigate])
}

function formatConnection(online: boolean, asOf: number | null): string {
  const time = asOf === null ? '' : ` ${formatAsOf(asOf)}`
  if (!online) return `You are offline.${time}`
  return asOf === null ? '' : `We could not reach ${organization().name}.${time}`
}

/** 'As of 14:05.', with the day unless it is today. */
function formatAsOf(at: number): string {
  const then = new Date(at)
  const time = formatDate(then, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const isToday = then.toDateString() === new Date(Date.now()).toDateString()
  const day = formatDate(then, { weekday: 'long', month: 'long', day: 'numeric' })
  return isToday ? `As of ${time}.` : `As of ${day}, ${time}.`
}

function formatChange({ about: { title, line } }: WaitingChange): string {
  return `${title}: ${line}`
}

function subscribeShown(listener: () => void): () => void {
  // The event may fire while React renders.
  const later = () => queueMicrotask(listener)
  const ends = [subscribeAsOf(later), queries.getQueryCache().subscribe(later)]
  return () => ends.forEach((end) => end())
}

function subscribeRelease(listener: () => void): () => void {
  newRelease.listeners.add(listener)
  return () => newRelease.listeners.delete(listener)
}
