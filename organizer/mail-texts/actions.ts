import { kindOfNotification, type NotificationKind } from '#/contract/notification-kinds.ts'
import { findMailText, type MailText } from '#/features/notifications/mail-texts.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import { deleteMailText, upsertMailText } from './queries.ts'

/** Changes the organization's subject and opening for a kind of email. Without either, the same as `resetMailText`. */
export function saveMailText(actor: Actor, { kind, ...text }: MailText & { kind: NotificationKind }): Promise<void> {
  if (text.subject === null && text.opening === null) return resetMailText(actor, { kind })
  return runAction(actor, async (action) => {
    const { tx, player, now } = action
    const before = await findMailText(tx, kind)
    if (before && before.subject === text.subject && before.opening === text.opening) return
    await upsertMailText(tx, { kind, ...text, changed_by_id: player.id }, now)
    await auditMailText(action, kind, 'Changed the email', before, text)
  })
}

/** Restores the default text. */
export function resetMailText(actor: Actor, { kind }: { kind: NotificationKind }): Promise<void> {
  return runAction(actor, async (action) => {
    const before = await findMailText(action.tx, kind)
    if (!before) return
    await deleteMailText(action.tx, kind)
    await auditMailText(action, kind, 'Reset the email', before, { subject: null, opening: null })
  })
}

function auditMailText(
  { audit }: Action,
  kind: NotificationKind,
  verb: string,
  before: MailText | undefined,
  after: MailText,
): Promise<void> {
  return audit<MailText>({
    area: null,
    kind: 'change_mail_text',
    subject: `email ${kind}`,
    summary: `${verb} “${kindOfNotification(kind).title}”`,
    ...(before && { before }),
    after,
  })
}
