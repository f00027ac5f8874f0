import type { Endpoint } from '#/contract/endpoint.ts'
import { refusals } from '#/contract/refusals.ts'
import { acceptsKey } from '#/server/idempotency.ts'
import { jsonSchemaOf, type JsonSchema } from '#/server/json-schema.ts'
import { organization } from '#/contract/organization.ts'

/** The OpenAPI 3.1 document of these endpoints. */
export function openApiOf(endpoints: readonly Endpoint[]): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operationOf(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: organization().name,
      version: '1',
      description:
        'Recreational tennis leagues. Signed-in calls carry `Authorization: Bearer <token>`. Money is in the currency of the organization (`GET /public/config`), days are yyyy/MM/dd, instants ISO 8601.',
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: refusalSchema },
    },
  }
}

const refusalSchema: JsonSchema = {
  type: 'object',
  required: ['message', 'code', 'request_id'],
  properties: {
    message: { type: 'string', description: 'A sentence for the player.' },
    code: { type: 'string', enum: Object.keys(refusals) },
    request_id: { type: 'string' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Only with 422: field -> problem.',
    },
    state: {
      type: 'object',
      description:
        'Only if the request was based on outdated data about a match: its current state, date and open offers.',
    },
  },
}

const keyParameter: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a retry safe: for 48 hours the same key and body get the first response (with `Idempotency-Replayed: true`), another body 422 `key_reused`. While the first request runs the second waits, then gets 409 `key_in_use`. Responses of 429 and 5xx are not stored.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function operationOf(endpoint: Endpoint): JsonSchema {
  const { example } = endpoint
  return {
    operationId: operationId(endpoint),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.access === 'public' ? {} : { security: [{ session: [] }] }),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(acceptsKey(endpoint) ? [keyParameter] : []),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: {
              [endpoint.multipart ? 'multipart/form-data' : 'application/json']: {
                schema: jsonSchemaOf(endpoint.body, 'input'),
                ...(example?.body === undefined ? {} : { example: example.body }),
              },
            },
          },
        }
      : {}),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done.',
        content: {
          [endpoint.file ?? 'application/json']: {
            schema: jsonSchemaOf(endpoint.reply, 'output'),
            ...(example?.reply === undefined ? {} : { example: example.reply }),
          },
        },
      },
      default: {
        description: 'An error; see its `code`.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  }
}

function operationId({ method, path }: Endpoint): string {
  const words = path.replaceAll(/[{}]/g, '').split(/[/-]/).filter(Boolean)
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
}

function parametersOf(schema: Endpoint['query'], where: 'path' | 'query'): JsonSchema[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}
