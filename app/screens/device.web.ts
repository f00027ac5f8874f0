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

/** Matches that are kept for the courts although they were not opened. */
const MOST_MATCHES = 5

/** Milliseconds between two looks for a new release, and for the player's next matches. */
const LOOK_MS = 3_600_000

/** A worker of a newer release that waits until the player takes it. */
export const newRelease = { worker: null as ServiceWorker | null, listeners: new Set<() => void>() }

/** Milliseconds between two attempts to replace what came from the device. */
const ASK_AGAIN_MS = 5_000

let started = false

/** Registers the service worker, and sends what waits when there is a network. Once for each page. */
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
  // A page of the device is read again from the server.
  addEventListener('online', () => {
    void queries.invalidateQueries()
    void sendOwn()
  })
  // The network is there, but did not carry: it is asked again until it does.
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

/** When the oldest of what is shown now was read, if it came from this device. */
export function findAsOf(): number | null {
  const active = queries.getQueryCache().findAll({ type: 'active' })
  return oldestOf(
    active.flatMap(({ queryKey }) => {
      const [method, path, input] = queryKey as [Call['method'], Call['path'], object | undefined]
      // The script of the payment provider is in the cache too; it is no call of ours.
      return input === undefined ? [] : addressOf({ method, path } as Call, input as never)
    }),
  )
}

/** Shows what waits here for the player who is signed in. */
async function showOwn(): Promise<void> {
  const me = await findMe()
  const all = me === null ? [] : await listWaiting().catch(() => [])
  showWaiting(all.filter(({ player_id }) => player_id === me))
}

/** Sends what waits, also what a session that has ended had left. */
export async function sendOwn(): Promise<void> {
  const [me, bearer] = [await findMe(), token.get()]
  if (me === null || bearer === null) return
  try {
    await adoptWaiting(me, bearer)
    await sendWaiting()
  } catch {
    // No network yet, or no storage: what waits stays, and is shown.
  }
  await showOwn()
}

/** Keeps this browser's subscription to notifications right. Its code is loaded where somebody has turned them on. */
async function keepPushed(): Promise<void> {
  try {
    if (!(await caches.has(PUSH_CACHE))) return
    const me = await findMe()
    if (me !== null) await import('#/features/notifications/push.web.ts').then((push) => push.keepSubscribed(me))
  } catch {
    // No network or no storage: the next page tries again.
  }
}

/** What was tapped at a court without a network, in a page that was closed there. */
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
  // A browser that allows none, in a private window or a test.
  if (!registration) return
  const offer = () => {
    // The first one has nothing to replace.
    newRelease.worker = navigator.serviceWorker.controller ? registration.waiting : null
    newRelease.listeners.forEach((listener) => listener())
  }
  // One may be arriving already.
  const watch = () => registration.installing?.addEventListener('statechange', offer)
  offer()
  watch()
  registration.addEventListener('updatefound', watch)
  setInterval(() => void registration.update().catch(() => {}), LOOK_MS)
  await navigator.serviceWorker.ready
  await keepPushed()
  await keepNextMatches()
}

/** Takes the new release, and loads the page again with it: only when the player has asked for that. */
export function takeNewRelease(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  newRelease.worker?.postMessage({ type: 'SKIP_WAITING' })
}

const keptAt = createStore<number>('deuce.matches-kept-at', (stored) => (typeof stored === 'number' ? stored : 0))

/** Reads what a player needs at the courts while there is a network: their next matches, and the form for their scores. */
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
    // The next page tries again.
  }
}
