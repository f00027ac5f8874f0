import { findAddressee } from '#/features/accounts/queries.ts'
import { formatScore } from '#/features/confirmation/emails.ts'
import type { App } from '#/server/context.ts'
import type { Words } from '#/server/outside/email-layout.ts'
import { paths } from '#/contract/paths.ts'
import { findEmailedScore } from '#/features/confirmation/queries.ts'

/** Tells a player that an organizer has taken a result back, why, and whether the match is played again. */
export async function resultVoided(
  app: App,
  { score_id, player_id, reason, again }: { score_id: number; player_id: number; reason: string; again: boolean },
): Promise<Words | null> {
  const [player, score] = await Promise.all([findAddressee(app.db, player_id), findEmailedScore(app.db, score_id)])
  if (!player || !score) return null
  return {
    to: { name: player.name, email: player.email },
    greet: player.first_name,
    subject: 'An organizer has voided a result of yours',
    paragraphs: [
      `It counts no more: ${formatScore(score)}`,
      `The organizer's words: “${reason}”`,
      again ? 'The match is to be played again: please arrange a day.' : 'The match is canceled and counts for nobody.',
    ],
    action: { label: 'My matches', url: app.config.site + paths.profile },
    reason: 'You get this because an organizer has voided a result of yours.',
    stop: 'There is one such mail for each result that is voided.',
  }
}

/** Tells a player that a match that nobody played was given to one side, and why. Nothing to tell when it no longer stands. */
export async function walkoverGiven(
  app: App,
  { score_id, player_id }: { score_id: number; player_id: number },
): Promise<Words | null> {
  const [player, score] = await Promise.all([findAddressee(app.db, player_id), findEmailedScore(app.db, score_id)])
  if (!player || !score?.is_current) return null
  return {
    to: { name: player.name, email: player.email },
    greet: player.first_name,
    subject: 'A match that was not played has been given',
    paragraphs: [
      `The days of the match of ${score.winner} and ${score.opponent} in ${score.league} are over, and it has no result. An organizer has given it to ${score.winner}.`,
      `The organizer's words: “${score.answer_reason}”`,
      'It counts as won and lost, not as played. If that is wrong, write to the organizer: it can be taken back.',
    ],
    action: { label: 'See the result', url: app.config.site + paths.result(score.match_id) },
    reason: 'You get this because an organizer has given a match of yours.',
    stop: 'There is one such mail for each match that is given.',
  }
}
