// @module-tag slow

import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { readField } from '#/contract/query-fields.ts'
import { isListEndpoint, listEndpoints } from './contracts.ts'
import { queryFieldsOf } from './query-fields.ts'

const lists = (await listEndpoints())
  .filter(isListEndpoint)
  .map(({ method, path, query }) => ({ name: `${method} ${path}`, query }))

// oxfmt-ignore
const texts = [
  '', ' ', '1', '0', '-1', '1.5', '1e3', ' 7 ', '0x10', 'Infinity', 'NaN', '2026', '1999', '3000', '1000001',
  '2147483647', '2147483648', '9007199254740993', 'fall', ' Fall ', 'FALL', 'autumn', 'south-bend', 'South Bend',
  'nowhere', 'all', 'unread', 'standing', 'open', 'failed', 'Paid', 'toString', '2026/02/28', '2026/02/30',
  '2026-02-28', ' trimmed ', 'x'.repeat(60), 'x'.repeat(61), 'x'.repeat(100), ` ${'x'.repeat(100)} `,
  'x'.repeat(101), 'x'.repeat(120), 'x'.repeat(121),
]

describe('the browser reads the address of a list as the schema of its query would', () => {
  test.each(lists)('$name', ({ query }) => {
    const fields = queryFieldsOf(query)
    const written = JSON.parse(JSON.stringify(fields)) as typeof fields
    for (const [name, schema] of Object.entries(query.shape) as [string, z.ZodMiniType][])
      for (const text of name === 'per_page' ? [undefined] : [undefined, ...texts]) {
        const { success, data } = schema.safeParse(text)
        expect({ name, text, success, data }).toEqual({ name, text, ...readField(written[name]!, text) })
      }
  })
})
