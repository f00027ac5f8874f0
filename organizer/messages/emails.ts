import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { toSubject } from '#/rules/mail-text.ts'
import { fillMessage, type MessageValues } from '#/rules/message-text.ts'
import type { App } from '#/server/context.ts'
import { addressTo, isPlainName, type Words } from '#/server/outside/email-layout.ts'
import { findMessageFor } from './queries.ts'

type Addressee = NonNullable<Awaited<ReturnType<typeof findAddressee>>>

type Written = {
  subject: string
  body: string
  sender: { name: string; email: string }
}

/** A message as one player reads it. Replies go to the organizer who wrote it. */
export function writeMessage(
  { subject, body, sender }: Written,
  addressee: Addressee,
  values: MessageValues,
  site: string,
): Words {
  const { name } = organization()
  const author = isPlainName(sender.name) ? sender.name : 'An organizer'
  const text = fillMessage(body, values)
  return {
    ...addressTo(addressee),
    reply_to: sender,
    subject: toSubject(fillMessage(subject, values)),
    paragraphs: [
      `${author}, an organizer of ${name}, wrote to you:`,
      ...text.split(/\n+/).filter((line) => line.trim() !== ''),
    ],
    brief: text,
    action: { label: `Open ${name}`, url: site + paths.myLeague },
    reason: `You are receiving this because you play, have played or are waiting for a place at ${name}. Replies to this email go to ${sender.email}.`,
    stop: 'Only organizers can send you emails like this one.',
  }
}

/** An organizer's message, for one of its players. */
export async function organizerMessage(
  app: App,
  { message_id, player_id }: { message_id: string; player_id: number },
): Promise<Words | null> {
  const [message, player] = await Promise.all([
    findMessageFor(app.db, message_id, player_id),
    findAddressee(app.db, player_id),
  ])
  if (!message || !player) return null
  const { subject, body, organizer, organizer_email, fields } = message
  const sender = { name: organizer, email: organizer_email }
  return writeMessage({ subject, body, sender }, player, fields ?? {}, app.config.site)
}
