import {
  kindOfNotification,
  notificationGroups,
  notificationKinds,
  type NotificationKind,
} from '#/contract/notification-kinds.ts'
import { organization } from '#/contract/organization.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { withMailText } from '#/features/notifications/mail-texts.ts'
import { renderEmail, type Words } from '#/server/outside/email-layout.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { resetMailText, saveMailText } from './actions.ts'
import * as calls from './contract.ts'
import { findNewestOf, listStoredMailTexts } from './queries.ts'

/** Kinds whose emails quote what one person wrote to another. */
const quotingKinds: ReadonlySet<NotificationKind> = new Set(['match_message', 'message_reported', 'photo_reported'])

export const routes = [
  serve(calls.listMailTexts, async ({ app }) => {
    const stored = await listStoredMailTexts(app.db)
    return {
      kinds: (Object.keys(notificationKinds) as NotificationKind[]).map((kind) => {
        const { title, group } = kindOfNotification(kind)
        const { subject = null, opening = null } = stored.find((each) => each.kind === kind) ?? {}
        return { kind, title, group: notificationGroups[group], subject, opening }
      }),
    }
  }),

  serve(calls.saveMailText, async (call) => {
    await saveMailText(call, { ...call.params, ...call.body })
    return { message: 'Saved. It will be in the next email of this kind.' }
  }),

  serve(calls.resetMailText, async (call) => {
    await resetMailText(call, call.params)
    return { message: 'This email is back to the default.' }
  }),

  serve(calls.previewMailText, async ({ params: { kind }, body, app, now, player, site }) => {
    const owner = (await findAddressee(app.db, player.id)) ?? refuse('not_found')
    const newest = await findNewestOf(app.db, kind)
    const said = newest && !quotingKinds.has(kind) ? newest.text : 'The text of the email follows here.'
    const words: Words = {
      to: { name: owner.name, email: owner.email },
      greet: owner.first_name,
      subject: newest?.title ?? kindOfNotification(kind).title,
      paragraphs: [said],
      reason: `You are receiving this because you play at ${organization().name}.`,
      stop: '',
    }
    const { subject, text } = renderEmail(withMailText(words, body, player.area), {
      message_id: '',
      date: now,
      site,
      support_email: organization().support_email,
    })
    return { subject, text, is_real: newest !== undefined }
  }),
]
