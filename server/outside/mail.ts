import type { SendMailOptions } from 'nodemailer'

/** A finished email. A repeat has the same `message_id` (with its angle brackets). */
export type Email = {
  message_id: string
  date: Date
  to: { name: string; email: string }
  subject: string
  text: string
  html: string
  /** An event for the reader's calendar, by RFC 5546. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string }
  /** The reader of replies. The organization if left out. */
  reply_to?: string | { name: string; email: string }
  /** The address for the POST with which a mail program turns off emails of this kind. */
  unsubscribe?: string
}

/** Delivers emails by SMTP, or to the outbox. Throws if it cannot, so that the job is retried. */
export type Mail = {
  send(email: Email): Promise<void>
}

/** The receiving server will never accept this email, so a retry is useless. */
export class Undeliverable extends Error {}

/** The sender of emails, and the reader of replies. */
export type Sender = { from: { name: string; address: string }; reply_to: string }

/** The email for nodemailer. A name cannot break out of its header. */
export function messageOf(email: Email, sender: Sender): SendMailOptions {
  const reply_to = email.reply_to ?? sender.reply_to
  return {
    from: { name: headerText(sender.from.name), address: headerText(sender.from.address) },
    replyTo:
      typeof reply_to === 'string'
        ? headerText(reply_to)
        : { name: headerText(reply_to.name), address: headerText(reply_to.email) },
    // An object, because text would be read as a list of addresses.
    to: { name: headerText(email.to.name), address: headerText(email.to.email) },
    subject: headerText(email.subject),
    messageId: headerText(email.message_id),
    date: email.date,
    text: email.text,
    html: email.html,
    ...(email.calendar && { icalEvent: { ...email.calendar, filename: 'match.ics' } }),
    headers: {
      // Prevents vacation replies (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(email.unsubscribe !== undefined && {
        // One-click unsubscribe (RFC 8058).
        'List-Unsubscribe': `<${headerText(email.unsubscribe)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The text as one line, because a line break would begin another header. */
function headerText(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
