import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant, message } from '#/contract/fields.ts'
import { pageQuery, paged } from '#/contract/page.ts'

/** The events of webhooks (docs/webhooks.md). */
export const webhookEvents = [
  'entry.created',
  'entry.withdrawn',
  'payment.paid',
  'payment.refunded',
  'result.reported',
  'result.confirmed',
  'standings.changed',
  'bracket.changed',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const MOST_WEBHOOKS = 10

const webhook = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** The organizer who created the webhook, which receives only what this organizer may see. */
  organizer: z.string(),
  /** Whether the organizer no longer runs leagues, so that the webhook receives nothing. */
  has_ended: z.boolean(),
  created_at: instant,
  /** When deliveries began to fail. Null if the last delivery arrived, or if there was none. */
  failing_since: z.nullable(instant),
  paused_at: z.nullable(instant),
  /** By an organizer; after days of failures; because it responded with 410; because its secret can no longer be decrypted. */
  paused_because: z.nullable(z.enum(['organizer', 'failing', 'gone', 'secret'])),
})
export type Webhook = z.output<typeof webhook>

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/organizer/webhooks',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The caller’s webhooks; all of them for an owner.',
  reply: z.object({ webhooks: z.array(webhook) }),
})

const badUrl = 'Please enter an address that starts with https:// and is open to the internet.'
const url = z.string().check(z.trim(), z.minLength(1, 'Please enter an address.'), z.maxLength(500), z.url(badUrl))
const events = z
  .array(z.enum(webhookEvents, 'Please choose from the list.'))
  .check(z.minLength(1, 'Please choose at least one event.'), z.maxLength(webhookEvents.length))

/** Shown once. The receiver checks signatures with it. */
const secret = z.string()

export const createWebhook = endpoint({
  method: 'POST',
  path: '/organizer/webhooks',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Post events of the caller’s areas to an address, signed according to the Standard Webhooks specification (standardwebhooks.com). Returns the secret, once.',
  body: z.object({ url, events }),
  reply: z.object({ message: z.string(), id: z.int(), secret }),
  status: 201,
  example: {
    body: { url: 'https://club.example/hooks/league', events: ['result.confirmed', 'standings.changed'] },
    reply: { message: 'The webhook is active.', id: 3, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  },
})

const params = z.object({ id })

export const changeWebhook = endpoint({
  method: 'PUT',
  path: '/organizer/webhooks/{id}',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'Change a webhook, pause it, or resume it. Events during a pause are not sent later.',
  params,
  body: z.object({ url, events, paused: z._default(z.boolean(), false) }),
  reply: message,
  example: { body: { url: 'https://club.example/hooks/league', events: ['result.confirmed'], paused: false } },
})

export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/organizer/webhooks/{id}/secret',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'Create a new secret, returned once. For one day, deliveries are signed with the previous one too.',
  params,
  reply: z.object({ message: z.string(), secret }),
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/organizer/webhooks/{id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Delete a webhook and the log of its deliveries.',
  params,
  reply: message,
})

export const deliveryStates = ['waiting', 'sent', 'failed', 'dropped'] as const

const delivery = z.object({
  /** The webhook-id of each attempt. */
  id: z.uuid(),
  type: z.enum(webhookEvents),
  created_at: instant,
  /** `failed`: given up. `dropped`: there was nothing left to send. */
  state: z.enum(deliveryStates),
  attempts: z.int(),
  next_at: z.nullable(instant),
  /** The last attempt. Milliseconds; the status of the response, null without one. */
  attempted_at: z.nullable(instant),
  ms: z.nullable(z.int()),
  status: z.nullable(z.int()),
  /** Why there was no response. */
  answer: z.nullable(z.string()),
})
export type Delivery = z.output<typeof delivery>

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/organizer/webhooks/{id}/deliveries',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The deliveries to a webhook in the last 30 days, newest first.',
  params,
  query: z.object({ ...pageQuery(), state: z.optional(z.enum(deliveryStates)) }),
  reply: paged('deliveries', delivery),
})

export const replayDelivery = endpoint({
  method: 'POST',
  path: '/organizer/webhooks/{id}/deliveries/{delivery_id}/replay',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Send a delivery again, under the same webhook-id.',
  params: z.object({ id, delivery_id: z.uuid() }),
  reply: message,
})
