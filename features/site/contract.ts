import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'

export const getConfig = endpoint({
  method: 'GET',
  path: '/public/config',
  access: 'public',
  tag: 'Join',
  summary: 'What the browser needs to know of this installation.',
  reply: z.object({
    payment: z.object({ mode: z.enum(['test', 'stripe']), publishable_key: z.nullable(z.string()) }),
    /** `name` is what people call the provider. Null: no button. */
    social: z.nullable(z.object({ name: z.string(), client_id: z.string(), authorization_endpoint: z.string() })),
    support_email: z.string(),
    support_phone: z.string(),
  }),
  example: {
    reply: {
      payment: { mode: 'test', publishable_key: null },
      social: null,
      support_email: 'help@deuce.example',
      support_phone: '+1 574 555 0100',
    },
  },
})

export const getVersion = endpoint({
  method: 'GET',
  path: '/version',
  access: 'public',
  tag: 'Join',
  summary: 'The release that answers.',
  reply: z.object({ version: z.string() }),
  example: { reply: { version: '1.2.0' } },
})
