import { CompiledQuery } from 'kysely'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Endpoint } from '#/contract/endpoint.ts'
import { refusals } from '#/contract/refusals.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import { Refusal, refuse } from './refuse.ts'

const minute = 60
const hour = 60 * minute

/** `calls` in `seconds`, counted by all processes together (docs/product.md, "Rate limits"). */
const limits = {
  player: { calls: 600, seconds: minute },
  address: { calls: 1200, seconds: minute },
  /** Calls by an API key. */
  api_key: { calls: 120, seconds: minute },
  sign_in_account: { calls: 10, seconds: 15 * minute },
  sign_in_address: { calls: 100, seconds: 15 * minute },
  /** A signed-in player enters the password again. */
  password_check: { calls: 10, seconds: 15 * minute },
  /** Beginnings of a sign-in with a passkey, each of which is stored for five minutes. */
  passkey_challenge: { calls: 300, seconds: 15 * minute },
  sign_up: { calls: 200, seconds: hour },
  forgot_email: { calls: 5, seconds: hour },
  forgot_address: { calls: 100, seconds: hour },
  /** Links that change an email, sent to an address that the caller chooses. */
  change_email: { calls: 5, seconds: hour },
  change_email_address: { calls: 20, seconds: hour },
  /** Codes that no coupon has. */
  coupon_guess: { calls: 20, seconds: 15 * minute },
  /** Reactions to results from one network. */
  reaction: { calls: 120, seconds: minute },
  /** Searches of players by name, by one player, or from one network without a session. */
  name_search: { calls: 60, seconds: minute },
  name_search_hour: { calls: 300, seconds: hour },
  /** Messages that an organizer emails to themselves as a test. */
  test_message: { calls: 20, seconds: hour },
} as const
type LimitName = keyof typeof limits

/** The keys by which a call is counted: the caller's network and the email in the body. */
type Counted = { network: string; email: string }
const byNetwork = ({ network }: Counted) => network
const byEmail = ({ email }: Counted) => email
// Guessing from one network does not lock out the owner, who signs in from another.
const byEmailFromNetwork = ({ network, email }: Counted) => `${network} ${email}`

/** The event that is counted: each call, a 401, or an unknown coupon in the body. */
type Counts = 'calls' | 'failures' | 'coupons'
type OwnLimit = { limit: LimitName; by: (counted: Counted) => string; counts: Counts }

const couponGuess: OwnLimit = { limit: 'coupon_guess', by: byNetwork, counts: 'coupons' }

/** Calls with their own limits, in addition to the general ones. */
const ownLimits: Record<string, readonly OwnLimit[]> = {
  'POST /users/signin': [
    { limit: 'sign_in_account', by: byEmailFromNetwork, counts: 'failures' },
    { limit: 'sign_in_address', by: byNetwork, counts: 'failures' },
  ],
  'PUT /users/reactions/{match_id}': [{ limit: 'reaction', by: byNetwork, counts: 'calls' }],
  'POST /users/signin/passkey': [{ limit: 'sign_in_address', by: byNetwork, counts: 'failures' }],
  'POST /users/signin/passkey/options': [{ limit: 'passkey_challenge', by: byNetwork, counts: 'calls' }],
  'POST /google/user-oauth': [{ limit: 'sign_in_address', by: byNetwork, counts: 'failures' }],
  'POST /public/owner': [{ limit: 'sign_up', by: byNetwork, counts: 'calls' }],
  'POST /users/signup': [{ limit: 'sign_up', by: byNetwork, counts: 'calls' }],
  'POST /users/signup/purchase': [{ limit: 'sign_up', by: byNetwork, counts: 'calls' }, couponGuess],
  'POST /users/purchases': [couponGuess],
  'POST /public/coupons/check': [couponGuess],
  'POST /public/partner-invitations/signup': [{ limit: 'sign_up', by: byNetwork, counts: 'calls' }],
  'POST /users/email': [
    { limit: 'change_email', by: byEmail, counts: 'calls' },
    { limit: 'change_email_address', by: byNetwork, counts: 'calls' },
  ],
  'POST /customer/password/forgot': [
    // Nobody can use up the owner's requests; how many emails an address gets is counted where they are written.
    { limit: 'forgot_email', by: byEmailFromNetwork, counts: 'calls' },
    { limit: 'forgot_address', by: byNetwork, counts: 'calls' },
  ],
}

type Caller = { address: string; body: unknown }
type Handle<C extends Caller, R> = (call: C) => Promise<R>

export type Limits = {
  /** Counts a call by a player (id), an API key (id) or an address, usually without a query, or a player's password check. Refuses too_many_requests. */
  spend(
    limit: 'player' | 'address' | 'api_key' | 'password_check' | 'name_search' | 'test_message',
    who: string | number,
  ): Promise<void> | undefined
  /** The handler with the endpoint's own limits before it, or the handler itself if it has none. */
  guard<C extends Caller, R>(endpoint: Endpoint, handle: Handle<C, R>): Handle<C, R>
}

/** How long a call may wait to be counted. */
const COUNT_TIMEOUT_MS = 1_000

/** The limits of this installation, counted in the table rate_limits. None with RATE_LIMITS=off. */
export function openLimits(config: Config, db: Db, timeoutMs = COUNT_TIMEOUT_MS): Limits {
  if (config.RATE_LIMITS === 'off') return { spend: () => undefined, guard: (_, handle) => handle }
  const limiters = openLimiters(db, timeoutMs)
  const spenders = {
    player: spendInBatches(limiters.player),
    address: spendInBatches(limiters.address),
    api_key: spendInBatches(limiters.api_key),
    name_search: async (who: string) => {
      await count(limiters.name_search, who)
      await count(limiters.name_search_hour, who)
    },
    password_check: (player: string) => count(limiters.password_check, player).then(() => undefined),
    test_message: (player: string) => count(limiters.test_message, player).then(() => undefined),
  }
  return {
    spend: (limit, who) => spenders[limit](String(who)),

    guard(endpoint, handle) {
      const own = ownLimits[`${endpoint.method} ${endpoint.path}`]
      if (!own) return handle
      return async (call) => {
        const counted = { network: networkOf(call.address), email: emailOf(call.body) }
        const each = async (counts: Counts, what: (limiter: RateLimiterPostgres, key: string) => Promise<unknown>) => {
          for (const { limit, by } of own.filter((one) => one.counts === counts))
            await what(limiters[limit], by(counted))
        }
        await each('calls', count)
        await each('failures', refuseIfSpent)
        const namesCoupon = isNamingCoupon(call.body)
        if (namesCoupon) await each('coupons', refuseIfSpent)
        const answer = await handle(call).catch(async (error: unknown) => {
          if (error instanceof Refusal && refusals[error.code][0] === 401) await each('failures', count)
          if (error instanceof Refusal && error.code === 'coupon_unknown') await each('coupons', count)
          throw error
        })
        // A thousand simultaneous guesses all pass the first check. The right one among them is refused by this second
        // check.
        await each('failures', refuseIfSpent)
        // The check is skipped for a call that has placed an order, which gets its response.
        if (namesCoupon && endpoint.reads) await each('coupons', refuseIfSpent)
        return answer
      }
    },
  }
}

function openLimiters(db: Db, timeoutMs: number): Record<LimitName, RateLimiterPostgres> {
  const names = Object.keys(limits) as LimitName[]
  const storeClient = clientOf(db, timeoutMs)
  const open = (name: LimitName) => {
    const { calls, seconds } = limits[name]
    const measure = { keyPrefix: name, points: calls, duration: seconds }
    return new RateLimiterPostgres({
      ...measure,
      storeClient,
      storeType: 'client',
      // The library need not create the table, because a migration does.
      tableName: 'rate_limits',
      tableCreated: true,
      // The limiters share the table, so one of them deletes the expired rows of all.
      clearExpiredByTimeout: name === names[0],
      inMemoryBlockOnConsumed: calls,
      // While the database is unavailable each process counts on its own.
      insuranceLimiter: new RateLimiterMemory(measure),
    })
  }
  return Object.fromEntries(names.map((name) => [name, open(name)])) as Record<LimitName, RateLimiterPostgres>
}

/**
 * The pool with the interface of `pg`, which the library expects. A query that takes too long fails, and so do all queries
 * of the next five seconds: calls must not wait to be counted while the database is unavailable.
 */
function clientOf(db: Db, timeoutMs: number) {
  let unavailableUntil = 0
  return {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      if (performance.now() < unavailableUntil) throw new Error('the database was away a moment ago')
      const late = Promise.withResolvers<never>()
      // A response that has already arrived comes before the timeout, because after a blocked event loop the timer runs
      // first.
      const giveUp = () => setImmediate(() => late.reject(new Error('the database did not answer in time')))
      const timer = setTimeout(giveUp, timeoutMs)
      try {
        const { rows, numAffectedRows } = await Promise.race([
          db.executeQuery(CompiledQuery.raw(text, values)),
          late.promise,
        ])
        return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
      } catch (error) {
        unavailableUntil = performance.now() + 5000
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

function count(limiter: RateLimiterPostgres, key: string, calls = 1): Promise<RateLimiterRes> {
  return limiter.consume(key, calls).catch((error: unknown) => {
    if (error instanceof RateLimiterRes) tooMany(error)
    throw error
  })
}

async function refuseIfSpent(limiter: RateLimiterPostgres, key: string): Promise<void> {
  const counted = await limiter.get(key)
  if (counted && counted.consumedPoints >= limiter.points) tooMany(counted)
}

function tooMany({ msBeforeNext }: RateLimiterRes): never {
  refuse('too_many_requests', { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) })
}

/** Calls that a process may allow until `until` (performance.now). `owed` of them are not yet counted in the table. */
type Batch = { left: number; owed: number; until: number }

/**
 * Counts calls in batches of a fortieth of the limit. The first batch of a window is counted together with the second, so that
 * an occasional caller costs the database nothing. From then on each batch is counted before it is used. So all processes
 * together allow the limit, plus one batch for each process that used only one.
 */
function spendInBatches(limiter: RateLimiterPostgres): (key: string) => Promise<void> | undefined {
  const size = limiter.points / 40
  const batches = new Map<string, Batch>()
  const countsInFlight = new Map<string, Promise<void>>()
  let sweepAt = 0

  const spent = (key: string): boolean => {
    const now = performance.now()
    let batch = batches.get(key)
    if (!batch || batch.until <= now) {
      sweep(now)
      batch = { left: size, owed: size, until: now + limiter.duration * 1000 }
      batches.set(key, batch)
    }
    if (batch.left === 0) return false
    batch.left -= 1
    return true
  }
  const sweep = (now: number) => {
    if (now < sweepAt) return
    sweepAt = now + limiter.duration * 1000
    for (const [key, { until }] of batches) if (until <= now) batches.delete(key)
  }
  // Many simultaneous calls wait for one batch.
  const countBatch = (key: string): Promise<void> => {
    const inFlight = countsInFlight.get(key)
    if (inFlight) return inFlight
    const counting = count(limiter, key, size + (batches.get(key)?.owed ?? 0))
      .then(
        ({ msBeforeNext }) => void batches.set(key, { left: size, owed: 0, until: performance.now() + msBeforeNext }),
        (error: unknown) => {
          if (error instanceof Refusal)
            batches.set(key, { left: 0, owed: 0, until: performance.now() + (error.retryAfter ?? 0) * 1000 })
          throw error
        },
      )
      .finally(() => countsInFlight.delete(key))
    countsInFlight.set(key, counting)
    return counting
  }
  return (key) => {
    if (spent(key)) return undefined
    return (async () => {
      do await countBatch(key)
      while (!spent(key))
    })()
  }
}

function emailOf(body: unknown): string {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : ''
  return String(email).toLowerCase()
}

function isNamingCoupon(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'coupon' in body && body.coupon !== undefined
}

/** The network of a caller. Null if this installation limits nobody. */
export function limitedNetworkOf({ app, address }: { app: { config: Config }; address: string }): string | null {
  return app.config.RATE_LIMITS === 'off' ? null : networkOf(address)
}

/** The network of an address: an IPv4 address itself, or the /64 of an IPv6 address, which belongs to one household. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (v4 !== undefined || !address.includes(':')) return v4 ?? address
  const [head = '', tail = ''] = address.replace(/%.*$/, '').split('::')
  const [before, after] = [head, tail].map((groups) => (groups === '' ? [] : groups.split(':')))
  const zeros = Array.from({ length: 8 - (before?.length ?? 0) - (after?.length ?? 0) }, () => '0')
  const groups = [...(before ?? []), ...zeros, ...(after ?? [])]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
