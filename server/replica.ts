import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '#/contract/endpoint.ts'
import { inSnapshot, inTurn, withoutTurn, type Db } from './db.ts'
import { DatabaseUnavailable, unavailableOf } from './db-errors.ts'
import { REQUEST_LIMITS, type PoolLimits } from './pool-limits.ts'
import type { Sessions, SignedIn } from './session.ts'

/** `behind`: by more than MOST_LAG_MS. Reads then go to the primary database. */
export type ReplicaState = 'used' | 'behind' | 'away'

/** A standby of the primary database, for reads that may lag (docs/decisions/058). */
export type Replica = {
  readonly state: ReplicaState
  /**
   * Runs a read that may lag on the replica, or on the primary for callers who have just changed something and whenever the
   * replica fails or is behind. `read` may be called twice, so it changes nothing.
   */
  read: <T>(caller: Pick<SignedIn, 'wrote_lately'> | null, read: (db: Db) => Promise<T>) => Promise<T>
  /** Call it before the caller changes something. */
  noteWrite: (caller: Pick<SignedIn, 'token_hash'>) => Promise<void>
  stop: () => Promise<void>
}

/** How far behind the primary a replica may be and still be used. */
const MOST_LAG_MS = 3_000

/** Time between two heartbeats, and between two checks of the replica. */
const HEARTBEAT_INTERVAL_MS = 500

/** A caller's changes are recorded at most this often. A request ends long before the difference to WROTE_LATELY_S is over. */
const NOTE_INTERVAL_S = 30

/** Short limits: somebody waits for the response, and the primary can give it. */
export const REPLICA_LIMITS: PoolLimits = { ...REQUEST_LIMITS, acquire: 100, statement: 2_000, transaction: 3_000 }

/** A heartbeat. Everything that was committed before `since` (performance.now) is in a replica that has the heartbeat. */
type Heartbeat = { beat_at: string; since: number }

/** Starts to follow `replica`, a standby of `db`. `mostLag` is how far it may be behind, in milliseconds. */
export function followReplica(db: Db, replica: Db, mostLag = MOST_LAG_MS): Replica {
  const stopping = new AbortController()
  const heartbeats: Heartbeat[] = []
  let state: ReplicaState = 'away'
  let checkedAt = performance.now()

  /** The heartbeat that a replica must have. Null if the primary has not been seen lately. */
  function requiredHeartbeat(): string | null {
    const oldest = performance.now() - mostLag
    while (heartbeats[0] && heartbeats[0].since < oldest) heartbeats.shift()
    return heartbeats[0]?.beat_at ?? null
  }

  async function checkPrimary(): Promise<void> {
    const begun = performance.now()
    const { rows } = await sql<{ beat: string }>`
      with renewed as (
        insert into replica_beat (beat_at) values (clock_timestamp())
        on conflict (one) do update set beat_at = excluded.beat_at
        where replica_beat.beat_at < excluded.beat_at - ${HEARTBEAT_INTERVAL_MS / 2} * interval '1 ms'
        returning beat_at)
      select coalesce((select beat_at from renewed), (select beat_at from replica_beat))::text as beat`.execute(
      withoutTurn(db),
    )
    const beat_at = rows[0]?.beat
    // A heartbeat that was not there at the last check was committed after it.
    if (beat_at !== undefined && beat_at !== heartbeats.at(-1)?.beat_at) heartbeats.push({ beat_at, since: checkedAt })
    checkedAt = begun
  }

  async function checkReplica(): Promise<ReplicaState> {
    const required = requiredHeartbeat()
    const { rows } = await sql<{ usable: boolean | null }>`
      select pg_is_in_recovery() and (select beat_at >= ${required}::timestamptz from replica_beat) as usable`.execute(
      replica,
    )
    return rows[0]?.usable === true ? 'used' : 'behind'
  }

  async function keepChecking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await checkPrimary().catch(() => {})
      state = await checkReplica().catch((): ReplicaState => 'away')
      await wait(HEARTBEAT_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const done = keepChecking()
  return {
    get state() {
      return requiredHeartbeat() === null && state === 'used' ? 'behind' : state
    },

    async read(caller, read) {
      const required = requiredHeartbeat()
      if (state !== 'used' || required === null || caller?.wrote_lately) return read(db)
      try {
        return await inSnapshot(replica, async (tx) => {
          // The check runs in the same transaction as the read, because the address may lead to several replicas. It
          // fails if this one is too far behind.
          await sql`select 1 / coalesce((
              select (pg_is_in_recovery() and beat_at >= ${required}::timestamptz)::int from replica_beat), 0)`.execute(
            tx,
          )
          return read(tx)
        })
      } catch (error) {
        if (isBehind(error)) state = 'behind'
        else if (isDown(error)) state = 'away'
        return read(db)
      }
    },

    async noteWrite({ token_hash }) {
      await inTurn(db, [`note ${token_hash.toString('hex')}`], (writable) =>
        sql`
            update sessions set wrote_at = now()
            where token_hash = ${token_hash} and wrote_at < now() - ${NOTE_INTERVAL_S} * interval '1 second'`.execute(
          writable,
        ),
      )
    },

    async stop() {
      stopping.abort()
      await done
    },
  }
}

/** How the calls of one endpoint use the replica. */
export type ReplicaReads = {
  /** Whether the answer to this request may come from the replica, and so be up to MOST_LAG_MS old. */
  mayLag: (request: FastifyRequest) => boolean
  /** Runs the handler on the replica or on the database itself. `lags`: the answer came from the replica. */
  run: <C extends ReplicaCall, T>(
    request: FastifyRequest,
    call: C,
    handle: (call: C) => Promise<T>,
  ) => Promise<{ answer: T; lags: boolean }>
}

type ReplicaCall = { app: { db: Db; sessions: Pick<Sessions, 'find'> }; player: SignedIn | null; now: Date }

/** `may_lag`: the endpoint is a read that the replica may answer. */
export function openReplicaReads(
  parts: { readonly replica: Replica | null },
  endpoint: Pick<Endpoint, 'method' | 'reads'>,
  may_lag: boolean,
): ReplicaReads {
  const isChange = endpoint.method !== 'GET' && !endpoint.reads
  const mayLag = ({ headers }: FastifyRequest) =>
    // A page that has just been notified of a change reads data that a replica may lack (docs/decisions/063).
    parts.replica !== null && may_lag && headers['cache-control'] !== 'no-cache'
  return {
    mayLag,
    async run(request, call, handle) {
      const { app, now } = call
      const { replica } = parts
      const findCaller = async () => call.player ?? (await app.sessions.find(request.headers, now))
      if (replica && mayLag(request))
        return replica.read(await findCaller(), async (db) => {
          return { answer: await handle({ ...call, app: { ...app, db } }), lags: db !== app.db }
        })
      const writer = replica && isChange ? await findCaller() : null
      if (replica && writer) await replica.noteWrite(writer)
      return { answer: await handle(call), lags: false }
    },
  }
}

/** Whether the error is the division by zero with which the check above fails. */
function isBehind(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '22012'
}

function isDown(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && unavailableOf(error)?.busy === false
}
