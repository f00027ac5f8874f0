import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { idsOf, takeUp, type Answering } from '#/features/confirmation/answers.ts'
import { listPlayersOf } from '#/features/confirmation/queries.ts'
import { insertVersion, nextVersion } from '#/features/matches/queries.ts'
import { findOnRecord } from '#/features/matches/record.ts'
import { listSides } from '#/features/leagues/sides.ts'
import { audit } from '#/server/audit.ts'
import { dayInZone } from '#/rules/day.ts'
import type { App } from '#/server/context.ts'
import type { Tx } from '#/server/db.ts'
import { queueEmail } from '#/server/queue.ts'
import { Refusal, refuse } from '#/server/refuse.ts'
import type { Caller } from '#/server/session.ts'
import type { Side } from './contract.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'

/**
 * Takes a result back: the match is played again, or is canceled and stays for its versions. Both sides are told. Refuses
 * as `takeUp`; `invalid` to cancel a play-off match, and `playoff_moved_on` when its winner has played the next one.
 */
export async function voidResult(
  tx: Tx,
  app: App,
  answering: Answering & { desk: { reason: string } },
  again: boolean,
  now: Date,
): Promise<void> {
  const { held } = await takeUp(tx, answering, ['settle'], now)
  if (!again && held.season.playoff_match_id !== null)
    refuse('invalid', { fields: { again: 'A play-off match is played again: the bracket needs its winner.' } })
  const { reason } = answering.desk
  const before = await findOnRecord(tx, held.id)
  await tx
    .updateTable('matches')
    .set({
      score_id: null,
      match_date: null,
      match_time: null,
      voided_at: now,
      voided_version: held.version,
      canceled_at: again ? null : now,
    })
    .where('id', '=', held.id)
    .execute()
  const act = {
    organizer: answering.player,
    area: before.area,
    kind: 'void_result',
    subject: before.subject,
    summary: `Voided ${before.line} of ${before.title}, ${again ? 'to be played again' : 'and canceled the match'}`,
    reason,
    before: before.values,
    after: { result: again ? 'to be played again' : 'canceled' },
  }
  await audit(tx, act, now)
  for (const player_id of idsOf(await listPlayersOf(tx, held)))
    await queueEmail(tx, app.config, 'result_voided', { score_id: held.score_id, player_id, reason, again })
  await moveOn(tx, held.league_id)
}

type Overdue = {
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

/**
 * Gives overdue matches to one side each, all or none: nobody played, the other side did not show. Both sides are told.
 * Refuses `not_found`, `already_reported`, `not_overdue`, `own_match`.
 */
export async function giveWalkovers(
  tx: Tx,
  app: App,
  player: Caller,
  gifts: readonly { id: number; winner: Side }[],
  reason: string,
  now: Date,
): Promise<void> {
  const ids = gifts.map(({ id }) => id)
  const asked = await tx.selectFrom('matches').select(['id', 'league_id']).where('id', 'in', ids).execute()
  const leagues = [...new Set(asked.map(({ league_id }) => league_id))].toSorted((a, b) => a - b)
  for (const league_id of leagues) await lockLeague(tx, league_id)
  const { rows } = await sql<Overdue>`
    select m.id, m.league_id, m.area, a.time_zone, m.entry_one_id, m.entry_two_id, m.match_date, m.play_by, m.score_id, m.canceled_at
    from matches m join areas a on a.slug = m.area
    where m.id = any(${ids}::int[]) and m.area = any(${player.organizer_areas}::text[])
    for update of m`.execute(tx)
  for (const { id, winner } of gifts) {
    const match = rows.find((row) => row.id === id && row.canceled_at === null) ?? refuse('not_found')
    await giveWalkover(tx, app, player, match, winner, reason, now)
  }
  for (const league_id of leagues) await moveOn(tx, league_id)
}

async function giveWalkover(
  tx: Tx,
  app: App,
  player: Caller,
  match: Overdue,
  winner: Side,
  reason: string,
  now: Date,
): Promise<void> {
  const before = await findOnRecord(tx, match.id)
  const about = (sentence: string) => ({ message: `${before.title}: ${sentence} Nothing was given.` })
  if (match.score_id !== null) refuse('already_reported', about('that match has a score by now.'))
  const due = [match.play_by, match.match_date]
    .filter((day) => day !== null)
    .toSorted()
    .at(-1)
  const today = dayInZone(now, match.time_zone)
  if (due === undefined || due >= today) refuse('not_overdue', about('only a match whose days are over is given away.'))
  const players = await listSides(tx, [match.entry_one_id, match.entry_two_id])
  if (players.some(({ player_id }) => player_id === player.id)) refuse('own_match')

  const winner_entry_id = winner === 'one' ? match.entry_one_id : match.entry_two_id
  const score = {
    reported_by_id: player.id,
    match_date: due,
    match_area: match.area,
    match_location: 'Not played',
    duration_minutes: 0,
    set_games: [],
    total_winner_score: 0,
    total_opponent_score: 0,
    match_status: 'Opponent did not show',
    match_notes: '',
  } as const
  const version = await nextVersion(tx, match.id)
  const given = { version, kind: 'report', side_entry_id: null, winner_entry_id, answer_reason: reason } as const
  const score_id = await insertVersion(tx, match, { ...score, set_games: [] }, given, now)
  const after = await findOnRecord(tx, match.id)
  const act = {
    organizer: player,
    area: match.area,
    kind: 'give_walkover',
    subject: after.subject,
    summary: `Gave the match of ${after.title} to ${String(after.values['winner'])}`,
    reason,
    before: before.values,
    after: after.values,
  }
  await audit(tx, act, now)
  for (const player_id of idsOf(players)) await queueEmail(tx, app.config, 'walkover_given', { score_id, player_id })
}

/** Brings table and play-offs up to date, and says to an organizer what is in the way. */
async function moveOn(tx: Tx, league_id: number): Promise<void> {
  try {
    await rebuildLeague(tx, league_id)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'playoff_moved_on') throw error
    refuse('playoff_moved_on', {
      message: 'The winner has already played the next match of the play-offs. Void that result first.',
    })
  }
}
