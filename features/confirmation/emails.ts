import { formatDate } from '#/contract/locale.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { formatDay } from '#/contract/format.ts'
import { confirmationState } from '#/rules/confirmation.ts'
import { scoreLine, scoreOutcome } from '#/rules/outcome.ts'
import type { App } from '#/server/context.ts'
import { insertMailToken } from '#/server/mail-tokens.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { paths } from '#/contract/paths.ts'
import { findEmailedScore, type EmailedScore } from './queries.ts'

type ScoreEmail = { score_id: number; player_id: number }

/** Asks whether a score is right. Sends nothing once it is answered, replaced or final. */
export async function scoreToConfirm(app: App, { score_id, player_id }: ScoreEmail): Promise<Words | null> {
  const now = app.clock.now()
  const [player, score] = await Promise.all([
    findAddressee(app.db, player_id),
    findEmailedScore(app.db, score_id, app.clock.now()),
  ])
  if (!player || !score?.is_current || confirmationState(score, now) !== 'unconfirmed') return null
  const link = { score_id, addressee_id: player_id, expires_at: score.answer_until }
  const token = await insertMailToken(app.db, { purpose: 'score', ...link }, now)
  return {
    ...addressTo(player),
    subject: `Is this score right? ${scoreLine(score.set_games, score.match_status)}`,
    paragraphs: [
      `${score.reported_by} reported: ${formatScore(score)}`,
      `It already counts. If it is right, you do not need to do anything: it becomes final on ${formatDeadline(score)}. Until then you can confirm, correct or dispute it.`,
      ...(score.provisional
        ? ['An earlier play-off result can still change. Until that one is final, this one is provisional.']
        : []),
    ],
    action: { label: 'Look at the score', url: app.config.site + paths.scoreLink(token) },
    path: paths.result(score.match_id),
    reason:
      'You are receiving this because a score of yours was reported. The button works without signing in, so please do not forward this email.',
    stop: 'One email is sent for each score.',
  }
}

/** The player and the score while the score has that answer, otherwise null. */
async function findAnswered(app: App, { score_id, player_id }: ScoreEmail, answer: 'disputed' | 'settled') {
  const [player, score] = await Promise.all([
    findAddressee(app.db, player_id),
    findEmailedScore(app.db, score_id, app.clock.now()),
  ])
  return player && score?.is_current && score.answer === answer ? { player, score } : null
}

/** Notifies the reporting side that the other side disputes the score. */
export async function scoreDisputed(app: App, about: ScoreEmail): Promise<Words | null> {
  const found = await findAnswered(app, about, 'disputed')
  if (!found) return null
  const { player, score } = found
  return {
    ...addressTo(player),
    subject: 'Your score is disputed',
    paragraphs: [
      `${score.answered_by} disputes this score: ${formatScore(score)}`,
      `The reason: “${score.answer_reason}”`,
      'It is out of the standings until an organizer settles it. It often helps to talk to the other side.',
    ],
    action: { label: 'See the result', url: app.config.site + paths.result(score.match_id) },
    reason: 'You are receiving this because a score that your side reported was disputed.',
    stop: 'One email is sent for each dispute.',
  }
}

/** Asks an organizer to settle a disputed score. */
export async function scoreToSettle(app: App, about: ScoreEmail): Promise<Words | null> {
  const found = await findAnswered(app, about, 'disputed')
  if (!found) return null
  const { player, score } = found
  return {
    ...addressTo(player),
    subject: 'A disputed score to settle',
    paragraphs: [
      `${score.reported_by} reported: ${formatScore(score)}`,
      `${score.answered_by} disputes it: “${score.answer_reason}”`,
      'It is out of the standings until you settle it.',
    ],
    action: { label: 'Settle the score', url: app.config.site + deskPaths.match(score.match_id) },
    reason: 'You are receiving this because you are an organizer.',
    stop: 'One email is sent for each dispute.',
  }
}

/** Notifies the players how an organizer settled a score. */
export async function scoreSettled(app: App, about: ScoreEmail): Promise<Words | null> {
  const found = await findAnswered(app, about, 'settled')
  if (!found) return null
  const { player, score } = found
  return {
    ...addressTo(player),
    subject: 'An organizer has settled your score',
    paragraphs: [
      `The score is now: ${formatScore(score)}`,
      ...(score.answer_reason ? [`The organizer's reason: “${score.answer_reason}”`] : []),
      'It is final.',
    ],
    action: { label: 'See the result', url: app.config.site + paths.result(score.match_id) },
    reason: 'You are receiving this because an organizer has settled a score of yours.',
    stop: 'One email is sent for each score that is settled.',
  }
}

/** 'Ada Moreno d. Grace Lindqvist 6-4 6-3, on Tue, Jul 14, 2026, in Women's Singles 3.5, Summer 1 2026.' */
export function formatScore({ winner, opponent, set_games, match_status, match_date, league }: EmailedScore): string {
  const verb = scoreOutcome(match_status).has_winner ? 'd.' : 'and'
  const colon = match_status === 'Double default' ? ':' : ''
  return `${winner} ${verb} ${opponent}${colon} ${scoreLine(set_games, match_status)}, on ${formatDay(wireDay(match_date))}, in ${league}.`
}

/** The deadline in the league's time zone: 'Wed, Jul 15, 6:00 PM EDT'. */
function formatDeadline({ answer_until, time_zone }: EmailedScore): string {
  return formatDate(answer_until, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: time_zone,
  })
}
