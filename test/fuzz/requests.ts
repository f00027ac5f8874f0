import type { Endpoint } from '#/contract/endpoint.ts'
import { pathOf } from '#/contract/endpoint.ts'
import { chanceOf, type Chance } from '#/organizer/demo-league/chance.ts'
import { jsonSchemaOf, type JsonSchema } from '#/server/json-schema.ts'
import { valuesOf } from './values.ts'
import type { World } from './world.ts'

/** A request as it is sent. `kind`: as the schema requires, with one value changed, or made of garbage. */
export type FuzzRequest = {
  kind: 'valid' | 'changed' | 'garbage'
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

type Parts = Partial<Record<'params' | 'query' | 'body', Record<string, unknown>>>

/** Files of a form. */
export type Files = { readonly [name: string]: readonly Buffer[] }

/** Creates the same request for the same seed, endpoint and world. */
export function makeRequest(seed: string, endpoint: Endpoint, world: World, files: Files): FuzzRequest {
  const chance = chanceOf(seed)
  // The first numbers of neighboring seeds are similar.
  for (let n = 0; n < 5; n += 1) chance.next()
  const values = valuesOf(world, chance)
  const schemas = schemasOf(endpoint)
  const parts: Parts = {}
  const example = chance.percent(60)
    ? structuredClone({ ...aMatch, ...(endpoint.example?.body as object | undefined) })
    : undefined
  for (const [part, schema] of Object.entries(schemas)) {
    const made = values.make(
      schema,
      { name: '', around: '', path: endpoint.path },
      part === 'body' ? example : undefined,
    )
    parts[part as keyof Parts] = (typeof made === 'object' && made !== null ? made : {}) as Record<string, unknown>
  }
  const kind = chance.percent(45) ? 'valid' : chance.percent(85) ? 'changed' : 'garbage'
  if (kind === 'changed') change(parts, schemas, values.makeOdd, chance)
  const request = write(endpoint, parts, files, chance)
  if (kind === 'garbage') Object.assign(request, makeGarbage(endpoint, request, chance))
  return { ...request, kind }
}

/** The fields of a score, consistent with one another. */
const aMatch = {
  match_date: '2026/07/30',
  hour: 1,
  minute: 30,
  duration: '1:30',
  match_location: 'Potter Park',
  set_games: [
    { score_1: 6, score_2: 4 },
    { score_1: '6', score_2: '3' },
  ],
  total_winner_score: 12,
  total_opponent_score: 7,
  total_score: '12 - 7',
  match_status: '',
  match_notes: '',
}

const known = new WeakMap<Endpoint, Record<string, JsonSchema>>()

function schemasOf(endpoint: Endpoint): Record<string, JsonSchema> {
  const before = known.get(endpoint)
  if (before) return before
  const schemas: Record<string, JsonSchema> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (schema) schemas[part] = jsonSchemaOf(schema, 'input')
  }
  known.set(endpoint, schemas)
  return schemas
}

/** Changes one value in the request, adds a field, or removes one. */
function change(
  parts: Parts,
  schemas: Record<string, JsonSchema>,
  odd: (schema: JsonSchema) => unknown,
  chance: Chance,
): void {
  const places: { within: Record<string, unknown>; key: string; schema: JsonSchema }[] = []
  const walk = (value: unknown, schema: JsonSchema) => {
    if (typeof value !== 'object' || value === null) return
    const within = value as Record<string, unknown>
    const { properties = {}, items = {} } = schema as { properties?: Record<string, JsonSchema>; items?: JsonSchema }
    for (const key of new Set([...Object.keys(within), ...Object.keys(properties)])) {
      const inner = properties[key] ?? (Array.isArray(value) ? items : {})
      places.push({ within, key, schema: inner })
      walk(within[key], inner)
    }
  }
  for (const [part, schema] of Object.entries(schemas)) walk(parts[part as keyof Parts], schema)
  if (places.length === 0) {
    parts.query = { page: odd({}), '__proto__ ': odd({}) }
    return
  }
  const { within, key, schema } = chance.pick(places)
  if (chance.percent(8)) within['unknown_field'] = odd({})
  else within[key] = odd(schema)
}

function write(
  endpoint: Endpoint,
  { params, query, body }: Parts,
  files: Files,
  chance: Chance,
): Omit<FuzzRequest, 'kind'> {
  const filled = Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, textOf(value) || ' ']))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) search.append(name, textOf(each))
  const url = `/api${pathOf(endpoint, filled)}${search.size > 0 ? `?${search.toString()}` : ''}`
  const request = { method: endpoint.method, url, headers: {} }
  if (endpoint.raw) return { ...request, payload: Buffer.from('{"id":"evt_1","type":"charge.refunded"}') }
  if (body === undefined) return request
  if (!endpoint.multipart)
    return { ...request, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }
  const boundary = 'fuzz-boundary'
  const lines = Object.entries(body).flatMap(([name, value]) => {
    const file = files[name]
    if (file === undefined)
      return [`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${textOf(value)}\r\n`]
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="f"\r\ncontent-type: application/octet-stream\r\n\r\n`
    return [head, chance.pick(file), '\r\n']
  })
  const payload = Buffer.concat([...lines, `--${boundary}--\r\n`].map((part) => Buffer.from(part)))
  return { ...request, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, payload }
}

/** Formats a value for an address or a form. */
function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
}

function makeGarbage(
  endpoint: Endpoint,
  { url, headers, payload }: Omit<FuzzRequest, 'kind'>,
  chance: Chance,
): Partial<FuzzRequest> {
  const json = { 'content-type': 'application/json' }
  const withBody: Partial<FuzzRequest>[] = [
    { headers: json, payload: '' },
    { headers: json, payload: '{"a":' },
    { headers: json, payload: 'null' },
    { headers: json, payload: '[]' },
    { headers: json, payload: '"text"' },
    { headers: json, payload: '7' },
    { headers: json, payload: '['.repeat(20_000) },
    { headers: json, payload: `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}` },
    { headers: json, payload: '{"__proto__":{"role":"owner"},"constructor":{"prototype":{"role":"owner"}}}' },
    { headers: json, payload: JSON.stringify({ email: 'x'.repeat(1_500_000) }) },
    { headers: json, payload: Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0x22]) },
    { headers: { 'content-type': 'text/plain' }, payload: payload ?? 'x' },
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=1&b=2' },
    { headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: '--x\r\nbroken' },
    { headers: { 'content-type': 'multipart/form-data' }, payload: 'no boundary' },
    { headers: { 'content-type': 'application/json; charset=utf-16' }, payload: payload ?? '{}' },
  ]
  const withAddress: Partial<FuzzRequest>[] = [
    { url: `${url}${url.includes('?') ? '&' : '?'}page=1&page=2&area=dc&area=dc` },
    { url: `${url}${url.includes('?') ? '&' : '?'}page=-1&per_page=1e9&search[]=x&search[a]=b` },
    { url: `${url.split('?')[0]}?page=%00&search=%ff%fe&year=%u1234` },
    { url: `${url.split('?')[0]}/%2e%2e/%00` },
    { url: `${url.split('?')[0]}/%` },
    { url: `${url.split('?')[0]}?${'a=1&'.repeat(3_000)}` },
    { headers: { ...headers, 'x-request-id': 'a b\u00e9', 'accept-language': 'x'.repeat(5_000) } },
    { headers: { ...headers, 'user-agent': "'; drop table sessions; --", range: 'bytes=0-9999999999' } },
    { headers: { ...headers, 'if-none-match': '*', 'x-forwarded-for': '::, , 999.1.1.1' } },
  ]
  return chance.pick(endpoint.body || endpoint.raw ? [...withBody, ...withAddress] : withAddress)
}
