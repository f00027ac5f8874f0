import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant, line, message, nameLine, text } from '#/contract/fields.ts'
import { pageQuery, paged } from '#/contract/page.ts'
import { unknownFields } from '#/rules/mail-text.ts'
import { messageFieldNames } from '#/rules/message-text.ts'

/** The most players that one message reaches. */
export const MOST_RECIPIENTS = 20_000
/** The most messages that an organizer sends in 24 hours. */
export const MESSAGES_PER_DAY = 20
/** The most players that can be chosen one by one. */
const MOST_CHOSEN = 2000

/** Refuses unknown fields in braces, which would be sent as they are. */
function refuseUnknownFields(ctx: z.core.ParsePayload<string>): void {
  const [unknown] = unknownFields(ctx.value, messageFieldNames)
  if (unknown !== undefined)
    ctx.issues.push({
      code: 'custom',
      message: `{${unknown}} is not a field. The fields are ${messageFieldNames.map((field) => `{${field}}`).join(', ')}.`,
      input: ctx.value,
    })
}

const flag = z.optional(z.boolean())

/**
 * Which players a message goes to. All given fields must hold; false is the same as left out. Season, division, league
 * and area select leagues: of an entry (also for `unpaid` and `not_played`), of a place on the wait-list, or of an
 * earlier match for `past_players`. Without any of those, `area` means the players in the scope of that area, and no
 * field at all means all players in the caller's scope.
 */
export const messageFilter = z.strictObject({
  area: z.optional(area),
  season: z.optional(id),
  division: z.optional(id),
  league: z.optional(id),
  /** In a league at a price, of which nothing has come in and nothing was let off. */
  unpaid: flag,
  /** In a league, without a match played in it. */
  not_played: flag,
  wait_list: flag,
  /** Played before, and in no league of a season that is not over. */
  past_players: flag,
  players: z.optional(z.array(id).check(z.minLength(1, 'Please choose a player.'), z.maxLength(MOST_CHOSEN))),
})
export type MessageFilter = z.output<typeof messageFilter>

const subject = line(120, 'Please enter a subject.').check(refuseUnknownFields)
const body = text(5000).check(z.minLength(1, 'Please write something.'), refuseUnknownFields)
const written = {
  subject,
  body,
  /** The name of a template, kept with the message. The text sent is `subject` and `body`. */
  template: z.optional(z.string().check(z.maxLength(60))),
}

const digest = z.string().check(z.minLength(1), z.maxLength(100))

const leftOut = z.object({ id: z.int(), name: z.string(), why: z.string() })
const counted = {
  /** Players who get the email. */
  recipients: z.int(),
  /** Players who match the filter and get no email, 200 at most. */
  left_out: z.array(leftOut),
  left_out_count: z.int(),
}

/** The outcome of an email, or the reason why there is none. Null until it is known. */
export const messageOutcomes = [
  'delivered',
  'bounced',
  'opted_out',
  'in_app',
  'digest',
  'unconfirmed',
  'bad_address',
  'suspended',
] as const
export type MessageOutcome = (typeof messageOutcomes)[number]

export const countRecipients = endpoint({
  method: 'POST',
  path: '/organizer/messages/recipients',
  access: 'organizer',
  reads: true,
  tag: 'Organizer',
  summary: 'How many players a filter reaches, and who is left out and why.',
  body: z.object({ filter: messageFilter }),
  reply: z.object(counted),
})

export const previewMessage = endpoint({
  method: 'POST',
  path: '/organizer/messages/preview',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Preview a message to the players of a filter. The digest identifies the recipients and the text, and can be sent within a day.',
  body: z.object({ filter: messageFilter, ...written }),
  reply: z.object({
    digest: z.string(),
    ...counted,
    /** The email as the first recipient reads it, as plain text. Null without recipients. */
    sample: z.nullable(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
    /** Fields that have no value for some recipients, and the words that these read instead. */
    missing: z.array(z.object({ field: z.enum(messageFieldNames), players: z.int(), instead: z.string() })),
    /** When the caller sent the same text to the same filter. Null if never. */
    sent_before: z.nullable(instant),
  }),
  example: {
    body: {
      filter: { area: 'dc', unpaid: true },
      subject: 'Your entry',
      body: 'Please pay {amount_due} for {league}.',
    },
  },
})

export const sendOrganizerMessage = endpoint({
  method: 'POST',
  path: '/organizer/messages',
  access: 'organizer',
  tag: 'Organizer',
  summary: `Send a previewed message, once to each person. The same digest again is the same message. ${MESSAGES_PER_DAY} a day, ${MOST_RECIPIENTS} players each.`,
  body: z.object({ digest }),
  reply: z.object({ task_id: z.int(), id: z.uuid() }),
  status: 201,
})

export const testMessage = endpoint({
  method: 'POST',
  path: '/organizer/messages/test',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Email a message to the caller alone, as the first recipient would read it.',
  body: z.object({ filter: messageFilter, ...written }),
  reply: message,
})

const sent = {
  id: z.uuid(),
  subject: z.string(),
  organizer: z.string(),
  created_at: instant,
  /** The players chosen, in words. */
  to: z.string(),
  recipients: z.int(),
  /** Null for messages of earlier releases, whose outcomes were not kept. */
  outcomes: z.nullable(
    z.object({ delivered: z.int(), bounced: z.int(), opted_out: z.int(), other: z.int(), waiting: z.int() }),
  ),
}

const sentMessage = z.object(sent)
export type SentMessage = z.output<typeof sentMessage>

export const listMessages = endpoint({
  method: 'GET',
  path: '/organizer/messages',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The messages that the caller, or another organizer of the caller’s areas, has sent, newest first.',
  query: z.object({ ...pageQuery(), league: z.optional(id) }),
  reply: paged('messages', sentMessage),
})

export const getMessage = endpoint({
  method: 'GET',
  path: '/organizer/messages/{id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'A message that was sent.',
  params: z.object({ id: z.uuid() }),
  reply: z.extend(sentMessage, {
    body: z.string(),
    template: z.nullable(z.string()),
    task_id: z.nullable(z.int()),
  }),
})
export type MessageDetails = z.output<typeof getMessage.reply>

export const listMessageRecipients = endpoint({
  method: 'GET',
  path: '/organizer/messages/{id}/recipients',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The recipients of a message with the outcome of each email, and the players left out. By name.',
  params: z.object({ id: z.uuid() }),
  query: z.object({
    ...pageQuery(),
    outcome: z.optional(z.enum([...messageOutcomes, 'waiting'])),
  }),
  reply: paged(
    'message_recipients',
    z.object({
      player_id: z.int(),
      name: z.string(),
      outcome: z.nullable(z.enum(messageOutcomes)),
      outcome_at: z.nullable(instant),
    }),
  ),
})

const template = { name: nameLine(60, 'Please enter a name.'), subject, body }

export const listMessageTemplates = endpoint({
  method: 'GET',
  path: '/organizer/messages/templates',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The templates of messages: the built-in ones and the organization’s own.',
  reply: z.object({
    templates: z.array(
      z.object({
        /** Null for a built-in template. */
        id: z.nullable(z.int()),
        name: z.string(),
        subject: z.string(),
        body: z.string(),
        filter: z.nullable(messageFilter),
      }),
    ),
  }),
})

export const saveMessageTemplate = endpoint({
  method: 'PUT',
  path: '/organizer/messages/templates',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Save a template of the organization. One with the same name is replaced.',
  body: z.object(template),
  reply: message,
})

export const deleteMessageTemplate = endpoint({
  method: 'DELETE',
  path: '/organizer/messages/templates/{id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Delete a template of the organization.',
  params: z.object({ id }),
  reply: message,
})
