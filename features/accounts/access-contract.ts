import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { instant, message } from '#/contract/fields.ts'

/** Kinds of access that the player sees and ends one by one. */
export const listedKinds = [
  'session',
  'impersonation',
  'push_device',
  'api_key',
  'calendar_feed',
  'account_link',
  'proof_link',
  'answer_link',
  'social_identity',
] as const

const accessKind = z.enum(listedKinds)

const accessItem = z.object({
  kind: accessKind,
  id: z.string(),
  title: z.string(),
  detail: z.nullable(z.string()),
  created_at: instant,
  /** Accurate to a few minutes. Null if it was never used, or if its use is not recorded. */
  last_used_at: z.nullable(instant),
  /** Whether it is, or belongs to, the session of this call. */
  current: z.boolean(),
})
export type AccessItem = z.output<typeof accessItem>

export const listAccess = endpoint({
  method: 'GET',
  path: '/users/access',
  access: 'player',
  tag: 'Settings',
  summary:
    'Everything that can act for me: sessions, organizers who see the site as me, devices with notifications, API keys, the address of my calendar, mailed links that still work, and sign-ins at a provider. By kind, this session first, then the newest. The first 500.',
  reply: z.object({ items: z.array(accessItem) }),
})

export const endOneAccess = endpoint({
  method: 'DELETE',
  path: '/users/access/{kind}/{id}',
  access: 'player',
  tag: 'Settings',
  summary: 'End one thing that can act for me, by its kind and id in `GET /users/access`.',
  params: z.object({ kind: accessKind, id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  reply: message,
})
