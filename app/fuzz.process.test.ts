import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Endpoint } from '#/contract/endpoint.ts'
import { seedDemo } from '#/organizer/demo-league/seed.ts'
import { REQUEST_LIMITS } from '#/server/pool-limits.ts'
import { startSession } from '#/server/session.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { formatSeconds, printFigure } from '#/test/figures.ts'
import { faultOf } from '#/test/fuzz/check.ts'
import { listMisnamed, listUneven } from '#/test/ledger.ts'
import { makeRequest, type Files } from '#/test/fuzz/requests.ts'
import { readWorld, type World } from '#/test/fuzz/world.ts'
import { makeOrganizer, makePlayer } from '#/test/make.ts'
import { testSeed } from '#/test/seed.ts'
import { watchChanges } from '#/features/live/contract.ts'
import { routes } from './server.ts'
import { demoPassword } from '#/test/dev-secrets.ts'

/** The number of requests. Another TEST_SEED makes other requests. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 2_500)
/** Milliseconds: the limit for a statement of a request (server/pool-limits.ts), so that nobody waits longer. */
const limit_ms = REQUEST_LIMITS.statement
/** The number of requests after which the known data is refreshed and jobs run. */
const interval = 250

const answered = new Map<string, unknown>()
const t = await startApp('2026-07-31T16:00:00Z', { LOG_LEVEL: 'info' }, undefined, {
  observe: (server) =>
    server.addHook('preSerialization', async (request, _reply, payload) => {
      answered.set(request.id, payload)
      return payload
    }),
})
const [signIn = { email: '', password: '' }] = await seedDemo(t.app, demoPassword)
/** No player may see these values: their owner is in no league and shows them to nobody. */
const hidden = { email: 'nobody-sees-this@example.com', phone: '+1 999 888 7777', year_of_birth: 1903 }
await makePlayer(t, hidden)
const secrets = [hidden.email, hidden.phone, `"year_of_birth":${hidden.year_of_birth}`]

type Role = 'stranger' | 'player' | 'organizer'
const roles: readonly Role[] = ['stranger', 'player', 'organizer']
const callers: { id: number; token: string; role: Role }[] = []

/** Keeps a few callers of each role, and replaces those who have lost their session or role. */
async function fillCallers(): Promise<void> {
  const now = t.clock.now()
  // The players with the most entries.
  const { rows } = await sql<{ id: number }>`
    select p.id from players p join entry_players e on e.player_id = p.id
    where p.role = 'player' and p.suspended_at is null and p.deleted_at is null and p.email is not null
    group by p.id order by p.email = ${signIn.email} desc, count(*) desc, p.id limit 3`.execute(t.db)
  callers.length = 0
  for (const { id } of rows) callers.push({ id, token: await startSession(t.db, id, now), role: 'player' })
  const fresh = await makePlayer(t)
  callers.push({ id: fresh.id, token: fresh.token, role: 'player' })
  for (const organizer of [await makeOrganizer(t), await makeOrganizer(t, ['south-bend'])])
    callers.push({ id: organizer.id, token: organizer.token, role: 'organizer' })
}

/** The lowest role that may call the endpoint. */
function roleOf({ access }: Endpoint): Role {
  return access === 'public' ? 'stranger' : access === 'player' ? 'player' : 'organizer'
}

const picture = { width: 40, height: 30, channels: 3, background: '#3b5' } as const
const csv =
  'first_name,last_name,email,phone,singles_level,gender,area\nAda,Moreno,ada-fuzz@example.com,+1 574 555 0101,3.5,Female,South Bend\n'
const files: Files = {
  image: [await sharp({ create: picture }).png().toBuffer(), Buffer.from('no picture'), Buffer.alloc(0)],
  file: [Buffer.from(csv), Buffer.from('a;b\n"1;2'), Buffer.from([0xff, 0xfe, 0x00]), Buffer.alloc(0)],
}

test(
  `${requests} requests made from the contracts with seed ${testSeed} get no 5xx, no reply outside its schema, and no internals`,
  { timeout: 1_800_000 },
  async () => {
    const endpoints = routes.map((route) => route.endpoint)
    const named = ({ method, path }: Endpoint) => `${method} ${path}`
    const faults: string[] = []
    const succeeded = new Set<Endpoint>()
    const statuses: Record<number, number> = {}
    let longest = { ms: 0, call: '' }
    let world: World = {}

    for (let n = 0; n < requests; n += 1) {
      if (n % interval === 0) {
        await runJobs(t).catch((error: unknown) => faults.push(`before request ${n} a job failed: ${String(error)}`))
        await fillCallers()
        const players = callers.filter(({ role }) => role === 'player').map(({ id }) => id)
        world = await readWorld(t, players, signIn)
      }
      const endpoint = endpoints[n % endpoints.length]!
      const round = Math.floor(n / endpoints.length)
      // Two of three requests come from callers with the required role.
      const role = round % 3 === 0 ? roles[(n + round) % roles.length]! : roleOf(endpoint)
      const own = callers.filter((each) => each.role === role)
      const caller = own[round % own.length]
      const request = makeRequest(
        `${testSeed} ${n}`,
        endpoint,
        { ...world, 'own.id': caller ? [caller.id] : [] },
        files,
      )
      const headers = { ...request.headers, ...(caller && { authorization: `Bearer ${caller.token}` }) }
      const since = performance.now()
      // A stream ends when the server closes it.
      const closing = endpoint === watchChanges ? setInterval(() => t.app.live.stop(), 20) : undefined
      const answer = await t.server.inject({ ...request, headers })
      clearInterval(closing)
      const ms = performance.now() - since
      if (ms > longest.ms) longest = { ms, call: named(endpoint) }
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1
      const id = String(answer.headers['x-request-id'])
      const fault = faultOf(
        endpoint,
        {
          status: answer.statusCode,
          type: String(answer.headers['content-type']),
          text: answer.body,
          // A response from memory is already text.
          answered:
            answer.headers.etag === undefined || answer.body === '' ? answered.get(id) : JSON.parse(answer.body),
          ms,
        },
        { sent: `${request.url} ${String(request.payload)}`, limit_ms },
      )
      answered.clear()
      const shown =
        role !== 'organizer' &&
        secrets.find((secret) => answer.body.includes(secret) && !String(request.payload).includes(secret))
      const wrong = fault ?? (shown ? `shows ${shown} to a ${role}` : null)
      if (wrong !== null)
        faults.push(
          `${n} ${role} ${request.kind} ${named(endpoint)} ${wrong}\n    ${request.url.slice(0, 300)} ${String(request.payload ?? '').slice(0, 600)}`,
        )
      if (answer.statusCode < 300) succeeded.add(endpoint)
      if (answer.statusCode === 401 && caller) await fillCallers()
    }
    await runJobs(t).catch((error: unknown) => faults.push(`at the end a job failed: ${String(error)}`))
    const counted = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
    printFigure('fuzz', `${requests} requests, seed ${testSeed}: ${faults.length} faults; ${counted.join(', ')}`)
    printFigure(
      'fuzz',
      `${succeeded.size} of ${endpoints.length} calls succeeded at least once; the slowest took ${formatSeconds(longest.ms / 1000)} (${longest.call})`,
    )
    expect(faults.slice(0, 20).join('\n')).toBe('')
    expect(await listMisnamed(t.db)).toEqual([])
    expect(await listUneven(t.db)).toEqual([])
  },
)
