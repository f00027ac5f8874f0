import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { message, noControl, text } from '#/contract/fields.ts'
import { notificationKinds, type NotificationKind } from '#/contract/notification-kinds.ts'
import { mailFields, unknownFields } from '#/rules/mail-text.ts'

const kinds = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]]
const params = z.object({ kind: z.enum(kinds) })

/** Refuses unknown fields, which would be sent as they are. */
function knowsFields(ctx: z.core.ParsePayload<string>): void {
  const [unknown] = unknownFields(ctx.value)
  if (unknown !== undefined)
    ctx.issues.push({
      code: 'custom',
      message: `{${unknown}} is not a field. The fields are ${mailFields.map((field) => `{${field}}`).join(', ')}.`,
      input: ctx.value,
    })
}

/** A blank text means the default. */
const ofItsOwn = z.transform((typed: string) => (typed === '' ? null : typed))

const subject = z.string().check(z.trim(), z.maxLength(120), noControl, knowsFields)

const mailText = z.object({
  /** Null or '' for the default. */
  subject: z._default(z.nullable(z.pipe(subject, ofItsOwn)), null),
  /** One or more paragraphs before the email's text. Null or '' for none. */
  opening: z._default(z.nullable(z.pipe(text(1000).check(knowsFields), ofItsOwn)), null),
})

const ofKind = z.object({
  kind: z.enum(kinds),
  /** The name of the kind. */
  title: z.string(),
  group: z.string(),
  subject: z.nullable(z.string()),
  opening: z.nullable(z.string()),
})
export type MailTextOfKind = z.output<typeof ofKind>

export const listMailTexts = endpoint({
  method: 'GET',
  path: '/organizer/mail-texts',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Every kind of email, with the organization’s own subject and opening.',
  reply: z.object({ kinds: z.array(ofKind) }),
})

export const saveMailText = endpoint({
  method: 'PUT',
  path: '/organizer/mail-texts/{kind}',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'Change the subject and the opening of a kind of email. What the email says of the facts stays. A field that is not known is 422.',
  params,
  body: mailText,
  reply: message,
  example: { body: { subject: '{organization}: {subject}', opening: 'Hi {first_name}, see you on court in {area}.' } },
})

export const resetMailText = endpoint({
  method: 'DELETE',
  path: '/organizer/mail-texts/{kind}',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Take the program’s own subject again, and no opening.',
  params,
  reply: message,
})

export const previewMailText = endpoint({
  method: 'POST',
  path: '/organizer/mail-texts/{kind}/preview',
  access: 'owner',
  reads: true,
  tag: 'Organizer',
  summary:
    'An email of this kind with that subject and opening, made of the newest one that was sent. Nothing is saved.',
  params,
  body: mailText,
  reply: z.object({
    subject: z.string(),
    /** The plain text of the email. */
    text: z.string(),
    /** False if no email of this kind has been sent yet. */
    is_real: z.boolean(),
  }),
})
