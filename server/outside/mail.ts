import type { SendMailOptions } from 'nodemailer'

/** A finished email. A repeat carries the same `message_id` (with its angle brackets). */
export type Email = {
  message_id: string
  date: Date
  to: { name: string; email: string }
  subject: string
  text: string
  html: string
  /** An event for the reader's calendar, by RFC 5546. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string }
  /** Who reads the answers; the organization when left out. */
  reply_to?: string
  /** Takes the POST with which a mail program turns off emails like this one. */
  unsubscribe?: string
}

/** Delivers emails: by SMTP, or into the outbox. Throws when it could not, so that the job is retried. */
export type Mail = {
  send(email: Email): Promise<void>
}

/** The other side will never take this email; asking again is of no use. */
export class Undeliverable extends Error {}

/** Who the emails are from, and who reads the answers. */
export type Sender = { from: { name: string; address: string }; reply_to: string }

/** The email for nodemailer. Whatever a name holds, it stays inside its own header. */
export function messageOf(email: Email, sender: Sender): SendMailOptions {
  return {
    from: { name: headerText(sender.from.name), address: headerText(sender.from.address) },
    replyTo: headerText(email.reply_to ?? sender.reply_to),
    // An object, never a text: a text would be read as a list of addresses.
    to: { name: headerText(email.to.name), address: headerText(email.to.email) },
    subject: headerText(email.subject),
    messageId: headerText(email.message_id),
    date: email.date,
    text: email.text,
    html: email.html,
    ...(email.calendar && { icalEvent: { ...email.calendar, filename: 'match.ics' } }),
    headers: {
      // RFC 3834: vacation notes do not answer.
      'Auto-Submitted': 'auto-generated',
      ...(email.unsubscribe !== undefined && {
        // RFC 8058.
        'List-Unsubscribe': `<${headerText(email.unsubscribe)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** One line: a line break would begin a header of its own. */
function headerText(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
