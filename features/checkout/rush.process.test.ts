import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdsPlace } from '#/features/leagues/queries.ts'
import { openDatabase } from '#/server/db.ts'
import { createTestToken } from '#/server/outside/payments-test.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { freshDatabase } from '#/test/app.ts'
import { formatSeconds, printFigure } from '#/test/figures.ts'
import { makeCaller, processesOn } from '#/test/process.ts'

const begin = new Date('2026-07-15T16:00:00Z')
/** `npm run test:faults -- --long` has 5,000. */
const buyers = Number(process.env['RUSH_BUYERS'] ?? 500)
const places = 20

const url = await freshDatabase()
const db = openDatabase(url, { ...JOB_LIMITS, connections: 4 })
afterAll(() => db.destroy())
const app = processesOn(url, { LOG_LEVEL: 'error' })
let origins: string[] = []
let callers: Record<string, string>[] = []

beforeAll(async () => {
  origins = (await Promise.all([app.start(begin.getTime()), app.start(begin.getTime())])).map(({ origin }) => origin)
  // The first start opens the season.
  await sql`
    update leagues l set capacity = ${places}, price_cents = case d.slug when 'womens-singles-4-0' then 0 end
    from divisions d, seasons se
    where d.id = l.division_id and se.id = l.season_id and l.area = 'south-bend' and se.slug = 'fall' and se.year = 2026
      and d.slug in ('womens-singles-3-5', 'womens-singles-4-0')`.execute(db)
  callers = await Promise.all(
    Array.from({ length: buyers }, async (_, n) => (await makeCaller(db, `rush-${n}@example.com`, begin)).headers),
  )
})

type Answer = { status: number; code: string | undefined; ms: number; tries: number; firstMs: number }

/** Presses a button, and again as often as the line says, as the browser does. `ms` is until the final answer. */
async function press(n: number, path: string, body: object): Promise<Answer> {
  const since = performance.now()
  const headers = {
    ...callers[n],
    'idempotency-key': `rush-${path.replaceAll('/', '-')}-${JSON.stringify(body).length}-${n}`,
  }
  let firstMs = 0
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(`${origins[n % origins.length]}/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const { code } = (await answer.json()) as { code?: string }
    firstMs ||= performance.now() - since
    if (code !== 'in_line') return { status: answer.status, code, ms: performance.now() - since, tries, firstMs }
    await wait(Number(answer.headers.get('retry-after')) * 1000)
  }
}

const everybody = <T>(act: (n: number) => Promise<T>) => Promise.all(callers.map((_, n) => act(n)))

const countOf = (answers: readonly Answer[]) => {
  const counts: Record<string, number> = {}
  for (const { status, code } of answers) {
    const key = code === undefined ? `${status}` : `${status} ${code}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

function figuresOf(answers: readonly Answer[]): string {
  const seconds = (ms: number) => formatSeconds(ms / 1000)
  const at = (times: number[], share: number) =>
    seconds(times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0)
  const [first, final] = [answers.map(({ firstMs }) => firstMs), answers.map(({ ms }) => ms)]
  const sold = answers.filter(({ status }) => status === 201).map(({ ms }) => ms)
  return `last sale ${seconds(Math.max(...sold))}, first answer p50 ${at(first, 0.5)}, p99 ${at(first, 0.99)}, final answer p99 ${at(final, 0.99)}`
}

async function placesOf(division: string) {
  const { rows } = await sql<{ held: number; entered: number; charged: number }>`
    select count(*)::int as held, count(e.id)::int as entered, count(tp.id)::int as charged
    from purchases p join leagues l on l.id = p.league_id join divisions d on d.id = l.division_id
    left join entries e on e.purchase_id = p.id
    left join test_payments tp on tp.idempotency_key = p.order_id::text and tp.status = 'succeeded'
    where d.slug = ${division} and l.area = 'south-bend' and ${holdsPlace}
      and p.created_at >= ${begin}`.execute(db)
  return rows[0]
}

test('everybody presses at once: each place is sold once by card, nobody hears that the app is busy, and the others wait by one press', async () => {
  const card = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2039, cvc: '123' }
  const tokens = await everybody(() => createTestToken(db, card, begin))
  const bought = await everybody((n) =>
    press(n, '/users/purchases', {
      league_slug: 'fall',
      cart: [{ slug: 'womens-singles-3-5' }],
      price: 39,
      confirmationToken: tokens[n],
    }),
  )
  expect(countOf(bought)).toEqual({ 201: places, '409 league_full': buyers - places })
  expect(await placesOf('womens-singles-3-5')).toEqual({ held: places, entered: places, charged: places })
  printFigure('rush', `${buyers} on ${places} places by card: ${figuresOf(bought)}`)

  const { rows } = await sql<{ season_id: number; division_id: number }>`
    select l.season_id, l.division_id from leagues l join divisions d on d.id = l.division_id join seasons se on se.id = l.season_id
    where d.slug = 'womens-singles-3-5' and l.area = 'south-bend' and se.slug = 'fall' and se.year = 2026`.execute(db)
  const late = callers.flatMap((_, n) => (bought[n]?.status === 409 ? [n] : []))
  const waiting = await Promise.all(late.map((n) => press(n, '/users/wait-list', { ...rows[0], area: 'south-bend' })))
  expect(countOf(waiting)).toEqual({ 201: late.length })
  printFigure('rush', `${late.length} on the wait-list: ${figuresOf(waiting)}`)
})

test('everybody presses at once for a league that costs nothing', async () => {
  const bought = await everybody((n) =>
    press(n, '/users/purchases', { league_slug: 'fall', cart: [{ slug: 'womens-singles-4-0' }], price: 0 }),
  )
  expect(countOf(bought)).toEqual({ 201: places, '409 league_full': buyers - places })
  expect(await placesOf('womens-singles-4-0')).toMatchObject({ held: places, entered: places })
  printFigure('rush', `${buyers} on ${places} free places: ${figuresOf(bought)}`)
})
