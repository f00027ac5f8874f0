import {
  canUndo,
  playLive,
  type LiveEvent,
  type LiveSetup,
  type LiveState,
  type LoggedEvent,
} from '#/rules/live-scoring.ts'
import { getUser, writeLiveScore } from '#/features/calls.gen.ts'
import { queries, readOf } from '#/web/api.ts'
import { addressOf } from '#/web/call.ts'
import { isOnline } from '#/web/connection.ts'
import { LIVE_SCORE_KEYS, listLiveScoresHere } from '#/web/live-scores-here.ts'
import { now } from '#/web/now.ts'
import { randomText } from '#/web/random.ts'
import { impersonation, token } from '#/web/session.ts'
import { createStore, type Store } from '#/web/store.ts'
import { MOST_SENT_EVENTS, type ScoredLive } from './contract.ts'

/** A match that is scored on this device. Each tap is kept here first, and sent in order, once. */
export type LiveOnDevice = {
  match_id: number
  player_id: number
  setup: LiveSetup
  log: readonly LoggedEvent[]
  /** How many of them the server has; null: it does not know the live score yet. */
  synced: number | null
  /** What is being sent, or was without an answer: the same again under the same key happens once. */
  attempt: { key: string; count: number; take: boolean } | null
  /** The next attempt takes the pen from another device. */
  takes: boolean
  /** When the server last took something, in milliseconds of this device. */
  confirmed_at: number
  /** Why the server took no more; what was not sent is gone. */
  lost: { message: string; entries: number } | null
}

/** Milliseconds until it is tried again when no answer came: they grow. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000]

/** What names this device to the server. */
export const pen = createStore<string>('deuce.pen', (stored) =>
  typeof stored === 'string' && stored.length >= 16 ? stored : randomText(),
)

type Kept = Store<LiveOnDevice | null>
const stores = new Map<number, Kept>()

/** What this device scores of a match; null: nothing. */
export function liveOnDevice(match_id: number): Kept {
  const known = stores.get(match_id) ?? createStore(`${LIVE_SCORE_KEYS}${match_id}`, readKept)
  stores.set(match_id, known)
  return known
}

function readKept(stored: unknown): LiveOnDevice | null {
  if (typeof stored !== 'object' || stored === null) return null
  const kept = stored as LiveOnDevice
  // An older release may have kept something else.
  return Array.isArray(kept.log) && typeof kept.setup === 'object' && 'state' in playLive(kept.setup, kept.log)
    ? kept
    : null
}

/** How many entries wait to be sent. */
export function countUnsent({ log, synced }: Pick<LiveOnDevice, 'log' | 'synced'>): number {
  return log.length - (synced ?? 0)
}

export function stateOf({ setup, log }: Pick<LiveOnDevice, 'setup' | 'log'>): LiveState {
  const played = playLive(setup, log)
  if ('problem' in played) throw new Error(`the log of this device has an entry that cannot be: ${played.problem}`)
  return played.state
}

export const hasUndo = ({ log }: Pick<LiveOnDevice, 'log'>) => canUndo(log)

/** Starts to score a match here. */
export function startLive(match_id: number, player_id: number, setup: LiveSetup): void {
  keep({ match_id, player_id, setup, log: [], synced: null, attempt: null, takes: false, confirmed_at: 0, lost: null })
  void send(match_id)
}

/** Goes on with what another device, or this one before, has scored. */
export function takeOver(match: ScoredLive, player_id: number): void {
  const { live, scoring, match_id } = match
  if (!live || !scoring) return
  const { setup, version } = live
  const takes = scoring.pen !== pen.get()
  const log = scoring.log
  keep({
    match_id,
    player_id,
    setup,
    log,
    synced: version,
    attempt: null,
    takes,
    confirmed_at: takes ? 0 : Date.now(),
    lost: null,
  })
  if (takes) void send(match_id)
}

/** Adds an entry; answers the scores before and after it, or null when it cannot follow. */
export function addEntry(match_id: number, event: LiveEvent): { before: LiveState; after: LiveState } | null {
  const kept = liveOnDevice(match_id).get()
  if (!kept || kept.lost) return null
  const before = stateOf(kept)
  const log = [...kept.log, { ...event, at: now().getTime() }]
  const played = playLive(kept.setup, log)
  if ('problem' in played) return null
  keep({ ...kept, log })
  void send(match_id)
  return { before, after: played.state }
}

/** Stops scoring here; what the server has stays there. */
export function forgetLive(match_id: number): void {
  liveOnDevice(match_id).set(null)
}

/** Sends what waits of all matches: at the start of the page, and when the network is back. */
export function sendAllLive(): void {
  for (const match_id of listLiveScoresHere()) void send(match_id)
}

// The server, which makes frames of screens too, never hears it.
globalThis.addEventListener?.('online', sendAllLive)

const sending = new Set<number>()

/** Sends what waits of a match, in order, in one tab at a time. */
async function send(match_id: number): Promise<void> {
  if (sending.has(match_id)) return
  sending.add(match_id)
  try {
    const { locks } = navigator as { locks?: LockManager }
    if (locks) await locks.request(`${LIVE_SCORE_KEYS}${match_id}`, () => sendAll(match_id))
    else await sendAll(match_id)
  } finally {
    sending.delete(match_id)
  }
}

async function sendAll(match_id: number): Promise<void> {
  let failures = 0
  for (;;) {
    const kept = liveOnDevice(match_id).get()
    const bearer = token.get()
    if (!kept || kept.lost || bearer === null || impersonation.get() !== null) return
    if (kept.attempt === null && kept.synced !== null && countUnsent(kept) === 0 && !kept.takes) return
    // The return of the network begins again.
    if (!isOnline()) return
    // After a session that ended by itself somebody else may have signed in here.
    const me = await queries.ensureQueryData(readOf(getUser, {})).catch(() => null)
    if (me?.user.id !== kept.player_id) return
    const attempt = kept.attempt ?? {
      key: randomText(),
      count: Math.min(countUnsent(kept), MOST_SENT_EVENTS),
      take: kept.takes,
    }
    keep({ ...kept, attempt })
    const answer = await sendAttempt(kept, attempt, bearer)
    if (answer === 'again') {
      await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]))
      failures += 1
      continue
    }
    failures = 0
    const latest = liveOnDevice(match_id).get()
    if (latest?.attempt?.key !== attempt.key) return
    if (answer === 'done') {
      const synced = (latest.synced ?? 0) + attempt.count
      keep({ ...latest, synced, attempt: null, takes: latest.takes && !attempt.take, confirmed_at: Date.now() })
      continue
    }
    // The session has ended: it waits for the next one.
    if (answer === 'signed_out') return
    keep({ ...latest, attempt: null, lost: { message: answer.message, entries: countUnsent(latest) } })
    return
  }
}

type Answer = 'done' | 'again' | 'signed_out' | { message: string }

async function sendAttempt(
  { match_id, setup: { format, deciding, first_server }, log, synced }: LiveOnDevice,
  { key, count, take }: NonNullable<LiveOnDevice['attempt']>,
  bearer: string,
): Promise<Answer> {
  const version = synced ?? 0
  const input = {
    params: { id: String(match_id) },
    body: {
      version,
      pen: pen.get(),
      take,
      ...(synced === null && { setup: { format, deciding, first_server } }),
      events: log.slice(version, version + count),
    },
  }
  const response = await fetch(addressOf(writeLiveScore, input as never), {
    method: writeLiveScore.method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(input.body),
  }).catch(() => null)
  if (!response) return 'again'
  if (response.ok) return 'done'
  if (response.status === 401) return 'signed_out'
  const { code, message } = (await response.json().catch(() => ({}))) as { code?: string; message?: string }
  if (code === 'done_already') return 'done'
  if (response.status >= 500 || response.status === 408 || response.status === 429 || code === 'key_in_use')
    return 'again'
  return { message: message ?? 'Something went wrong. Please try again.' }
}

function keep(next: LiveOnDevice): void {
  // Stored once, so that the device has the same name after a reload.
  pen.set(pen.get())
  liveOnDevice(next.match_id).set(next)
}
