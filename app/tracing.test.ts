import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { purchase } from '#/features/checkout/contract.ts'
import { startTracing } from '#/server/tracing.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { files } from '#/test/files.ts'
import { makePlayer } from '#/test/make.ts'
import { serveOnLoopback } from '#/test/provider.ts'
import { startStripe } from '#/test/stripe/stand-in.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
  status: { code?: number }
}
type Export = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[] }

/** A minimal OTLP collector that stores what it receives. */
const exported: Export[] = []
const collector = await serveOnLoopback(() => (request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    if (request.method === 'POST' && request.url === '/v1/traces') exported.push(JSON.parse(body))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
const stripe = await startStripe()
const tracing = startTracing(`${collector.origin}/`, { TRUST_PROXY: ['127.0.0.1'] })
const t = await startApp('2026-07-15T16:00:00Z', { ...stripe.settings, TRUST_PROXY: '127.0.0.1' }, undefined, {
  observe: tracing.watch,
})
afterAll(async () => {
  await tracing.stop()
  await stripe.close()
  await collector.close()
})

async function spansOf(trace: string): Promise<Span[]> {
  await tracing.flush()
  return exported
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .filter(({ traceId }) => traceId === trace)
}

async function buy(headers: Record<string, string>, remoteAddress = '127.0.0.1') {
  const player = await makePlayer(t, { email: `zq7marked-${Math.random()}@example.com` })
  const payload = {
    league_slug: 'fall',
    cart: [{ slug: 'womens-singles-3-5' }],
    price: 39,
    confirmationToken: stripe.newToken('pm_card_visa'),
  }
  const answer = await t.server.inject({
    method: 'POST',
    url: `/api${purchase.path}`,
    headers: { authorization: `Bearer ${player.token}`, ...headers },
    payload,
    remoteAddress,
  })
  expect(answer.statusCode).toBe(201)
  await runJobs(t)
}

const [traceId, callerId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
const traceparent = `00-${traceId}-${callerId}-01`

test('a trace from the proxy continues through the request, its statements, Stripe, the job and the email', async () => {
  await buy({ traceparent })
  const spans = await spansOf(traceId)
  const request = spans.find(({ name }) => name === 'POST /api/users/purchases')
  expect(request?.parentSpanId).toBe(callerId)

  /** The names from a span up to the request. */
  const wayUp = (span: Span | undefined): string[] =>
    span ? [span.name, ...wayUp(spans.find(({ spanId }) => spanId === span.parentSpanId))] : []
  const wayOf = (name: string) => wayUp(spans.find((span) => span.name === name))
  expect(wayOf('payments charge')).toEqual(['payments charge', 'POST /api/users/purchases'])
  expect(wayOf('sql insert')).toEqual(['sql insert', 'POST /api/users/purchases'])
  expect(wayOf('email send')).toEqual(['email send', 'job notify', 'POST /api/users/purchases'])
  // Statements of the job belong to the job.
  const job = spans.find(({ name }) => name === 'job notify')
  expect(spans.filter(({ name, parentSpanId }) => name === 'sql select' && parentSpanId === job?.spanId)).not.toEqual(
    [],
  )
  // These statements run before the body is read, after that, and in the transaction.
  const statements = spans.filter(({ name }) => name.startsWith('sql '))
  const names = new Set(statements.map(({ name }) => name))
  expect([...names]).toEqual(expect.arrayContaining(['sql select', 'sql insert', 'sql begin', 'sql commit']))
  expect(statements.length).toBeGreaterThan(10)
})

test('a span says what was done, without any values', async () => {
  const spans = await spansOf(traceId)
  const all = JSON.stringify(spans)
  expect(all).toContain('http.response.status_code')
  expect(all).toContain('db.query.text')
  expect(all).not.toMatch(/zq7marked|ctoken_|Bearer|_secret_|example\.com/)
  const { resource } = exported[0]!.resourceSpans[0]!
  expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'deuce' } })
})

test.each([
  ['from a stranger', { traceparent: `00-${'1'.repeat(32)}-${callerId}-01` }, '203.0.113.9', '1'.repeat(32)],
  ['that is none', { traceparent: `00-${'2'.repeat(32)}-x` }, '127.0.0.1', '2'.repeat(32)],
])('a trace %s is not continued', async (_, headers, address, trace) => {
  await buy(headers, address)
  expect(await spansOf(trace)).toEqual([])
})

test('a failed Stripe call is marked in its span, without Stripe’s message', async () => {
  stripe.order('POST /v1/payment_intents', 'error_500 before', 'error_500 before')
  const trace = '3'.repeat(32)
  await buy({ traceparent: `00-${trace}-${callerId}-01` })
  const charge = (await spansOf(trace)).find(({ name }) => name === 'payments charge')
  expect(charge).toMatchObject({
    status: { code: 2 },
    attributes: [{ key: 'error.type', value: { stringValue: 'PaymentsUnavailable' } }],
  })
})

test('without a setting neither library is loaded: only the start imports them on demand', () => {
  const code = files.filter(({ file }) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const importing = (what: RegExp) =>
    code
      .filter(({ text }) => new RegExp(`^import (?!type).*from '(${what.source})`, 'm').test(text))
      .map(({ file }) => file)
  expect(importing(/@opentelemetry/)).toEqual(['server/tracing.ts'])
  expect(importing(/@prometheus-io\/client/)).toEqual(['server/metrics.ts'])
  expect(importing(/(#\/server|\.)\/(tracing|metrics)\.ts/)).toEqual([])
  expect(readFileSync(new URL('start.ts', import.meta.url), 'utf8')).toContain("await import('#/server/tracing.ts')")
})
