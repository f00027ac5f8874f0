import { sql, type SqlBool } from 'kysely'
import * as z from 'zod/mini'
import { area as areaField } from '#/contract/area-field.ts'
import { insertEvent } from '#/features/arranging/change-queries.ts'
import { formatSettlement } from '#/features/arranging/settlement-format.ts'
import { listMatchPlayers } from '#/features/leagues/sides.ts'
import { findMatchSnapshot } from '#/features/matches/match-snapshot.ts'
import { rebuildLockedLeague } from '#/features/playoffs/rebuild.ts'
import { recordCorrection } from '#/features/sealing/actions.ts'
import { lockEachSealed } from '#/features/sealing/queries.ts'
import { listUnplayed, type UnplayedMatch } from '#/features/unplayed/queries.ts'
import { notifyPlayers, settleMatch } from '#/features/unplayed/settle-actions.ts'
import { startTask, taskKind, taskWork } from '#/organizer/desk/tasks.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { sendCalendarsSoon } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import type { Call } from '#/server/serve.ts'
import type { SignedIn } from '#/server/session.ts'
import type * as calls from './contract.ts'
import { settleAllOutcome } from './contract.ts'
import { listProposals } from './proposals.ts'
import { countSettled, listOwnMatches, listSettlementsOf, shownOutcome, type StoredSettlement } from './queries.ts'

/**
 * Applies the suggested outcomes of unplayed matches: all of them or none. Returns how many. Refuses `not_found`
 * outside the organizer's areas, `not_unplayed`, `proposal_changed`, and `own_match`.
 */
export function settleUnplayed(
  actor: Actor,
  { match_ids, reason, outcomes }: Call<typeof calls.settleUnplayed>['body'],
): Promise<number> {
  return runAction(actor, async (action) => {
    const { tx, player, now } = action
    const { found: mine, league_ids, sealed } = await lockMatches(action, match_ids)
    if (mine < match_ids.length) refuse('not_found')
    const found = await listUnplayed(tx, { areas: player.organizer_areas }, now, match_ids)
    for (const [place, id] of match_ids.entries()) {
      const match = found.find((each) => each.id === id) ?? refuse('not_unplayed')
      const shown = outcomes?.[place]
      if (shown !== undefined && shown !== shownOutcome(match.proposal.outcome).outcome) refuse('proposal_changed')
      await refuseOwn(action, match.id)
      await applyProposal(action, match, reason, sealed)
    }
    for (const league_id of league_ids) await rebuildLockedLeague(tx, league_id)
    return match_ids.length
  })
}

/**
 * Starts the task that applies the suggested outcomes of all unplayed matches in some leagues. Returns its id. Refuses
 * `not_your_area`, `proposal_changed`, and `not_unplayed` if none is left.
 */
export async function settleAllUnplayed(
  actor: Actor<SignedIn>,
  { digest, except, reason, area, ...league }: Call<typeof calls.settleAllUnplayed>['body'],
): Promise<number> {
  const { app, player, now } = actor
  const areas = organizerAreas(player, area)
  const proposals = await listProposals(app.db, player.id, { ...league, areas }, now)
  if (proposals.digest !== digest) refuse('proposal_changed')
  const matches = proposals.mine
    .filter(({ id }) => !except.includes(id))
    // Each league is rebuilt once for each batch that contains its matches.
    .toSorted((a, b) => a.league_id - b.league_id)
    .map(({ id, proposal: { outcome } }) => ({ id, outcome }))
  if (matches.length === 0) refuse('not_unplayed')
  const input = { matches, areas, reason, started_at: now.toISOString() }
  return runAction(actor, (action) => startTask(action, settleAllTask, input, area ?? null))
}

/**
 * Settles open matches as not played, whether their window is over or not; `playoffs` instead of the regular season's.
 * Skips those that are no longer open and those in which the organizer plays. Returns how many.
 */
export async function settleNotPlayed(
  action: Action,
  { match_ids, reason, season, playoffs = false }: NotPlayed,
): Promise<number> {
  if (match_ids.length === 0) return 0
  const { tx, player, now } = action
  const { league_ids, sealed } = await lockMatches(action, match_ids)
  const own = await listOwnMatches(tx, player.id)
  const isOpen = sql<SqlBool>`m.score_id is null and m.canceled_at is null and (m.playoff_stage is not null) = ${playoffs}`
  const open = await listUnplayed(tx, { areas: player.organizer_areas, season }, now, match_ids, isOpen)
  const settled = open.filter(({ id }) => !own.has(id))
  const proposal = { outcome: 'not_played' as const, extends_to: null, reasons: [] }
  for (const match of settled) await applyProposal(action, { ...match, proposal }, reason, sealed)
  const changed = new Set(settled.map(({ league_id }) => league_id))
  for (const league_id of league_ids) if (changed.has(league_id)) await rebuildLockedLeague(tx, league_id)
  return settled.length
}

type NotPlayed = {
  match_ids: readonly number[]
  reason: string
  /** The slug of their season. */
  season: string
  playoffs?: boolean
}

const proposed = z.enum(['walkover_one', 'walkover_two', 'extended', 'not_played'])

const settleAllTask = taskKind('settle_unplayed', {
  input: z.object({
    matches: z.array(z.object({ id: z.int(), outcome: proposed })),
    areas: z.array(areaField),
    reason: z.string(),
    started_at: z.string(),
  }),
  outcome: settleAllOutcome,
})

/** Matches settled in one transaction. */
const BATCH_SIZE = 50

/**
 * Applies the outcomes shown, 50 matches at a time. Skips a match that has been settled, played or changed since, so
 * the work can restart anywhere.
 */
export const settleAllWork = taskWork(settleAllTask, async (app, { input, done, organizer_id }, progress, now) => {
  const { matches, areas, reason, started_at } = input
  const organizer = { id: organizer_id, organizer_areas: areas }
  await progress(done, matches.length)
  for (let from = done; from < matches.length; from += BATCH_SIZE) {
    const batch = matches.slice(from, from + BATCH_SIZE)
    await runAction({ app, player: organizer, now }, async (action) => {
      const match_ids = batch.map(({ id }) => id)
      const { league_ids, sealed } = await lockMatches(action, match_ids)
      const { mine } = await listProposals(action.tx, organizer_id, { areas }, now, match_ids)
      const asShown = mine.filter((match) =>
        batch.some(({ id, outcome: shown }) => id === match.id && shown === match.proposal.outcome),
      )
      for (const match of asShown) await applyProposal(action, match, reason, sealed)
      const settled = new Set(asShown.map(({ league_id }) => league_id))
      for (const league_id of league_ids) if (settled.has(league_id)) await rebuildLockedLeague(action.tx, league_id)
    })
    await progress(from + batch.length, matches.length)
  }
  const settled = await countSettled(
    app.db,
    matches.map(({ id }) => id),
    new Date(started_at),
  )
  return { settled, left: matches.length - settled }
})

/** Applies the suggested outcome of a locked match, and writes the audit entry. */
async function applyProposal(
  action: Action,
  match: UnplayedMatch,
  reason: string,
  sealed: ReadonlySet<number>,
): Promise<void> {
  const { tx, player, audit, now } = action
  const { id: match_id, league_id } = match
  const { subject, title, values: before } = await findMatchSnapshot(tx, match.id)
  await settleMatch(tx, match, { player_id: player.id, reason }, now)
  if (sealed.has(league_id)) await recordCorrection(action, { league_id, match_id, before_score_id: null, reason })
  const after = await findMatchSnapshot(tx, match.id)
  await audit({
    area: match.area,
    kind: 'settle_unplayed',
    subject,
    summary: `Settled ${title}: ${summaryOf(match)}`,
    reason,
    before,
    after: { ...after.values, outcome: match.proposal.outcome, reasons: match.proposal.reasons },
    undo: {},
  })
}

/**
 * Undoes settlements: all of them or none. Refuses `not_found` outside the organizer's areas and for a match that was
 * not settled, `settlement_answered`, and `own_match`.
 */
export function undoSettlements(
  actor: Actor,
  { match_ids, reason }: Call<typeof calls.undoSettlements>['body'],
): Promise<number> {
  return runAction(actor, async (action) => {
    const { tx, player, audit, now } = action
    const { found: mine, league_ids, sealed } = await lockMatches(action, match_ids)
    if (mine < match_ids.length) refuse('not_found')
    const found = await listSettlementsOf(tx, match_ids, player.organizer_areas)
    for (const id of match_ids) {
      const settlement = found.find(({ match_id }) => match_id === id) ?? refuse('not_found')
      if (!settlement.can_undo) refuse('settlement_answered')
      await refuseOwn(action, id)
      const { subject, title, values: before } = await findMatchSnapshot(tx, id)
      const { league_id, score_id: before_score_id } = await findLeagueAndScore(tx, id)
      await reopen(tx, settlement, now)
      if (sealed.has(league_id)) await recordCorrection(action, { league_id, match_id: id, before_score_id, reason })
      const event = { match_id: id, kind: 'reopened', side: null, player_id: player.id, text: `“${reason}”` } as const
      await insertEvent(tx, event, now)
      await notifyPlayers(tx, 'match_settled', id, settlement.id)
      const { values: after } = await findMatchSnapshot(tx, id)
      const summary = `Undid the settlement of ${title}`
      const undoes_id = (await findSettlingEntry(tx, subject)) ?? undefined
      const entry = { area: settlement.area, kind: 'undo_settlement', subject, summary, reason, undoes_id } as const
      await audit({ ...entry, before, after })
    }
    for (const league_id of league_ids) await rebuildLockedLeague(tx, league_id)
    return match_ids.length
  })
}

/** The audit entry of the newest settlement of a match. Null if the clock settled it, or if the entry was undone. */
async function findSettlingEntry(tx: Tx, subject: string): Promise<number | null> {
  const { rows } = await sql<{ id: number; undone: boolean }>`
    select a.id, exists (select from audit_undos u where u.audit_id = a.id) as undone from audit_log a
    where a.subject = ${subject} and a.kind = 'settle_unplayed'
    order by a.id desc limit 1`.execute(tx)
  return rows[0] && !rows[0].undone ? rows[0].id : null
}

async function reopen(tx: Tx, { id, match_id, outcome, play_from, play_by, version }: StoredSettlement, now: Date) {
  await tx.updateTable('match_settlements').set({ undone_at: now }).where('id', '=', id).execute()
  const undone =
    outcome === 'extended'
      ? { extended_at: null, play_from, play_by }
      : outcome === 'not_played'
        ? { not_played_at: null, canceled_at: null }
        : { score_id: null, match_date: null, match_time: null, voided_at: now, voided_version: version }
  await tx.updateTable('matches').set(undone).where('id', '=', match_id).execute()
  await sendCalendarsSoon(tx)
}

/**
 * For those of these matches that are in the organizer's areas, locks the leagues by ascending id, then the matches.
 * Returns their number, the leagues, and which of them are sealed.
 */
async function lockMatches(
  { tx, player, now }: Action,
  match_ids: readonly number[],
): Promise<{ found: number; league_ids: number[]; sealed: ReadonlySet<number> }> {
  const mine = tx.selectFrom('matches').where('id', 'in', match_ids).where('area', 'in', player.organizer_areas)
  const found = await mine.select(['id', 'league_id']).execute()
  const league_ids = [...new Set(found.map(({ league_id }) => league_id))].toSorted((a, b) => a - b)
  const sealed = await lockEachSealed(tx, league_ids, now)
  await mine.select('id').orderBy('id').forUpdate().execute()
  return { found: found.length, league_ids, sealed }
}

async function findLeagueAndScore(tx: Tx, match_id: number) {
  const match = tx.selectFrom('matches').select(['league_id', 'score_id']).where('id', '=', match_id)
  return match.executeTakeFirstOrThrow()
}

/** Refuses a match that the organizer plays in. */
async function refuseOwn({ tx, player }: Action, match_id: number): Promise<void> {
  const players = await listMatchPlayers(tx, match_id)
  if (players.some(({ player_id }) => player_id === player.id)) refuse('own_match')
}

function summaryOf({ proposal, names }: UnplayedMatch): string {
  return formatSettlement(proposal.outcome, names, proposal.extends_to).replace(/\.$/, '')
}
