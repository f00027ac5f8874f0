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

/** A match scored on this device. Each tap is stored here first and sent in order, once. */
export type LiveOnDevice = {
  match_id: number
  player_id: number
  setup: LiveSetup
  log: readonly LoggedEvent[]
  /** How many entries the server has. Null if it does not have the live score yet. */
  synced: number | null
  /** The request in progress, or one without a response. Repeating it with the same key has no second effect. */
  attempt: { key: string; count: number; take: boolean } | null
  /** Whether the next attempt takes over scoring from another device. */
  takes: boolean
  /** When the server last accepted an entry, in milliseconds of this device. */
  confirmed_at: number
  /** Why the server stopped accepting entries; unsent ones are lost. */
  lost: { message: string; entries: number } | null
}

/** Growing pauses in milliseconds before a retry without a response. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000]

/** This device's id for the server. */
export const pen = createStore<string>('deuce.pen', (stored) =>
  typeof stored === 'string' && stored.length >= 16 ? stored : randomText(),
)

type LiveStore = Store<LiveOnDevice | null>
const stores = new Map<number, LiveStore>()

/** This device's copy of a match's live score. Null if there is none. */
export function liveOnDevice(match_id: number): LiveStore {
  const known = stores.get(match_id) ?? createStore(`${LIVE_SCORE_KEYS}${match_id}`, readKept)
  stores.set(match_id, known)
  return known
}

function readKept(stored: unknown): LiveOnDevice | null {
  if (typeof stored !== 'object' || stored === null) return null
  const kept = stored as LiveOnDevice
  // An older release may have stored another shape.
  return Array.isArray(kept.log) && typeof kept.setup === 'object' && 'state' in playLive(kept.setup, kept.log)
    ? kept
    : null
}

/** How many entries are still to be sent. */
export function countUnsent({ log, synced }: Pick<LiveOnDevice, 'log' | 'synced'>): number {
  return log.length - (synced ?? 0)
}

export function stateOf({ setup, log }: Pick<LiveOnDevice, 'setup' | 'log'>): LiveState {
  const played = playLive(setup, log)
  if ('problem' in played) throw new Error(`the log of this device has an entry that cannot be: ${played.problem}`)
  return played.state
}

export const hasUndo = ({ log }: Pick<LiveOnDevice, 'log'>) => canUndo(log)

/** Starts to score a match on this device. */
export function startLive(match_id: number, player_id: number, setup: LiveSetup): void {
  keep({ match_id, player_id, setup, log: [], synced: null, attempt: null, takes: false, confirmed_at: 0, lost: null })
  void send(match_id)
}

/** Continues a live score from another device, or from this one. */
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

/** Adds an entry. Returns the scores before and after it, or null if it is not allowed now. */
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

/** Stops scoring on this device. The entries that the server has are kept. */
export function forgetLive(match_id: number): void {
  liveOnDevice(match_id).set(null)
}

/** Sends the unsent entries of all matches: when the page loads, and when the network returns. */
export function sendAllLive(): void {
  for (const match_id of listLiveScoresHere()) void send(match_id)
}

// This module is loaded on the server too, where `addEventListener` does not exist.
globalThis.addEventListener?.('online', sendAllLive)

const sending = new Set<number>()

/** Sends a match's unsent entries in order, from one tab at a time. */
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
    // Starts again when the network returns.
    if (!isOnline()) return
    // After a session has expired, another player may have signed in on this device.
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
    // The session has ended, so the entries wait for the next one.
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
  // Stores the id, so that it survives a reload.
  pen.set(pen.get())
  liveOnDevice(next.match_id).set(next)
}
