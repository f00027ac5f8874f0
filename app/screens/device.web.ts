import type { Call } from '#/contract/endpoint.ts'
import {
  getUser,
  getLiveScore,
  listMyLeagues,
  getActivity,
  getMatch,
  getResult,
  listMyMatches,
  listResults,
  listStandings,
} from '#/features/calls.gen.ts'
import { queries, readOf } from '#/web/api.ts'
import { oldestOf } from '#/web/as-of.ts'
import { addressOf, call } from '#/web/call.ts'
import { isOnline } from '#/web/connection.ts'
import { listLiveScoresHere } from '#/web/live-scores-here.ts'
import { adoptWaiting, listWaiting, sendWaiting, subscribeOutbox } from '#/web/outbox.ts'
import { PUSH_CACHE } from '#/web/push-owner.ts'
import { impersonation, token } from '#/web/session.ts'
import { createStore } from '#/web/store.ts'
import { showToast } from '#/web/ui/toasts.ts'
import { showWaiting } from '#/web/waiting.ts'

/** How many unopened matches are cached for use at the courts. */
const MOST_MATCHES = 5

/** Milliseconds between checks for a new release and for the player's next matches. */
const LOOK_MS = 3_600_000

/** A newer release's worker that waits for the player's consent. */
export const newRelease = { worker: null as ServiceWorker | null, listeners: new Set<() => void>() }

/** Milliseconds between attempts to replace data from the device. */
const ASK_AGAIN_MS = 5_000

let started = false

/** Registers the service worker, and sends queued changes when there is a network. Call it once per page. */
export function startDevice(): void {
  if (started) return
  started = true
  subscribeOutbox(({ sent, refused }) => {
    void showOwn()
    if (sent) {
      showToast({ tone: 'good', text: `Your score was sent: ${sent.about.line}` })
      for (const { method, path } of [listMyMatches, getActivity, getMatch, listResults, getResult, listStandings])
        void queries.invalidateQueries({ queryKey: [method, path] })
    }
    if (refused) showToast({ tone: 'bad', text: `A score was not sent. ${refused.refused?.message ?? ''}` })
  })
  // Reads a page that came from the device again from the server.
  addEventListener('online', () => {
    void queries.invalidateQueries()
    void sendOwn()
  })
  // The network has returned but the request has failed, so it is repeated until it succeeds.
  setInterval(() => {
    if (isOnline() && findAsOf() !== null) void queries.invalidateQueries({ refetchType: 'active' })
  }, ASK_AGAIN_MS)
  token.subscribe(() => {
    void showOwn()
    void keepPushed()
  })
  void showOwn().then(sendOwn)
  if (listLiveScoresHere().length > 0) void sendLiveScores()
  void registerWorker()
}

/** When the oldest data on the screen was read, if it came from this device. */
export function findAsOf(): number | null {
  const active = queries.getQueryCache().findAll({ type: 'active' })
  return oldestOf(
    active.flatMap(({ queryKey }) => {
      const [method, path, input] = queryKey as [Call['method'], Call['path'], object | undefined]
      // The cache also contains the payment provider's script, which is not a call.
      return input === undefined ? [] : addressOf({ method, path } as Call, input as never)
    }),
  )
}

/** Shows the signed-in player's queued changes. */
async function showOwn(): Promise<void> {
  const me = await findMe()
  const all = me === null ? [] : await listWaiting().catch(() => [])
  showWaiting(all.filter(({ player_id }) => player_id === me))
}

/** Sends queued changes, including those of an ended session. */
export async function sendOwn(): Promise<void> {
  const [me, bearer] = [await findMe(), token.get()]
  if (me === null || bearer === null) return
  try {
    await adoptWaiting(me, bearer)
    await sendWaiting()
  } catch {
    // No network yet, or no storage: queued changes stay, and are shown.
  }
  await showOwn()
}

/** Keeps this browser's push subscription up to date. Loads its code only if notifications are on. */
async function keepPushed(): Promise<void> {
  try {
    if (!(await caches.has(PUSH_CACHE))) return
    const me = await findMe()
    if (me !== null) await import('#/features/notifications/push.web.ts').then((push) => push.keepSubscribed(me))
  } catch {
    // Without a network or storage, the next page tries again.
  }
}

/** Sends live scores that were tapped offline in a page that was then closed. */
async function sendLiveScores(): Promise<void> {
  const device = await import('#/features/live-scoring/live-device.web.ts').catch(() => null)
  device?.sendAllLive()
}

async function findMe(): Promise<number | null> {
  if (token.get() === null || impersonation.get() !== null) return null
  const read = await queries.ensureQueryData(readOf(getUser, {})).catch(() => null)
  return read?.user.id ?? null
}

async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || impersonation.get() !== null) return
  const registration = await navigator.serviceWorker.register('/service-worker.js').catch(() => null)
  // A private window or a test may have no service worker.
  if (!registration) return
  const offer = () => {
    // The first worker does not replace an older one.
    newRelease.worker = navigator.serviceWorker.controller ? registration.waiting : null
    newRelease.listeners.forEach((listener) => listener())
  }
  // A new worker may already be installing.
  const watch = () => registration.installing?.addEventListener('statechange', offer)
  offer()
  watch()
  registration.addEventListener('updatefound', watch)
  setInterval(() => void registration.update().catch(() => {}), LOOK_MS)
  await navigator.serviceWorker.ready
  await keepPushed()
  await keepNextMatches()
}

/** Activates the new release and reloads the page, on the player's request only. */
export function takeNewRelease(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  newRelease.worker?.postMessage({ type: 'SKIP_WAITING' })
}

const keptAt = createStore<number>('deuce.matches-kept-at', (stored) => (typeof stored === 'number' ? stored : 0))

/** Caches what a player needs at the courts: their next matches, and the score form. */
async function keepNextMatches(): Promise<void> {
  if (Date.now() - keptAt.get() < LOOK_MS) return
  try {
    const [{ matchups }] = await Promise.all([
      call(listMyMatches, { query: { page: 1 } }),
      call(listMyLeagues, {}),
      call(getActivity, {}),
    ])
    for (const { id } of matchups.filter(({ played }) => !played).slice(0, MOST_MATCHES))
      await Promise.all([
        call(getMatch, { params: { id: String(id) } }),
        call(getLiveScore, { params: { id: String(id) } }),
      ])
    keptAt.set(Date.now())
  } catch {
    // After a failure, the next page tries again.
  }
}
