import compile from 'fast-json-stringify'
import * as z from 'zod/mini'

export type JsonSchema = Record<string, unknown>

/** JSON Schema of a request (`input`) or a reply (`output`). */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return flattenNullable(rest) as JsonSchema
}

/** Makes a serializer that writes only the fields of the schema. Compiled with the first reply, because compiling all would slow the start. */
export function serializerOf(schema: z.ZodMiniType): (reply: unknown) => string {
  let serialize: ((reply: unknown) => string) | undefined
  return (reply) => (serialize ??= compile(jsonSchemaOf(schema, 'output')))(reply)
}

// `anyOf: [X, null]` makes the compiled serializer validate at run time; `type: [x, 'null']` does not.
function flattenNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(flattenNullable)
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, flattenNullable(value)]))
  const { anyOf, ...rest } = copy
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return copy
  const [one, none] = anyOf as JsonSchema[]
  if (none?.['type'] !== 'null' || typeof one?.['type'] !== 'string') return copy
  const { type, enum: choices, ...other } = one
  return { ...rest, ...other, type: [type, 'null'], ...(Array.isArray(choices) ? { enum: [...choices, null] } : {}) }
}
