import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { correctionOf } from '#/features/confirmation/actions.ts'
import {
  idsOf,
  rebuildAfterChange,
  settle,
  settleWithScore,
  type AnsweredVersion,
} from '#/features/confirmation/answers.ts'
import { lockScore, type LockedScore } from '#/features/confirmation/queries.ts'
import { endOffers } from '#/features/arranging/change-queries.ts'
import { listMatchPlayers } from '#/features/leagues/sides.ts'
import { findMatchSnapshot } from '#/features/matches/match-snapshot.ts'
import { findMatchFor } from '#/features/matches/queries.ts'
import { insertWalkover } from '#/features/matches/walkover.ts'
import { checkReport, storeReport } from '#/features/matches/report.ts'
import { rebuildLockedLeague } from '#/features/playoffs/rebuild.ts'
import { recordCorrection } from '#/features/sealing/actions.ts'
import { lockEachSealed } from '#/features/sealing/queries.ts'
import { dayInZone } from '#/rules/day.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import type { Call } from '#/server/serve.ts'
import { readMatchState } from './undo-actions.ts'
import type * as calls from './contract.ts'
import type { Side } from './contract.ts'

/**
 * Enters a final result for two players. Returns the match's id and the score line. Refuses like `checkReport`, and
 * with `own_match`.
 */
export async function enterResult(
  actor: Actor,
  { reason, ...report }: Call<typeof calls.enterResult>['body'],
): Promise<{ id: number; line: string }> {
  const checked = await checkReport(actor, report)
  const { match_id } = await runAction(actor, async (action) => {
    const stored = await storeReport(action, checked, reason)
    if (!stored.settled) refuse('own_match')
    return stored
  })
  return { id: match_id, line: checked.line }
}

/**
 * Settles a score as one of its versions. Returns a sentence. Refuses for the same reasons as `lockForSettlement` and
 * `settle`.
 */
export function settleByVersion(
  actor: Actor,
  { right_version, reason, ...answered }: AnsweredVersion & { right_version: number; reason: string },
): Promise<string> {
  return runAction(actor, async (action) => {
    const score = await lockForSettlement(action, answered)
    return settle(action, score, { right_version, reason })
  })
}

/**
 * Settles a score by entering the correct one. Returns a sentence. Refuses for the same reasons as `lockForSettlement`
 * and `settleWithScore`.
 */
export function settleByScore(
  actor: Actor,
  { match_id, version, reason, ...form }: { match_id: number } & Call<typeof calls.settleByScore>['body'],
): Promise<string> {
  return runAction(actor, async (action) => {
    const score = await lockForSettlement(action, { match_id, version })
    return settleWithScore(action, score, { correction: correctionOf(form), reason })
  })
}

/**
 * Voids a result: the match is replayed, or canceled and kept for its versions. Emails both sides. Returns a sentence.
 * Refuses like `lockForSettlement`, and with `invalid` to cancel a play-off match; `playoff_moved_on` if its winner has
 * played the next one.
 */
export function voidResult(
  actor: Actor,
  { reason, again, ...answered }: AnsweredVersion & { reason: string; again: boolean },
): Promise<string> {
  return runAction(actor, async (action) => {
    const { tx, audit, notify, now } = action
    const score = await lockForSettlement(action, answered)
    if (!again && score.season.playoff_match_id !== null)
      refuse('invalid', {
        fields: { again: 'A play-off match has to be replayed, because the bracket needs its winner.' },
      })
    const { area, subject, title, values: before } = await findMatchSnapshot(tx, score.id)
    const played = await listMatchPlayers(tx, score.id)
    const was = await readMatchState(tx, score.id)
    await tx
      .updateTable('matches')
      .set({
        score_id: null,
        match_date: null,
        match_time: null,
        voided_at: now,
        voided_version: score.version,
        canceled_at: again ? null : now,
      })
      .where('id', '=', score.id)
      .execute()
    await endOffers(tx, score.id, now)
    await audit({
      area,
      kind: 'void_result',
      subject,
      summary: `Voided ${title}, ${again ? 'to be played again' : 'and canceled the match'}`,
      reason,
      before,
      after: { result: again ? 'to be played again' : 'canceled' },
      undo: { was },
    })
    // If a place has changed hands, its holder plays the match again.
    for (const player_id of new Set(idsOf([...played, ...(await listMatchPlayers(tx, score.id))])))
      await notify('result_voided', { score_id: score.score_id, player_id, reason, again })
    await rebuildAfterChange(action, score, { reason, keep_after: score.id })
    return again ? 'Voided. The match will be replayed.' : 'Voided. The match is canceled.'
  })
}

/**
 * Locks a score to settle or void it. Refuses `not_found` outside the organizer's areas, `score_changed`, and
 * `own_match` while the organizer has to answer it as one of its players.
 */
async function lockForSettlement(
  { tx, player, now }: Action,
  { match_id, version }: AnsweredVersion,
): Promise<LockedScore> {
  const score = await lockScore(tx, match_id, player, now)
  // Another organizer may have just voided the score.
  if (!score) refuse((await findMatchFor(tx, match_id, player)) ? 'score_changed' : 'not_found')
  if (!player.organizer_areas.includes(score.area)) refuse('not_found')
  if (score.role !== 'organizer') refuse('own_match')
  if (score.version !== version) refuse('score_changed')
  return score
}

type OverdueMatch = {
  id: number
  league_id: number
  area: AreaSlug
  time_zone: string
  entry_one_id: number
  entry_two_id: number
  match_date: string | null
  play_by: string | null
  score_id: number | null
  canceled_at: Date | null
}

type Walkover = { id: number; winner: Side }

/**
 * Awards overdue matches to one side each, as if the other side had not shown up; all of them or none. Emails both
 * sides. Refuses `not_found`, `already_reported`, `not_overdue`, `own_match`.
 */
export function giveWalkovers(
  actor: Actor,
  { matches, reason }: { matches: readonly Walkover[]; reason: string },
): Promise<void> {
  return runAction(actor, async (action) => {
    const { tx, player, now } = action
    const ids = matches.map(({ id }) => id)
    const found = await tx.selectFrom('matches').select('league_id').distinct().where('id', 'in', ids).execute()
    const league_ids = found.map(({ league_id }) => league_id).toSorted((a, b) => a - b)
    const sealed = await lockEachSealed(tx, league_ids, now)
    const { rows } = await sql<OverdueMatch>`
      select m.id, m.league_id, m.area, a.time_zone, m.entry_one_id, m.entry_two_id, m.match_date, m.play_by, m.score_id, m.canceled_at
      from matches m join areas a on a.slug = m.area
      where m.id = any(${ids}::int[]) and m.area = any(${player.organizer_areas}::text[])
      for update of m`.execute(tx)
    for (const { id, winner } of matches) {
      const match = rows.find((row) => row.id === id && row.canceled_at === null) ?? refuse('not_found')
      await giveWalkover(action, match, { winner, reason })
      const { league_id, score_id: before_score_id } = match
      if (sealed.has(league_id)) await recordCorrection(action, { league_id, match_id: id, before_score_id, reason })
    }
    for (const league_id of league_ids) await rebuildLockedLeague(tx, league_id)
  })
}

async function giveWalkover(
  { tx, audit, notify, player, now }: Action,
  match: OverdueMatch,
  { winner, reason }: { winner: Side; reason: string },
): Promise<void> {
  const before = await findMatchSnapshot(tx, match.id)
  const explain = (sentence: string) => ({ message: `${before.title}: ${sentence} No match was awarded.` })
  if (match.score_id !== null) refuse('already_reported', explain('this match has a score now.'))
  const due = [match.play_by, match.match_date]
    .filter((day) => day !== null)
    .toSorted()
    .at(-1)
  const today = dayInZone(now, match.time_zone)
  if (due === undefined || due >= today) refuse('not_overdue', explain('only an overdue match can be awarded.'))
  const players = await listMatchPlayers(tx, match.id)
  if (players.some(({ player_id }) => player_id === player.id)) refuse('own_match')

  const was = await readMatchState(tx, match.id)
  const score_id = await insertWalkover(
    tx,
    match,
    { winner: winner === 'one' ? 1 : 2, reported_by_id: player.id, last_day: due, reason },
    now,
  )
  const { subject, title, values: after } = await findMatchSnapshot(tx, match.id)
  await audit({
    area: match.area,
    kind: 'give_walkover',
    subject,
    summary: `Awarded a walkover: ${title}`,
    reason,
    before: before.values,
    after,
    undo: { was, score_id },
  })
  for (const player_id of idsOf(players)) await notify('walkover_given', { score_id, player_id })
}
