import fc from 'fast-check'
import type { Chance } from '#/organizer/demo-league/chance.ts'
import type { JsonSchema } from '#/server/json-schema.ts'
import { pickKnown, someDays, type Place, type World } from './world.ts'

const whole = 2_147_483_647

/** Creates values that a JSON Schema accepts, using known ones of the world where possible. */
export function valuesOf(world: World, chance: Chance) {
  const sample = <T>(arbitrary: fc.Arbitrary<T>): T => {
    const [value] = fc.sample(arbitrary, { seed: chance.below(whole), numRuns: 1 })
    return value as T
  }

  /**
   * A value that satisfies the schema; rules not in the schema may refuse it. Copies everything but ids from an
   * example.
   */
  function make(schema: JsonSchema, place: Place, example?: unknown): unknown {
    const one = resolve(schema, chance)
    const known = chance.percent(90) ? pickKnown(world, chance, place, one['type']) : undefined
    if (known !== undefined && matches(one, known)) return known
    if (example !== undefined && one['type'] !== 'object') return example
    if ('const' in one) return one['const']
    if (Array.isArray(one['enum'])) return chance.pick(one['enum'] as unknown[])
    const type = Array.isArray(one['type']) ? chance.pick(one['type'] as string[]) : one['type']
    if (type === 'null') return null
    if (type === 'boolean') return chance.percent(50)
    if (type === 'object') return makeObject(one, place, example)
    if (type === 'array') {
      const least = Number(one['minItems'] ?? 0)
      const most = Math.max(least, Math.min(3, Number(one['maxItems'] ?? 3)))
      const length = least + chance.below(most - least + 1)
      return Array.from({ length }, () => make((one['items'] ?? {}) as JsonSchema, place))
    }
    if (type === 'integer' || type === 'number') {
      const { minimum = 0, maximum = 1000 } = one as { minimum?: number; maximum?: number }
      const near = Math.min(maximum, minimum + 60)
      return chance.pick([
        minimum,
        maximum,
        minimum + chance.below(near - minimum + 1),
        minimum + chance.below(near - minimum + 1),
      ])
    }
    if (type === 'string') return makeText(one, place.name)
    return sample(fc.jsonValue())
  }

  function makeObject(schema: JsonSchema, { name, path }: Place, example: unknown): unknown {
    const given = typeof example === 'object' && example !== null ? (example as Record<string, unknown>) : null
    const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>
    const required = (schema['required'] ?? []) as string[]
    const made: Record<string, unknown> = {}
    for (const [key, property] of Object.entries(properties))
      if (required.includes(key) || (given ? key in given : chance.percent(60)))
        made[key] = make(property, { name: key, around: name, path }, given?.[key])
    if (typeof schema['additionalProperties'] === 'object')
      for (const key of ['first_name', 'email', sample(fc.string({ maxLength: 12 }))])
        made[key] = make(schema['additionalProperties'] as JsonSchema, { name: key, around: name, path })
    return made
  }

  function makeText(schema: JsonSchema, name: string): string {
    const {
      format,
      pattern,
      minLength = 0,
      maxLength = 40,
    } = schema as {
      format?: string
      pattern?: string
      minLength?: number
      maxLength?: number
    }
    if (format === 'email') return `fuzz-${chance.below(1000)}@example.com`
    if (format === 'uuid') return sample(fc.uuid())
    if (/date|^(from|to|until|day)$|_until$|^[123]$/.test(name)) return chance.pick(someDays)
    if (pattern !== undefined && !pattern.includes('\\p{')) return sample(fc.stringMatching(new RegExp(pattern, 'u')))
    const length = {
      minLength,
      maxLength: Math.max(minLength, Math.min(maxLength, chance.percent(5) ? maxLength : 40)),
    }
    return chance.percent(70)
      ? sample(fc.string({ ...length, unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', ' ', 'F', 'G') }))
      : sample(fc.string({ ...length, unit: 'grapheme' }))
  }

  /** A value close to the schema's limits, or far outside. */
  function makeOdd(schema: JsonSchema): unknown {
    const { minimum, maximum, maxLength, maxItems } = resolve(schema, chance) as Record<string, number | undefined>
    const edges = [
      ...(minimum === undefined ? [] : [minimum - 1, minimum, minimum + 0.5]),
      ...(maximum === undefined ? [] : [maximum, maximum + 1]),
      ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1), '🎾'.repeat(Math.ceil(maxLength / 2))]),
      ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => 1)]),
    ]
    const odd = chance.percent(40) && edges.length > 0 ? chance.pick(edges) : chance.pick(oddValues)
    return odd === anything ? sample(fc.jsonValue({ maxDepth: 3 })) : odd === missing ? undefined : structuredClone(odd)
  }
  return { make, makeOdd, sample }
}

/** Whether a known value has the type that the schema requires. */
function matches({ type }: JsonSchema, value: string | number): boolean {
  const types = Array.isArray(type) ? type : [type]
  return typeof value === 'string' ? types.includes('string') : types.includes('integer') || types.includes('number')
}

/** One of the alternatives that a schema allows, merged with the fields around them. */
function resolve(schema: JsonSchema, chance: Chance): JsonSchema {
  const { anyOf, oneOf, allOf, ...rest } = schema as Record<string, JsonSchema[] | undefined>
  const choices = anyOf ?? oneOf
  if (choices) return resolve({ ...rest, ...chance.pick(choices) }, chance)
  // Of several patterns, only the first is satisfied; the value may not match the others.
  return allOf ? { ...allOf[0], ...rest } : schema
}

const anything = Symbol('anything')
const missing = Symbol('missing')

const oddValues: readonly unknown[] = [
  anything,
  anything,
  missing,
  missing,
  null,
  '',
  ' ',
  0,
  -1,
  1.5,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { id: null },
  2_147_483_648,
  9_007_199_254_740_992,
  1e308,
  -1e-7,
  '1e3',
  '0x10',
  ' 7 ',
  'NaN',
  'null',
  'x'.repeat(70_000),
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202eevil\u2066',
  'e\u0301'.repeat(200),
  '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ١٢٣ 名前 🎾🏆',
  'a\r\nBcc: stranger@example.com',
  "'; drop table players; --",
  "' or '1'='1",
  '1); select pg_sleep(10); --',
  '%',
  '%_\\%',
  '${jndi:ldap://x}{{7*7}}',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '__proto__',
  '2026/02/30',
  '0000/00/00',
  '9999/12/31',
  '2999/12/31',
  '0999/12/31',
  '1900/01/01',
  '2026-07-31',
  '2026-07-31T16:00:00Z',
  '24:00',
  '-0',
  '6-4 6-4',
]
