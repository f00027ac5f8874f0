import { findAddressee } from '#/features/accounts/queries.ts'
import { formatScore } from '#/features/confirmation/emails.ts'
import type { App } from '#/server/context.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { paths } from '#/contract/paths.ts'
import { findEmailedScore } from '#/features/confirmation/queries.ts'

/**
 * Notifies a player that an organizer has voided a result, why, and whether the match is replayed; or that the void was
 * undone, and the result counts again.
 */
export async function resultVoided(
  app: App,
  {
    score_id,
    player_id,
    reason,
    again,
    restored = false,
  }: { score_id: number; player_id: number; reason: string; again: boolean; restored?: boolean },
): Promise<Words | null> {
  const [player, score] = await Promise.all([
    findAddressee(app.db, player_id),
    findEmailedScore(app.db, score_id, app.clock.now()),
  ])
  if (!player || !score) return null
  if (restored)
    return {
      ...addressTo(player),
      subject: 'One of your results counts again',
      paragraphs: [
        `An organizer has undone the voiding of this result: ${formatScore(score)}`,
        `The organizer's reason: “${reason}”`,
      ],
      action: { label: 'See the result', url: app.config.site + paths.result(score.match_id) },
      reason: 'You are receiving this because an organizer has restored one of your results.',
      stop: 'One email is sent for each restored result.',
    }
  return {
    ...addressTo(player),
    subject: 'An organizer has voided one of your results',
    paragraphs: [
      `It no longer counts: ${formatScore(score)}`,
      `The organizer's reason: “${reason}”`,
      again ? 'The match will be replayed. Please set a new date.' : 'The match is canceled and does not count.',
    ],
    action: { label: 'My matches', url: app.config.site + paths.profile },
    reason: 'You are receiving this because an organizer has voided one of your results.',
    stop: 'One email is sent for each voided result.',
  }
}

/** Notifies a player that an unplayed match was awarded to one side, and why. Null if the award was reversed. */
export async function walkoverGiven(
  app: App,
  { score_id, player_id }: { score_id: number; player_id: number },
): Promise<Words | null> {
  const [player, score] = await Promise.all([
    findAddressee(app.db, player_id),
    findEmailedScore(app.db, score_id, app.clock.now()),
  ])
  if (!player || !score?.is_current) return null
  return {
    ...addressTo(player),
    subject: 'A walkover has been awarded',
    paragraphs: [
      `The match of ${score.winner} and ${score.opponent} in ${score.league} was not played in time. An organizer has awarded it to ${score.winner}.`,
      `The organizer's reason: “${score.answer_reason}”`,
      'It counts as won and lost, but not as played. If this is wrong, write to the organizer, who can void it.',
    ],
    action: { label: 'See the result', url: app.config.site + paths.result(score.match_id) },
    reason: 'You are receiving this because an organizer has awarded one of your matches.',
    stop: 'One email is sent for each match that is awarded.',
  }
}
