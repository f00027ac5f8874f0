import { contactOf } from '#/contract/area-contact.ts'
import { canStopEmail, kindOfNotification, type NotificationKind } from '#/contract/notification-kinds.ts'
import { emailOf } from '#/contract/no-email.ts'
import { paths } from '#/contract/paths.ts'
import { organization } from '#/contract/organization.ts'
import { findAddressee, findAreaOf } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import { inTransaction } from '#/server/db.ts'
import type { Notice, Notifications, WaitingEmail } from '#/server/notifications.ts'
import { addressTo, renderEmail, type Words } from '#/server/outside/email-layout.ts'
import { startJob } from '#/server/queue.ts'
import { findChannels, findNextTime, findUnreadNotification, insertNotification, takeDigest } from './queries.ts'
import { startPushes } from './push-jobs.ts'
import { findMailText, withMailText } from './mail-texts.ts'
import { unsubscribeOf, type Stoppable } from './unsubscribe.ts'

/** Writes a notification. Returns null if there is nothing left to say. */
export type Write = <K extends NotificationKind>(app: App, kind: K, about: Notifications[K]) => Promise<Words | null>

/** Minutes before unread news is emailed. */
export const NEWS_MINUTES = 10

/** When the daily digest is sent, in the player's local time. */
export const DIGEST_TIME = '08:00'

/**
 * Stores a notification and sends it on the player's channels. The row is unique per notice, and later work is queued
 * with it, so a retry after a crash repeats nothing but an email with the same Message-ID.
 */
export async function deliver(app: App, { id: notice, kind, about }: Notice, write: Write): Promise<void> {
  const words = await write(app, kind, about)
  if (!words) return
  const { player_id } = words
  const { weight } = kindOfNotification(kind)
  const message_id = messageIdOf(app, notice)
  if (player_id === undefined || weight === 'link') return sendWords(app, words, message_id, { kind })

  const now = app.clock.now()
  const channels = await findChannels(app.db, player_id, kind)
  const for_digest = channels.mail === 'digest'
  await inTransaction(app.db, async (tx) => {
    const notification_id = await insertNotification(tx, {
      notice,
      player_id,
      kind,
      subject: subjectOf(about),
      title: cut(words.subject, 200),
      text: cut(words.brief ?? words.paragraphs[0] ?? '', 600),
      path: pathOf(app, words),
      in_app: channels.app,
      for_digest,
      at: now,
    })
    if (notification_id === undefined) return
    if (channels.push) await startPushes(tx, { notification_id, player_id })
    if (for_digest) {
      const run_at = await findNextTime(tx, player_id, DIGEST_TIME, now)
      const digest = { player_id, digest: crypto.randomUUID() }
      await startJob(tx, 'send_digest', digest, { key: `digest ${player_id}`, run_at, keeps_time: true })
    } else if (weight === 'news' && channels.mail === true) {
      const run_at = new Date(now.getTime() + NEWS_MINUTES * 60_000)
      await startJob(tx, 'send_mail', { message_id, email: kind, about, notification_id }, { run_at })
    }
  })
  if (channels.mail === true && weight !== 'news') await sendWords(app, words, message_id, { kind, stoppable: kind })
}

/** Sends a delayed email, unless it was read in the app or its kind was turned off. */
export async function sendWaitingEmail(
  app: App,
  { message_id, email: kind, about, notification_id }: WaitingEmail,
  write: Write,
): Promise<void> {
  if (notification_id !== undefined) {
    const unread = await findUnreadNotification(app.db, notification_id)
    if (!unread || (await findChannels(app.db, unread.player_id, kind)).mail !== true) return
  }
  const words = await write(app, kind, about)
  if (words) await sendWords(app, words, message_id, { kind, stoppable: kind })
}

/** Emails a player's daily digest. */
export async function sendDigest(app: App, about: { player_id: number; digest: string }): Promise<void> {
  const news = await inTransaction(app.db, (tx) => takeDigest(tx, about))
  const player = await findAddressee(app.db, about.player_id)
  if (!player || news.length === 0) return
  const words: Words = {
    ...addressTo(player),
    subject: news.length === 1 ? (news[0]?.title ?? '') : `${news.length} updates from ${organization().name}`,
    paragraphs: news.map(({ title, text }) => `${title}: ${text}`),
    action: { label: 'Open my notifications', url: app.config.site + paths.notifications },
    reason: `You are receiving this because you chose a daily digest in the settings of ${organization().name}.`,
    stop: 'The digest is sent once a day, and only when there is something new.',
  }
  await sendWords(app, words, messageIdOf(app, about.digest), { stoppable: 'digest' })
}

/**
 * `kind` applies the organization's own subject and opening. `stoppable` names the emails that the reader can turn off.
 * Both are optional.
 */
async function sendWords(
  app: App,
  words: Words,
  message_id: string,
  { kind, stoppable }: { kind?: NotificationKind; stoppable?: Stoppable },
): Promise<void> {
  if (emailOf(words.to.email) === null) return
  const { site } = app.config
  const { player_id } = words
  const area = player_id === undefined ? null : await findAreaOf(app.db, player_id)
  const contact = player_id === undefined ? undefined : contactOf(area)
  const support_email = contact?.email ?? organization().support_email
  const unsubscribe =
    stoppable !== undefined && player_id !== undefined && (stoppable === 'digest' || canStopEmail(stoppable))
      ? unsubscribeOf(app, { player_id, kind: stoppable })
      : undefined
  const own = kind && (await findMailText(app.db, kind))
  const date = app.clock.now()
  const email = renderEmail(withMailText(words, own, area), { message_id, date, site, support_email, unsubscribe })
  await app.mail.send({ ...email, ...(contact && { reply_to: contact.email }) })
}

function messageIdOf({ config: { MAIL_FROM } }: App, id: string): string {
  return `<${id}@${MAIL_FROM.replace(/^.*@/, '').replace(/>$/, '')}>`
}

/** The subject of a notification: 'match 12' for { match_id: 12, player_id: 3 }. */
function subjectOf(about: object): string | null {
  const [name, id] = Object.entries(about).find(([key]) => key.endsWith('_id') && key !== 'player_id') ?? []
  return name === undefined ? null : `${name.slice(0, -'_id'.length).replaceAll('_', ' ')} ${id}`
}

/** The screen that the inbox opens. A link with a token is only for email. */
function pathOf({ config: { site } }: App, { path, action }: Words): string {
  if (path !== undefined) return path
  const own = action?.url.startsWith(`${site}/`) ? action.url.slice(site.length) : paths.profile
  return /[?#&]token=/.test(own) ? paths.profile : own
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`
}
