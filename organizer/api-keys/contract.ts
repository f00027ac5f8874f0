import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { day, id, instant, message, nameLine } from '#/contract/fields.ts'
import { keyScopes } from '#/contract/key-scopes.ts'

export const MOST_API_KEYS = 20

const apiKey = z.object({
  id: z.int(),
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** The organizer who created the key, and whose permissions it has. */
  organizer: z.string(),
  created_at: instant,
  /** yyyy/MM/dd: the last day on which it works. Null if it does not expire. */
  expires_on: z.nullable(z.string()),
  has_expired: z.boolean(),
  /** Accurate to the minute. */
  last_used_at: z.nullable(instant),
})
export type ApiKey = z.output<typeof apiKey>

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/organizer/api-keys',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The caller’s API keys, without the keys themselves; all of them for an owner.',
  reply: z.object({ api_keys: z.array(apiKey) }),
})

export const createApiKey = endpoint({
  method: 'POST',
  path: '/organizer/api-keys',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Create an API key. Returns it, once. Sent as `Authorization: Bearer`, it can do what the caller can within its scopes: `read:public` what everybody can read, `read:desk` what the desk shows, `write:results` entering, correcting, settling and voiding results.',
  body: z.object({
    name: nameLine(60, 'Please enter a name.'),
    scopes: z
      .array(z.enum(keyScopes, 'Please choose from the list.'))
      .check(z.minLength(1, 'Please choose at least one.'), z.maxLength(keyScopes.length)),
    /** The last day on which it works, in the organization's time zone. */
    expires_on: z.optional(z.nullable(day)),
  }),
  reply: z.object({ message: z.string(), id: z.int(), key: z.string() }),
  status: 201,
  example: {
    body: { name: 'Club web site', scopes: ['read:public', 'read:desk'], expires_on: '2027/12/31' },
    reply: { message: 'The key works. Save it now. It is not shown again.', id: 4, key: 'key_…' },
  },
})

export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/organizer/api-keys/{id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Revoke an API key. It stops working immediately.',
  params: z.object({ id }),
  reply: message,
})
