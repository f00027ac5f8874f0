import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { queryFieldsOf } from '#/ops/query-fields.ts'
import { changeSearch, readListSearch, type ListEndpoint } from '#/web/list-search.ts'
import { isListEndpoint, listEndpoints } from '#/ops/contracts.ts'

const lists = (await listEndpoints()).filter(isListEndpoint)

/** The list's call, as the browser has it. */
const callOf = (endpoint: ListEndpoint) => ({ ...endpoint, fields: queryFieldsOf(endpoint.query) })

/** Texts, each of which at least one parameter accepts. */
const texts = ['2', '2026', 'dc', 'summer-1', '2026/07/04', 'ada b', 'true', 'a'.repeat(41)]

/** Texts that a parameter accepts, at least one of each kind of value. */
function textsFor(schema: z.ZodMiniType): string[] {
  const { enum: options = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return [...options.map(String), ...texts].filter((text) => z.safeParse(schema, text).success)
}

/** An address with only the required parameters. */
function leastAddress({ query: { shape } }: ListEndpoint): URLSearchParams {
  const demanded = Object.entries(shape).filter(([, schema]) => !z.safeParse(schema, undefined).success)
  const address = new URLSearchParams()
  for (const [name, schema] of demanded) address.set(name, textsFor(schema as z.ZodMiniType)[0] ?? '')
  return address
}

const parameters = lists.flatMap((endpoint) =>
  Object.entries(endpoint.query.shape)
    .filter(([name]) => name !== 'per_page')
    .map(([name, schema]) => ({ title: `${endpoint.method} ${endpoint.path} ?${name}=`, endpoint, name, schema })),
)

test('there are lists to check', () => {
  expect(lists.length).toBeGreaterThan(10)
})

test.each(parameters)('$title in an address is parsed as on the server, and can be written back', (parameter) => {
  const { endpoint, name, schema } = parameter
  const accepted = textsFor(schema as z.ZodMiniType)
  expect(accepted, 'no text to try').not.toEqual([])
  for (const text of accepted) {
    const address = leastAddress(endpoint)
    address.set('page', '7')
    const read = readListSearch(callOf(endpoint), new URLSearchParams(changeSearch(address, { [name]: text })))
    const sent = new URLSearchParams(
      Object.fromEntries(Object.entries(read.query).map(([key, value]) => [key, String(value)])),
    )
    expect(read.values).toEqual(endpoint.query.parse(Object.fromEntries(sent)))
    expect(read.values).toHaveProperty([name], z.parse(schema, text))
    expect(readListSearch(callOf(endpoint), sent)).toEqual(read)
    // A new filter begins at its first page.
    expect(read.page).toBe(name === 'page' ? Number(text) : 1)
  }
})

test.each(lists.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s: values that the schema refuses are ignored, and an address cannot set the number of rows',
  (_, endpoint) => {
    const least = leastAddress(endpoint)
    const address = new URLSearchParams({ per_page: '100', area: 'atlantis', state: 'none', search: '' })
    for (const [name, text] of least) address.set(name, text)
    address.set('page', '0')
    const read = readListSearch(callOf(endpoint), address)
    expect(read.query).toEqual({ ...Object.fromEntries(least), page: 1 })
    expect(read.values).toEqual(endpoint.query.parse(Object.fromEntries(least)))
    expect(read.isFiltered).toBe(least.size > 0)
  },
)
