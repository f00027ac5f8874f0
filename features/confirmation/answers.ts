import { countingLeagues } from '#/features/matches/counting-league.ts'
import type { NewScore } from '#/features/matches/queries.ts'
import { findMatchOf, findTimeZone } from '#/features/matches/queries.ts'
import { findOnRecord, type MatchOnRecord } from '#/features/matches/record.ts'
import { audit } from '#/server/audit.ts'
import { refuseScore } from '#/features/matches/season-score.ts'
import { actionsOf, type ScoreAction } from '#/rules/confirmation.ts'
import { dayInZone } from '#/rules/day.ts'
import { scoreLine } from '#/rules/score.ts'
import type { App } from '#/server/context.ts'
import type { Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { Caller } from '#/server/session.ts'
import {
  answerVersion,
  holdScore,
  insertCorrection,
  listOrganizersOf,
  listPlayersOf,
  settleVersion,
  type HeldScore,
} from './queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { mailScore } from '#/features/matches/notify.ts'

/** Which version of which match is answered, and by whom. */
export type Answering = {
  match_id: number
  version: number
  player: Caller
  /** From the desk: as an organizer or not at all, with the reason for the record and the players. */
  desk?: { reason: string }
}
export type Corrected = Omit<NewScore, 'reported_by_id'> & { winner: { id: number }; opponent: { id: number } }

/** Confirms the standing version; an organizer settles it as it is. Answers a sentence. Refuses as `takeUp`. */
export async function confirm(tx: Tx, app: App, answering: Answering, now: Date): Promise<string> {
  const { held, action } = await takeUp(tx, answering, ['confirm', 'settle'], now)
  if (action === 'settle') return settleAs(tx, app, answering, held, held.version, now)
  const said = { answer: 'confirmed', answered_by_id: answering.player.id, answer_reason: '' } as const
  await answerVersion(tx, held.score_id, said, now)
  await rebuildLeague(tx, held.league_id)
  return 'Confirmed. The score is final.'
}

/**
 * An organizer lets a version stand for good, the standing one or one before it; `answering.version` is the newest that
 * was looked at. Answers a sentence. Refuses as `takeUp`, and `not_found` for a version that there is not.
 */
export async function settle(
  tx: Tx,
  app: App,
  answering: Answering,
  right_version: number,
  now: Date,
): Promise<string> {
  const { held } = await takeUp(tx, answering, ['settle'], now)
  return settleAs(tx, app, answering, held, right_version, now)
}

async function settleAs(
  tx: Tx,
  app: App,
  { player, desk }: Answering,
  held: HeldScore,
  right_version: number,
  now: Date,
): Promise<string> {
  const before = await findOnRecord(tx, held.id)
  const right = { version: right_version, answer_reason: desk?.reason ?? '' }
  const score_id = (await settleVersion(tx, held, right, player.id, now)) ?? refuse('not_found')
  const line = await recordSettlement(tx, player, held.id, before, right.answer_reason, now)
  await mailScore(tx, app.config, 'score_settled', score_id, idsOf(await listPlayersOf(tx, held)))
  await rebuildLeague(tx, held.league_id)
  return `Settled: ${line}. The score is final.`
}

/** Writes a settlement into the record; answers the score as it stands now. */
async function recordSettlement(
  tx: Tx,
  organizer: Caller,
  match_id: number,
  before: MatchOnRecord,
  reason: string,
  now: Date,
): Promise<string> {
  const { area, subject, title, line, values: after } = await findOnRecord(tx, match_id)
  const summary = `Settled ${line} for ${title}`
  await audit(
    tx,
    { organizer, area, kind: 'settle_result', subject, summary, reason, before: before.values, after },
    now,
  )
  return line ?? ''
}

/** Takes the standing version out of the table until an organizer settles it. Answers a sentence. Refuses as `takeUp`. */
export async function dispute(
  tx: Tx,
  app: App,
  answering: Answering,
  answer_reason: string,
  now: Date,
): Promise<string> {
  const { held } = await takeUp(tx, answering, ['dispute'], now)
  const said = { answer: 'disputed', answered_by_id: answering.player.id, answer_reason } as const
  await answerVersion(tx, held.score_id, said, now)
  const players = await listPlayersOf(tx, held)
  const author = players.filter(({ entry_id }) => entry_id === held.side_entry_id)
  await mailScore(tx, app.config, 'score_disputed', held.score_id, idsOf(author))
  await mailScore(tx, app.config, 'score_to_settle', held.score_id, await listOrganizersOf(tx, held.area))
  await rebuildLeague(tx, held.league_id)
  return 'Disputed. The score is out of the standings until an organizer settles it.'
}

/**
 * Replaces the standing version by another one: the other side's correction, the reporter's mended slip, or an
 * organizer's last word. Answers a sentence. Refuses as `takeUp`, `not_that_match` and a day that does not count.
 */
export async function correct(
  tx: Tx,
  app: App,
  answering: Answering,
  { winner, opponent, ...score }: Corrected,
  now: Date,
): Promise<string> {
  const { held, action } = await takeUp(tx, answering, ['correct', 'mend', 'settle'], now)
  const today = dayInZone(now, await findTimeZone(tx, score.match_area))
  if (score.match_date > today) refuse('invalid', { fields: { match_date: 'This day is still to come.' } })
  const players = await listPlayersOf(tx, held)
  const entryOf = (player: { id: number }) => players.find(({ player_id }) => player_id === player.id)?.entry_id
  const [winner_entry_id, opponent_entry_id] = [entryOf(winner), entryOf(opponent)]
  if (!winner_entry_id || !opponent_entry_id || winner_entry_id === opponent_entry_id) refuse('not_that_match')
  if (countingLeagues([held.season], score.match_date, true).length === 0)
    refuse('invalid', { fields: { match_date: 'On that day the season of this match was not on.' } })
  refuseScore(score, held.season.rules)

  const before = await findOnRecord(tx, held.id)
  const answer_reason = answering.desk?.reason ?? ''
  const kind = action === 'mend' ? 'mend' : 'correction'
  const side_entry_id = action === 'settle' ? null : held.my_entry_id
  const reported = { ...score, reported_by_id: answering.player.id }
  const given = { kind, side_entry_id, winner_entry_id, answer_reason } as const
  const score_id = await insertCorrection(tx, held, reported, given, now)
  if (action === 'settle') await recordSettlement(tx, answering.player, held.id, before, answer_reason, now)
  const told = players.filter(({ entry_id }) => entry_id !== side_entry_id)
  const email = action === 'settle' ? 'score_settled' : 'score_to_confirm'
  await mailScore(tx, app.config, email, score_id, idsOf(told))
  await rebuildLeague(tx, held.league_id)
  const line = scoreLine(score.set_games, score.match_status)
  return action === 'settle'
    ? `Settled: ${line}. The score is final.`
    : `Corrected to ${line}. The other side has 24 hours to answer.`
}

/**
 * Takes hold of the score and of the one action, of those asked for, that the caller may do now. Refuses `not_found`,
 * `not_your_match`, `score_changed`, at the desk `own_match`, and, in the words of the state, what may not be done any more.
 */
export async function takeUp(
  tx: Tx,
  { match_id, version, player, desk }: Answering,
  wanted: readonly ScoreAction[],
  now: Date,
): Promise<{ held: HeldScore; action: ScoreAction }> {
  const held = await holdScore(tx, match_id, player, now)
  // A moment ago an organizer may have voided it.
  if (!held) refuse(desk && (await findMatchOf(tx, match_id, player)) ? 'score_changed' : 'not_found')
  if (desk && !player.organizer_areas.includes(held.area)) refuse('not_found')
  if (desk && held.role !== 'organizer') refuse('own_match')
  if (held.role === null) refuse('not_your_match')
  if (held.version !== version) refuse('score_changed')
  const action = actionsOf(held.state, held.role, held.has_corrected).find((each) => wanted.includes(each))
  if (action) return { held, action }
  if (held.state === 'disputed') refuse('score_disputed')
  if (held.state !== 'unconfirmed') refuse('score_final')
  refuse(held.role === 'other' ? 'corrected_once' : 'score_yours')
}

export function idsOf(players: readonly { player_id: number }[]): number[] {
  return players.map(({ player_id }) => player_id)
}
