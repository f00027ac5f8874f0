import { listMatchPlayers } from '#/features/leagues/sides.ts'
import { FUTURE_DAY } from '#/features/matches/contract.ts'
import { findMatchSnapshot } from '#/features/matches/match-snapshot.ts'
import { findTimeZone } from '#/features/matches/queries.ts'
import type { NewScore } from '#/features/matches/score-queries.ts'
import { countingLeagues, emailScore, legalScore } from '#/features/matches/report.ts'
import { rebuildLeague, rebuildLockedLeague } from '#/features/playoffs/rebuild.ts'
import { recordCorrection } from '#/features/sealing/actions.ts'
import { actionsOf, isFinal, type ScoreAction } from '#/rules/confirmation.ts'
import { dayInZone } from '#/rules/day.ts'
import { endSentence, scoreLine } from '#/rules/outcome.ts'
import type { Action } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import {
  insertCorrection,
  insertSettlement,
  listOrganizersToNotify,
  lockScore,
  updateAnswer,
  type LockedScore,
} from './queries.ts'

/** The version of a match's score that the player saw and answers. */
export type AnsweredVersion = { match_id: number; version: number }

/** A corrected score and its winner. */
export type Correction = Omit<NewScore, 'reported_by_id'> & { winner: { id: number }; opponent: { id: number } }

/**
 * Confirms the current version; an organizer settles it as it is. Returns a sentence. Refuses for the same reasons as
 * `lockAnswerable`.
 */
export async function confirm(action: Action, answered: AnsweredVersion): Promise<string> {
  const { score, allowed } = await lockAnswerable(action, answered, ['confirm', 'settle'])
  if (allowed === 'settle') return settle(action, score, { right_version: score.version, reason: '' })
  const { tx, player, now } = action
  await updateAnswer(tx, score.score_id, { answer: 'confirmed', answered_by_id: player.id, answer_reason: '' }, now)
  await rebuildLeague(tx, score.league_id)
  return 'Confirmed. The score is final.'
}

/**
 * Takes the current version out of the standings until an organizer settles it, and emails its authors and the
 * organizers. Returns a sentence. Refuses for the same reasons as `lockAnswerable`.
 */
export async function dispute(
  action: Action,
  { reason, ...answered }: AnsweredVersion & { reason: string },
): Promise<string> {
  const { score } = await lockAnswerable(action, answered, ['dispute'])
  const { tx, player, now } = action
  await updateAnswer(tx, score.score_id, { answer: 'disputed', answered_by_id: player.id, answer_reason: reason }, now)
  const players = await listMatchPlayers(tx, score.id)
  const authors = players.filter(({ entry_id }) => entry_id === score.side_entry_id)
  await emailScore(action, 'score_disputed', score.score_id, idsOf(authors))
  await emailScore(action, 'score_to_settle', score.score_id, await listOrganizersToNotify(tx, score.area))
  await rebuildLeague(tx, score.league_id)
  return 'Disputed. The score is out of the standings until an organizer settles it.'
}

/**
 * Replaces the current version: the other side corrects it, its author edits it, or an organizer settles it with
 * another score. Returns a sentence. Refuses for the same reasons as `lockAnswerable` and `storeCorrection`.
 */
export async function correct(
  action: Action,
  { correction, ...answered }: AnsweredVersion & { correction: Correction },
): Promise<string> {
  const { score, allowed } = await lockAnswerable(action, answered, ['correct', 'edit', 'settle'])
  if (allowed === 'settle') return settleWithScore(action, score, { correction, reason: '' })
  const kind = allowed === 'edit' ? 'edit' : 'correction'
  const line = await storeCorrection(action, score, correction, {
    kind,
    side_entry_id: score.my_entry_id,
    answer_reason: '',
  })
  return `${endSentence(`Corrected to ${line}`)} The other side has 24 hours to answer.`
}

/**
 * Settles a locked score as one of its versions, the current one or an earlier one, and emails both sides. Returns a
 * sentence. Refuses `not_found` if there is no such version.
 */
export async function settle(
  action: Action,
  score: LockedScore,
  { right_version, reason }: { right_version: number; reason: string },
): Promise<string> {
  const { tx, player, now } = action
  const before = await findMatchSnapshot(tx, score.id)
  const right = { version: right_version, answer_reason: reason }
  const score_id = (await insertSettlement(tx, score, right, player.id, now)) ?? refuse('not_found')
  const result = await auditSettlement(action, score.id, before.values, reason)
  await emailScore(action, 'score_settled', score_id, idsOf(await listMatchPlayers(tx, score.id)))
  await rebuildAfterChange(action, score, { reason, keep_after: keepAfter(score) })
  return `Settled: ${result}. The score is final.`
}

/**
 * Settles a locked score with a score that an organizer enters. Returns a sentence. Refuses for the same reasons as
 * `storeCorrection`.
 */
export async function settleWithScore(
  action: Action,
  score: LockedScore,
  { correction, reason }: { correction: Correction; reason: string },
): Promise<string> {
  const result = await storeCorrection(action, score, correction, {
    kind: 'correction',
    side_entry_id: null,
    answer_reason: reason,
  })
  return `Settled: ${result}. The score is final.`
}

/**
 * Stores a correction as the current version, emails the other players, and returns its score line. Without a side it is
 * an organizer's: settled, audited, and returned with the names. Refuses `not_that_match`, a day that does not count and
 * an illegal score.
 */
async function storeCorrection(
  action: Action,
  score: LockedScore,
  { winner, opponent, ...correction }: Correction,
  by: { kind: 'edit' | 'correction'; side_entry_id: number | null; answer_reason: string },
): Promise<string> {
  const { tx, player, now } = action
  const today = dayInZone(now, await findTimeZone(tx, correction.match_area))
  if (correction.match_date > today) refuse('invalid', { fields: { match_date: FUTURE_DAY } })
  const players = await listMatchPlayers(tx, score.id)
  const entryOf = ({ id }: { id: number }) => players.find(({ player_id }) => player_id === id)?.entry_id
  const [winner_entry_id, opponent_entry_id] = [entryOf(winner), entryOf(opponent)]
  if (!winner_entry_id || !opponent_entry_id || winner_entry_id === opponent_entry_id) refuse('not_that_match')
  if (countingLeagues([score.season], correction.match_date, true).length === 0)
    refuse('invalid', { fields: { match_date: 'The season of this match does not count matches on that day.' } })
  const legal = legalScore(correction, score.season.rules)

  const before = await findMatchSnapshot(tx, score.id)
  const reported = { ...legal, reported_by_id: player.id }
  const score_id = await insertCorrection(tx, score, reported, { ...by, winner_entry_id }, now)
  const settles = by.side_entry_id === null
  const settled = settles ? await auditSettlement(action, score.id, before.values, by.answer_reason) : null
  const recipients = players.filter(({ entry_id }) => entry_id !== by.side_entry_id)
  await emailScore(action, settles ? 'score_settled' : 'score_to_confirm', score_id, idsOf(recipients))
  await rebuildAfterChange(action, score, { reason: by.answer_reason, keep_after: keepAfter(score) })
  return settled ?? scoreLine(legal.set_games, legal.match_status)
}

/**
 * Rebuilds the league after an organizer has changed a locked score; in a sealed league the change is recorded as a
 * correction. `keep_after` as in rebuildLockedLeague.
 */
export async function rebuildAfterChange(
  action: Action,
  { id, league_id, score_id, sealed }: LockedScore,
  { reason, keep_after }: { reason: string; keep_after: number | null },
): Promise<void> {
  if (sealed) await recordCorrection(action, { league_id, match_id: id, before_score_id: score_id, reason })
  await rebuildLockedLeague(action.tx, league_id, { keep_after })
}

/** Once a play-off result is final, an organizer has to void the results after it before changing its winner. */
function keepAfter({ id, state }: LockedScore): number | null {
  return isFinal(state) ? id : null
}

/** Writes a settlement into the audit log and returns the result: 'Ada Moreno beat Grace Lindqvist 6-4 6-3'. */
async function auditSettlement(
  { tx, audit }: Action,
  match_id: number,
  before: Record<string, unknown>,
  reason: string,
): Promise<string> {
  const { area, subject, title, values: after } = await findMatchSnapshot(tx, match_id)
  await audit({ area, kind: 'settle_result', subject, summary: `Settled ${title}`, reason, before, after })
  return title
}

/**
 * Locks the score and finds which of the wanted actions the caller may do now. Refuses `not_found`, `not_your_match`,
 * `score_changed`, and what the state of the score no longer allows.
 */
async function lockAnswerable(
  { tx, player, now }: Action,
  { match_id, version }: AnsweredVersion,
  wanted: readonly ScoreAction[],
): Promise<{ score: LockedScore; allowed: ScoreAction }> {
  const score = (await lockScore(tx, match_id, player, now)) ?? refuse('not_found')
  if (score.role === null) refuse('not_your_match')
  if (score.version !== version) refuse('score_changed')
  const allowed = actionsOf(score.state, score.role, score.has_corrected).find((each) => wanted.includes(each))
  if (allowed) return { score, allowed }
  if (score.state === 'disputed') refuse('score_disputed')
  if (score.state !== 'unconfirmed') refuse('score_final')
  refuse(score.role === 'other' ? 'corrected_once' : 'score_yours')
}

export function idsOf(players: readonly { player_id: number }[]): number[] {
  return players.map(({ player_id }) => player_id)
}
