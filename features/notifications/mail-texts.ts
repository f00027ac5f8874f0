import { areaName, type AreaSlug } from '#/contract/areas.ts'
import type { NotificationKind } from '#/contract/notification-kinds.ts'
import { organization } from '#/contract/organization.ts'
import { fillFields, toSubject, type MailField } from '#/rules/mail-text.ts'
import type { Db, Tx } from '#/server/db.ts'
import { isPlainName, type Words } from '#/server/outside/email-layout.ts'

/** The organization's own texts in emails of a kind. Null for the standard text. */
export type MailText = { subject: string | null; opening: string | null }

export async function findMailText(db: Db | Tx, kind: NotificationKind): Promise<MailText | undefined> {
  return db.selectFrom('mail_texts').select(['subject', 'opening']).where('kind', '=', kind).executeTakeFirst()
}

/** The email with the organization's own subject and opening. The facts stay the same. */
export function withMailText(words: Words, own: MailText | undefined, area: AreaSlug | null): Words {
  if (!own) return words
  const values: Record<MailField, string> = {
    // A stranger may have chosen the name, so only plain names are used as a greeting.
    first_name: words.greet && isPlainName(words.greet) ? words.greet : 'player',
    organization: organization().name,
    area: area === null ? organization().name : areaName(area),
    subject: words.subject,
  }
  const opening =
    own.opening === null ? [] : own.opening.split(/\n\s*\n/).map((part) => fillFields(part, values).trim())
  return {
    ...words,
    subject: (own.subject !== null && toSubject(fillFields(own.subject, values))) || words.subject,
    paragraphs: [...opening, ...words.paragraphs],
  }
}
