import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant, message } from '#/contract/fields.ts'

const device = z.object({
  id: z.int(),
  /** The browser's name for itself. */
  name: z.nullable(z.string()),
  /** The push service of the device. */
  push_service: z.string(),
  shows_text: z.boolean(),
  created_at: instant,
  /** When a notification was last sent to it. */
  last_pushed_at: z.nullable(instant),
  /** Whether it was registered in this session. */
  current: z.boolean(),
})
export type PushDevice = z.output<typeof device>

/** A device in the export of personal data. */
export const exportedDevice = z.omit(device, { current: true })

export const listPushDevices = endpoint({
  method: 'GET',
  path: '/users/push-devices',
  access: 'player',
  tag: 'Notifications',
  summary:
    'My devices that show notifications, those of this session first, and the key (`public_key`, VAPID) with which a browser subscribes.',
  reply: z.object({ public_key: z.string(), devices: z.array(device) }),
  example: {
    reply: {
      public_key: 'BOsx0F3bH9yQFfBHFy7dC4bLCMb4jqfOZu6xP4c8Zb0uQ2yJvZ1m9gk4nS5r3T8wVxYzA1B2C3D4E5F6G7H8I9J',
      devices: [
        {
          id: 12,
          name: 'Chrome on Android',
          push_service: 'fcm.googleapis.com',
          shows_text: false,
          created_at: '2026-05-20T16:00:00.000Z',
          last_pushed_at: null,
          current: true,
        },
      ],
    },
  },
})

const endpointField = z
  .string('Please send the endpoint of a subscription.')
  .check(z.minLength(1, 'Please send the endpoint of a subscription.'), z.maxLength(2000, 'This endpoint is too long.'))

/** Bytes in base64url, with or without padding. */
const bytes = (length: number, problem: string) =>
  z.pipe(
    z.string(problem).check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}={0,2}$`), problem)),
    z.transform((text) => text.replace(/=+$/, '')),
  )

export const addPushDevice = endpoint({
  method: 'POST',
  path: '/users/push-devices',
  access: 'player',
  tag: 'Notifications',
  summary:
    "Show my notifications on this device: the browser's subscription (`PushSubscription.toJSON()`). It ends with this session. `shows_text`: the lock screen may show what it is about; false at first. A repeat changes it. 422 for an endpoint that is not https at a public address. An eleventh device replaces the oldest.",
  body: z.object({
    endpoint: endpointField,
    /** Ignored: the push service reports an expired subscription. */
    expirationTime: z.optional(z.nullable(z.number())),
    keys: z.object({
      p256dh: bytes(65, 'This is not the key of a subscription.'),
      auth: bytes(16, 'This is not the secret of a subscription.'),
    }),
    shows_text: z.optional(z.boolean()),
  }),
  reply: z.extend(message, { id: z.int() }),
  example: {
    body: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/dPmR4x',
      expirationTime: null,
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      shows_text: false,
    },
    reply: { message: 'Notifications are on for this device.', id: 12 },
  },
})

export const deletePushDevice = endpoint({
  method: 'DELETE',
  path: '/users/push-devices',
  access: 'player',
  tag: 'Notifications',
  summary: 'Turn off notifications on this device. Only the `endpoint` of the subscription is used.',
  body: z.object({ endpoint: endpointField }),
  reply: message,
  example: { body: { endpoint: 'https://fcm.googleapis.com/fcm/send/dPmR4x' } },
})

export const deletePushDeviceById = endpoint({
  method: 'DELETE',
  path: '/users/push-devices/{id}',
  access: 'player',
  tag: 'Notifications',
  summary: 'Turn off notifications on one of my devices.',
  params: z.object({ id }),
  reply: message,
})
