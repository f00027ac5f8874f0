import { createHash } from 'node:crypto'
import { areaName } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { runAction, type Action } from '#/server/action.ts'
import type { DrawnMatch } from '#/features/schedule/queries.ts'
import { taskKind, taskWork } from '#/organizer/desk/tasks.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { type Db } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { drawOutcome, type DrawPreview, type DrawProblem } from './contract.ts'
import * as z from 'zod/mini'
import { findLeague, listEnteredLeagues, listEntryNames, lockOpenCards, type OrganizerLeague } from './queries.ts'
import { isEmpty, planDraw, type DrawPlan, applyDraw } from '#/features/schedule/draw.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { formatWordsOf } from '#/rules/formats/formats.ts'

/** The draw of each league of a season with entries, in a fixed order. */
export async function planSeason(
  db: Db,
  season: Parameters<typeof listEnteredLeagues>[1],
  today: string,
): Promise<{ league: OrganizerLeague; plan: DrawPlan }[]> {
  const planned = []
  for (const league of await listEnteredLeagues(db, season))
    planned.push({ league, plan: await planDraw(db, league.league_id, today, { early: true }) })
  return planned
}

/** Why a plan cannot be carried out. Null if it can. */
export function problemOf(plan: DrawPlan, today: string): DrawProblem {
  const { entry_ids, waits_until, ending_date } = plan
  if (today > ending_date) return 'season_over'
  if (!isEmpty(plan)) return null
  if (entry_ids.length < 2) return 'too_few'
  return waits_until === null ? 'nothing' : 'round_open'
}

/** The row of a league in a preview. */
export function leaguePreviewOf(
  { league_id, area, division, division_name }: OrganizerLeague,
  plan: DrawPlan,
  today: string,
) {
  return {
    league_id,
    area,
    division,
    division_name,
    format: plan.format,
    waits_until: plan.waits_until && wireDay(plan.waits_until),
    entries: plan.entry_ids.length,
    new_entries: plan.new_entries,
    byes: !formatWordsOf(plan.format.kind).by_period && tableSizes(plan).some((size) => size % 2 === 1),
    kept: plan.kept,
    added: plan.add.length,
    removed: plan.remove.length,
    shortage: plan.shortage,
    problem: problemOf(plan, today),
  }
}

function tableSizes({ flight_entries, entry_ids }: DrawPlan): number[] {
  return flight_entries.length > 0 ? flight_entries.map((among) => among.length) : [entry_ids.length]
}

/** The preview of a league's draw, round by round, with names. */
export async function drawPreviewOf(
  db: Db,
  league: OrganizerLeague,
  plan: DrawPlan,
  today: string,
): Promise<DrawPreview> {
  const names = await listEntryNames(db, league.league_id)
  const nameOf = (entry_id: number) => names.get(entry_id) ?? ''
  const reasonOf = (entry_id: number) => ({
    last: plan.last.get(entry_id) ?? null,
    rating: plan.ratings.get(entry_id) ?? null,
  })
  const numbers = [...new Set(plan.add.map(({ round }) => round))].toSorted((a, b) => a - b)
  const whole = Math.floor(plan.entry_ids.length / 2)
  const rounds = numbers.map((round) => {
    const cards = plan.add.filter((card) => card.round === round)
    const busy = new Set(cards.flatMap(({ pair }) => pair))
    const idle = plan.entry_ids.filter((entry_id) => !busy.has(entry_id))
    const [first] = cards
    return {
      round,
      play_from: wireDay(first?.from ?? ''),
      play_by: wireDay(first?.to ?? ''),
      cards: cards.map(({ pair: [one, two] }) => ({ one: nameOf(one), two: nameOf(two) })),
      bye: cards.length === whole && idle.length === 1 ? nameOf(idle[0] ?? 0) : null,
    }
  })
  const gone = plan.remove.map(({ pair: [one, two], from, to }) => ({
    one: nameOf(one),
    two: nameOf(two),
    play_from: from && wireDay(from),
    play_by: to && wireDay(to),
  }))
  const { season, season_slug, year, starting_date, ending_date } = league
  return {
    season,
    season_slug,
    year,
    starting_date: wireDay(starting_date),
    ending_date: wireDay(ending_date),
    ...leaguePreviewOf(league, plan, today),
    digest: plan.digest,
    can_move: plan.is_first,
    rounds,
    draw_by: plan.draw_by,
    ladder: [...plan.rungs.keys()].map((entry_id) => ({ entry_id, name: nameOf(entry_id), ...reasonOf(entry_id) })),
    flights: plan.flight_entries.map((among) =>
      among.map(({ entry_id, from }) => ({ entry_id, name: nameOf(entry_id), from, ...reasonOf(entry_id) })),
    ),
    gone,
    closed_days: plan.closed
      .filter(({ from, to }) => from <= ending_date && to >= starting_date)
      .map(({ name, from, to }) => ({ name, from: wireDay(from), to: wireDay(to) })),
  }
}

/** One digest for the plans of all leagues of a season. */
export function digestOf(plans: readonly DrawPlan[]): string {
  return createHash('sha256')
    .update(plans.map(({ digest }) => digest).join())
    .digest('base64url')
}

type Draw = { digest: string; redraw: boolean; reason: string }

/** The audit log's record of a draw: the number of matches, and those deleted. */
type DrawnMatches = { matches: number; deleted: Pick<DrawnMatch, 'pair' | 'from' | 'to'>[] }

/**
 * Draws a league exactly as in its preview. Returns the plan, or null if it has changed since. A plan with nothing left to
 * change has already been carried out. Refuses `season_over`.
 */
export async function drawAsPreviewed(
  { tx, audit, now }: Action,
  league: OrganizerLeague,
  { digest, redraw, reason }: Draw,
): Promise<DrawPlan | null> {
  const today = saleDay(now)
  await lockLeague(tx, league.league_id)
  await lockOpenCards(tx, league.league_id)
  const plan = await planDraw(tx, league.league_id, today, { redraw, early: true })
  const problem = problemOf(plan, today)
  if (problem === 'season_over') refuse('season_over')
  if (problem !== null) return plan
  if (plan.digest !== digest) return null
  await applyDraw(tx, plan, now)
  await audit<DrawnMatches>({
    area: league.area,
    kind: redraw ? 'redraw' : 'draw',
    subject: `league ${league.league_id}`,
    summary: `${formatVerb(plan, redraw)} ${formatLeague(league)}: ${formatChanges(plan)}`,
    reason,
    before: {
      matches: plan.kept + plan.remove.length,
      deleted: plan.remove.map(({ pair, from, to }) => ({ pair, from, to })),
    },
    after: { matches: plan.kept + plan.add.length },
  })
  return plan
}

/** '45 matches added, 3 deleted' */
export function formatChanges({ add, remove, rungs }: Pick<DrawPlan, 'add' | 'remove' | 'rungs'>): string {
  if (rungs.size > 0) return `${rungs.size} on the ladder`
  const added = `${add.length} ${add.length === 1 ? 'match' : 'matches'} added`
  return remove.length === 0 ? added : `${added}, ${remove.length} deleted`
}

/** 'Drew', 'Redrew', 'Drew round 3 of' */
function formatVerb({ rounds_drawn }: DrawPlan, redraw: boolean): string {
  const verb = redraw ? 'Redrew' : 'Drew'
  return rounds_drawn === null ? verb : `${verb} round ${rounds_drawn} of`
}

export function formatLeague({ division_name, area, season, year }: OrganizerLeague): string {
  return `${division_name} in ${areaName(area)}, ${season} ${year}`
}

/** Draws a season: each league with the digest of its preview. */
export const drawSeasonTask = taskKind('draw_season', {
  input: z.object({ leagues: z.array(z.object({ league_id: z.int(), digest: z.string() })), reason: z.string() }),
  outcome: drawOutcome,
})

/** Draws the leagues of a season one after the other. If it runs again, the leagues already drawn have nothing left to change. */
export const drawSeasonWork = taskWork(drawSeasonTask, async (app, task, progress, now) => {
  const { leagues, reason } = task.input
  const outcome: z.output<typeof drawOutcome> = { added: 0, removed: 0, changed: [], too_small: [] }
  for (const [index, { league_id, digest }] of leagues.entries()) {
    const { area } = await app.db
      .selectFrom('leagues')
      .select('area')
      .where('id', '=', league_id)
      .executeTakeFirstOrThrow()
    // The organizer's areas were checked when they started the task.
    const organizer = { id: task.organizer_id, organizer_areas: [area] }
    const { league, plan } = await runAction({ app, player: organizer, now }, async (action) => {
      const found = (await findLeague(action.tx, league_id, [area])) ?? refuse('not_found')
      return { league: found, plan: await drawAsPreviewed(action, found, { digest, redraw: false, reason }) }
    })
    const name = `${league.division_name}, ${areaName(league.area)}`
    if (!plan) outcome.changed.push(name)
    if (plan?.shortage) outcome.too_small.push(name)
    outcome.added += plan?.add.length ?? 0
    outcome.removed += plan?.remove.length ?? 0
    await progress(index + 1, leagues.length)
  }
  return outcome
})
