import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { instant, message } from '#/contract/fields.ts'
import {
  canStopEmail,
  kindOfNotification,
  notificationKinds,
  type NotificationKind,
} from '#/contract/notification-kinds.ts'
import { pageQuery, paged } from '#/contract/page.ts'

const kind = z.enum(Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]])

const notification = z.object({
  id: z.int(),
  kind,
  title: z.string(),
  text: z.string(),
  /** The path of the screen that it opens. */
  path: z.string(),
  at: instant,
  read_at: z.nullable(instant),
})
export type Notification = z.output<typeof notification>

const page = paged('notifications', notification)

export const listNotifications = endpoint({
  method: 'GET',
  path: '/users/notifications',
  access: 'player',
  tag: 'Notifications',
  summary: 'My notifications, the newest first, and how many are unread. `show=unread` leaves out what I have read.',
  query: z.object({ ...pageQuery(), show: z._default(z.enum(['all', 'unread']), 'all') }),
  reply: z.extend(page, { unread: z.int() }),
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/users/notifications/unread',
  access: 'player',
  tag: 'Notifications',
  summary: 'How many of my notifications are unread.',
  reply: z.object({ unread: z.int() }),
})

export const markRead = endpoint({
  method: 'POST',
  path: '/users/notifications/read',
  access: 'player',
  tag: 'Notifications',
  summary: 'Mark my notifications as read: these, or all if `ids` is omitted. Others are ignored.',
  body: z.object({
    ids: z.optional(z.array(z.int().check(z.minimum(1), z.maximum(2_147_483_647))).check(z.maxLength(1000))),
  }),
  reply: z.object({ message: z.string(), unread: z.int() }),
  example: { body: { ids: [1204] }, reply: { message: 'Marked as read.', unread: 2 } },
})

const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time like 22:00.'))

const quiet = z.nullable(
  z
    .object({ from: time, to: time })
    .check(z.refine(({ from, to }) => from !== to, { error: 'Please choose two different times.', path: ['to'] })),
)

const channels = { app: z.boolean(), mail: z.union([z.boolean(), z.literal('digest')]), push: z.boolean() }

/** The preferences in the export of personal data. */
export const exportedPreferences = z.object({
  quiet,
  kinds: z.array(z.object({ kind, ...channels })),
})

const preferences = z.object({
  /** Quiet hours of the player's devices in the area's time. Null if there are none. */
  quiet,
  kinds: z.array(z.object({ kind, title: z.string(), ...channels })),
})
export type NotificationPreferences = z.output<typeof preferences>

export const getPreferences = endpoint({
  method: 'GET',
  path: '/users/notification-preferences',
  access: 'player',
  tag: 'Notifications',
  summary:
    'Where each kind of notification reaches me: in the app, by email (`digest`: once a day), on my devices; and my quiet hours.',
  reply: preferences,
})

const choice = z.object({ kind, title: z.optional(z.string()), ...channels }).check((context) => {
  const { kind: of, mail } = context.value
  if (mail !== true && !canStopEmail(of))
    context.issues.push({
      code: 'custom',
      input: mail,
      path: ['mail'],
      message: `Emails of the kind “${kindOfNotification(of).title}” cannot be turned off.`,
    })
})

export const updatePreferences = endpoint({
  method: 'PUT',
  path: '/users/notification-preferences',
  access: 'player',
  tag: 'Notifications',
  summary:
    'Change where notifications reach me. Requires the whole table. Emails about the account, money and security stay on (422).',
  body: z.object({ quiet, kinds: z.array(choice).check(z.maxLength(200)) }),
  reply: preferences,
})

/** Anyone can send this, so it is limited to the length of our tokens. */
const token = z.string('This link is incomplete.').check(z.minLength(1, 'This link is incomplete.'), z.maxLength(400))

const stopped = z.object({
  /** The title of the kind in the settings. */
  title: z.string(),
  /** Whether its emails are already off. */
  stopped: z.boolean(),
})

export const readUnsubscribeLink = endpoint({
  method: 'POST',
  path: '/public/unsubscribe-links',
  access: 'public',
  reads: true,
  tag: 'Notifications',
  summary:
    'The emails that an unsubscribe link turns off. Reading it changes nothing. 409 `link_dead` for an unknown token.',
  body: z.object({ token }),
  reply: stopped,
  example: { reply: { title: 'A message from an organizer', stopped: false } },
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/public/unsubscribe',
  access: 'public',
  tag: 'Notifications',
  summary:
    'Turn off the emails of one kind with the token of an email, without signing in (RFC 8058). The body is not read: mail programs send a form. Safe to repeat.',
  query: z.object({ token }),
  raw: true,
  reply: z.extend(message, stopped.shape),
  example: {
    reply: {
      message: 'You will receive no more emails of this kind.',
      title: 'A message from an organizer',
      stopped: true,
    },
  },
})
