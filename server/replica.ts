import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '#/contract/endpoint.ts'
import { inSnapshot, type Db } from './db.ts'
import { DatabaseUnavailable, unavailableOf } from './db-errors.ts'
import { REQUEST_LIMITS, type PoolLimits } from './pool-limits.ts'
import type { Sessions, SignedIn } from './session.ts'

/** `behind`: further than MOST_LAG_MS. Reads that may lag then go to the database itself. */
export type ReplicaState = 'used' | 'behind' | 'away'

/** A copy of the database that follows it, for reads that may lag (docs/decisions/058). */
export type Replica = {
  readonly state: ReplicaState
  /**
   * Answers a read that may lag: by the replica, or by the database itself for those who have just changed something and
   * whenever the replica has no good answer. `ask` may be called twice, so it changes nothing.
   */
  read: <T>(caller: Pick<SignedIn, 'wrote_lately'> | null, ask: (db: Db) => Promise<T>) => Promise<T>
  /** The caller is about to change something: call it before. */
  noteWrite: (caller: Pick<SignedIn, 'token_hash'>) => Promise<void>
  stop: () => Promise<void>
}

/** How far a replica that is used may be behind, in milliseconds. */
const MOST_LAG_MS = 3_000

/** Milliseconds between two beats, and two looks at the replica. */
const BEAT_INTERVAL_MS = 500

/** A change is noted at most this often, in seconds; a request ends long before the difference to WROTE_LATELY_S is over. */
const NOTE_INTERVAL_S = 30

/** Somebody waits for the answer, and the database itself can give it. */
export const REPLICA_LIMITS: PoolLimits = { ...REQUEST_LIMITS, acquire: 100, statement: 2_000, transaction: 3_000 }

/** A beat, and the time (performance.now) from which on everything committed is older than it at most. */
type Beat = { beat: string; since: number }

/** Starts to follow `replica`, a standby of `db`. `mostLag`: how far it may be behind, in milliseconds. */
export function followReplica(db: Db, replica: Db, mostLag = MOST_LAG_MS): Replica {
  const stopping = new AbortController()
  const beats: Beat[] = []
  let state: ReplicaState = 'away'
  let lookedAt = performance.now()

  /** The beat that a replica must have; null: the database itself has not been seen lately. */
  function requiredBeat(): string | null {
    const oldest = performance.now() - mostLag
    while (beats[0] && beats[0].since < oldest) beats.shift()
    return beats[0]?.beat ?? null
  }

  async function lookAtDatabase(): Promise<void> {
    const begun = performance.now()
    const { rows } = await sql<{ beat: string }>`
      with renewed as (
        insert into replica_beat (beat_at) values (clock_timestamp())
        on conflict (one) do update set beat_at = excluded.beat_at
        where replica_beat.beat_at < excluded.beat_at - ${BEAT_INTERVAL_MS / 2} * interval '1 ms'
        returning beat_at)
      select coalesce((select beat_at from renewed), (select beat_at from replica_beat))::text as beat`.execute(db)
    const beat = rows[0]?.beat
    // A beat that was not there at the last look was committed after it.
    if (beat !== undefined && beat !== beats.at(-1)?.beat) beats.push({ beat, since: lookedAt })
    lookedAt = begun
  }

  async function lookAtReplica(): Promise<ReplicaState> {
    const required = requiredBeat()
    const { rows } = await sql<{ usable: boolean | null }>`
      select pg_is_in_recovery() and (select beat_at >= ${required}::timestamptz from replica_beat) as usable`.execute(
      replica,
    )
    return rows[0]?.usable === true ? 'used' : 'behind'
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await lookAtDatabase().catch(() => {})
      state = await lookAtReplica().catch((): ReplicaState => 'away')
      await wait(BEAT_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const done = keepLooking()
  return {
    get state() {
      return requiredBeat() === null && state === 'used' ? 'behind' : state
    },

    async read(caller, ask) {
      const required = requiredBeat()
      if (state !== 'used' || required === null || caller?.wrote_lately) return ask(db)
      try {
        return await inSnapshot(replica, async (tx) => {
          // In the same transaction: the address may lead to several replicas. Fails when this one is too far behind.
          await sql`select 1 / coalesce((
              select (pg_is_in_recovery() and beat_at >= ${required}::timestamptz)::int from replica_beat), 0)`.execute(
            tx,
          )
          return ask(tx)
        })
      } catch (error) {
        if (isBehind(error)) state = 'behind'
        else if (isAway(error)) state = 'away'
        return ask(db)
      }
    },

    async noteWrite({ token_hash }) {
      await sql`
        update sessions set wrote_at = now()
        where token_hash = ${token_hash} and wrote_at < now() - ${NOTE_INTERVAL_S} * interval '1 second'`.execute(db)
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
    // A page that has just heard of a change asks for what a replica may lack (docs/decisions/063).
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

/** Division by zero: the check above. */
function isBehind(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '22012'
}

function isAway(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && unavailableOf(error)?.busy === false
}
