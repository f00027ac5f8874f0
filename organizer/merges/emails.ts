import { formatEmailInPart } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { organization } from '#/contract/organization.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import { insertMailToken, weekAfter } from '#/server/mail-tokens.ts'
import { addressTo, isPlainName, type Words } from '#/server/outside/email-layout.ts'
import { MERGE_DAYS } from './contract.ts'
import { findMergeRequest, type Side } from './queries.ts'

/** Asks the owner of one account whether the other is theirs too. */
export async function mergeRequested(
  app: App,
  { merge_request_id, side }: { merge_request_id: number; side: Side },
): Promise<Words | null> {
  const now = app.clock.now()
  const request = await findMergeRequest(app.db, merge_request_id)
  if (!request || request.ending !== null || !request.is_same_emails || request.expires_at <= now) return null
  const player = await findAddressee(app.db, side === 'keep' ? request.keep_id : request.from_id)
  if (!player) return null
  const link = { merge_request_id, expires_at: weekAfter(request.expires_at) }
  const token = await insertMailToken(app.db, { purpose: `merge_${side}`, ...link }, now)
  const organizer = isPlainName(request.organizer) ? request.organizer : 'An organizer'
  const otherEmail = formatEmailInPart(side === 'keep' ? request.from_email : request.keep_email)
  return {
    ...addressTo(player),
    subject: `Are both of these ${organization().name} accounts yours?`,
    paragraphs: [
      `${organizer} thinks that you have two accounts at ${organization().name}: this one, and one with the email ${otherEmail}. They would like to merge them.`,
      side === 'keep'
        ? 'This account would stay. It would get the leagues, results, payments and Google sign-in of the other one.'
        : 'This account would be closed. Its leagues, results, payments and Google sign-in would move to the other one.',
      `Confirm it only if both accounts are yours. Nothing happens until both have confirmed, and the link works for ${MERGE_DAYS} days.`,
    ],
    action: { label: 'See both accounts', url: app.config.site + paths.confirmMerge(token) },
    reason: `You are receiving this because an organizer at ${organization().name} asked to merge your account. The link is personal, so please do not forward this email.`,
    stop: 'If you do nothing, nothing changes.',
  }
}
