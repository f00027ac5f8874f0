import type { SendMailOptions } from 'nodemailer'

/** A finished letter. A repeat carries the same `message_id` (with its angle brackets). */
export type Letter = {
  message_id: string
  date: Date
  to: { name: string; email: string }
  subject: string
  text: string
  html: string
}

/** Brings letters to people: by SMTP, or into the outbox. Throws when it could not, to be asked again later. */
export type Mail = {
  send(letter: Letter): Promise<void>
}

/** The other side will never take this letter; asking again is of no use. */
export class Undeliverable extends Error {}

/** Who the letters are from, and who reads the answers. */
export type Sender = { from: string; reply_to: string }

/** The letter for nodemailer. Whatever a name holds, it stays inside its own header. */
export function messageOf(letter: Letter, sender: Sender): SendMailOptions {
  return {
    from: sender.from,
    replyTo: sender.reply_to,
    // An object, never a text: a text would be read as a list of addresses.
    to: { name: headerText(letter.to.name), address: headerText(letter.to.email) },
    subject: headerText(letter.subject),
    messageId: headerText(letter.message_id),
    date: letter.date,
    text: letter.text,
    html: letter.html,
    // RFC 3834: vacation notes do not answer.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** One line: a line break would begin a header of its own. */
function headerText(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
