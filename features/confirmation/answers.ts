import { countingLeagues } from '#/features/matches/counting-league.ts'
import type { NewScore } from '#/features/matches/queries.ts'
import { findTimeZone } from '#/features/matches/queries.ts'
import type { Caller } from '#/features/matches/versions.ts'
import { rebuildStandings } from '#/features/standings/queries.ts'
import { actionsOf, type ScoreAction } from '#/rules/confirmation.ts'
import { dayInZone } from '#/rules/day.ts'
import { scoreLine } from '#/rules/score.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { mailScore } from './letters.ts'
import {
  answerVersion,
  holdScore,
  insertCorrection,
  listOrganizers,
  listPlayersOf,
  settleAsItIs,
  type HeldScore,
} from './queries.ts'

/** Which version of which match is answered, and by whom. */
export type Answering = { match_id: number; version: number; player: Caller }
export type Corrected = Omit<NewScore, 'reported_by_id'> & { winner: { id: number }; opponent: { id: number } }

/** Confirms the standing version; an organizer settles it as it is. Answers a sentence. Refuses as `takeUp`. */
export async function confirm(tx: Tx, app: App, answering: Answering, now: Date): Promise<string> {
  const { held, action } = await takeUp(tx, answering, ['confirm', 'settle'], now)
  const by = answering.player.id
  if (action === 'settle') {
    const score_id = await settleAsItIs(tx, held, by, now)
    await mailScore(tx, app.config, 'score_settled', score_id, idsOf(await listPlayersOf(tx, held)))
  } else await answerVersion(tx, held.score_id, { answer: 'confirmed', answered_by_id: by, answer_reason: '' }, now)
  await rebuildStandings(tx, held.league_id)
  return action === 'settle' ? 'Settled. The score is final.' : 'Confirmed. The score is final.'
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
  await mailScore(tx, app.config, 'score_to_settle', held.score_id, await listOrganizers(tx))
  await rebuildStandings(tx, held.league_id)
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

  const kind = action === 'mend' ? 'mend' : 'correction'
  const side_entry_id = action === 'settle' ? null : held.my_entry_id
  const reported = { ...score, reported_by_id: answering.player.id }
  const score_id = await insertCorrection(tx, held, reported, { kind, side_entry_id, winner_entry_id }, now)
  const told = players.filter(({ entry_id }) => entry_id !== side_entry_id)
  const letter = action === 'settle' ? 'score_settled' : 'score_to_confirm'
  await mailScore(tx, app.config, letter, score_id, idsOf(told))
  await rebuildStandings(tx, held.league_id)
  const line = scoreLine(score.set_games, score.match_status)
  return action === 'settle'
    ? `Settled: ${line}. The score is final.`
    : `Corrected to ${line}. The other side has 24 hours to answer.`
}

/**
 * Takes hold of the score and of the one action, of those asked for, that the caller may do now. Refuses `not_found`,
 * `not_your_match`, `score_changed`, and, in the words of the state, what may not be done any more.
 */
async function takeUp(
  tx: Tx,
  { match_id, version, player }: Answering,
  wanted: readonly ScoreAction[],
  now: Date,
): Promise<{ held: HeldScore; action: ScoreAction }> {
  const held = (await holdScore(tx, match_id, player, now)) ?? refuse('not_found')
  if (held.role === null) refuse('not_your_match')
  if (held.version !== version) refuse('score_changed')
  const action = actionsOf(held.state, held.role, held.has_corrected).find((each) => wanted.includes(each))
  if (action) return { held, action }
  if (held.state === 'disputed') refuse('score_disputed')
  if (held.state !== 'unconfirmed') refuse('score_final')
  refuse(held.role === 'other' ? 'corrected_once' : 'score_yours')
}

function idsOf(players: readonly { player_id: number }[]): number[] {
  return players.map(({ player_id }) => player_id)
}
