import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { addDays } from '#/rules/day.ts'
import {
  bracketState,
  giveWay,
  makeBracket,
  playoffWaiting,
  stageDates,
  type BracketState,
  type MatchStage,
  type StageDates,
} from '#/rules/playoffs.ts'
import { findRules } from '#/features/seasons/queries.ts'
import type { StandingRow } from '#/rules/standings.ts'
import type { Db, Tx } from '#/server/db.ts'
import { startJob } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'

type Seed = { seed: number; entry_id: number; withdrawn: boolean }

/** The entries of a league's play-offs, best first; none while there are no play-offs. */
export async function listSeeds(db: Db | Tx, league_id: number): Promise<Seed[]> {
  return db
    .selectFrom('playoff_seeds')
    .select(['seed', 'entry_id', 'withdrawn'])
    .where('league_id', '=', league_id)
    .orderBy('seed')
    .execute()
}

/** A match whose two sides are known. */
type DueMatch = { stage: MatchStage; slot: number; entry_one_id: number; entry_two_id: number }

type PlayoffMatch = DueMatch & {
  id: number
  score_id: number | null
  play_by: string
  /** Null while open, in a tie, and while a dispute is not settled. */
  winner: number | null
  tied: boolean
  /** Until when the standing score can be answered; null while open, and when it has been answered. */
  open_until: Date | null
}

/**
 * Brings the play-offs of a league up to date with its table and their own results: who has left gives way, the next
 * match is made when both sides are known, and unmade when a correction or a dispute takes one back. Without play-offs
 * it does nothing. The caller holds the league. Refuses a tie, and `playoff_moved_on` when the winner who would change
 * has already played on.
 */
export async function moveWinnersOn(tx: Tx, league_id: number, table: readonly StandingRow[]): Promise<void> {
  const seeds = await listSeeds(tx, league_id)
  if (seeds.length === 0) return
  const stored = await listPlayoffMatches(tx, league_id)
  if (stored.some(({ tied }) => tied))
    refuse('invalid', { fields: { match_status: 'A play-off match needs a winner: play on, or report who retired.' } })
  const { matches } = stateOf(await fillPlaces(tx, league_id, seeds, stored, table), stored)
  const due = matches.flatMap(({ stage, slot, sides: [entry_one_id, entry_two_id], walkover }) =>
    walkover || entry_one_id === null || entry_two_id === null ? [] : [{ stage, slot, entry_one_id, entry_two_id }],
  )
  const over = stored.filter((match) => !due.some((each) => areSame(each, match)))
  if (over.some(({ score_id }) => score_id !== null)) refuse('playoff_moved_on')
  if (over.length > 0)
    await tx
      .deleteFrom('matches')
      .where(
        'id',
        'in',
        over.map(({ id }) => id),
      )
      .execute()
  const plan = await readPlan(tx, league_id)
  const missing = due.filter((each) => !stored.some((match) => areSame(each, match)))
  if (missing.length > 0) await insertPlayoffMatches(tx, plan, missing)
  const moved = stored.filter((match) => match.score_id === null && match.play_by !== plan.days[match.stage].play_by)
  for (const { id, stage } of moved)
    await tx.updateTable('matches').set(plan.days[stage]).where('id', '=', id).execute()
  await startJob(tx, 'tell_playoffs', { league_id }, { key: `tell_playoffs ${league_id}` })
}

/** Gives the places of those who have left the league to those who come next, and notes who stays as withdrawn. */
async function fillPlaces(
  tx: Tx,
  league_id: number,
  seeds: readonly Seed[],
  stored: readonly PlayoffMatch[],
  table: readonly StandingRow[],
): Promise<Seed[]> {
  // Who has withdrawn stays so: the matches are given.
  const left = seeds.filter(({ entry_id, withdrawn }) => !withdrawn && !table.some((row) => row.entry_id === entry_id))
  if (left.length === 0) return [...seeds]
  const played = stored.filter(({ score_id }) => score_id !== null)
  const after = giveWay(
    seeds.map(({ entry_id }) => entry_id),
    left.map(({ entry_id }) => entry_id),
    played.flatMap(({ entry_one_id, entry_two_id }) => [entry_one_id, entry_two_id]),
    playoffWaiting(table, await findRules(tx, league_id)),
  )
  const filled = seeds.map(({ seed, withdrawn }, index) => {
    const entry_id = after.seeds[index] ?? 0
    return { seed, entry_id, withdrawn: withdrawn || after.withdrawn.includes(entry_id) }
  })
  for (const { seed, entry_id, withdrawn } of filled)
    await tx
      .updateTable('playoff_seeds')
      .set({ entry_id, withdrawn })
      .where('league_id', '=', league_id)
      .where('seed', '=', seed)
      .execute()
  return filled
}

/** The bracket as the seeds and the played matches have it. */
export function stateOf(
  seeds: readonly Seed[],
  stored: readonly Pick<PlayoffMatch, 'stage' | 'slot' | 'winner' | 'score_id'>[],
): BracketState {
  return bracketState(
    makeBracket(seeds.map(({ entry_id }) => entry_id)),
    stored.filter(({ score_id }) => score_id !== null),
    seeds.filter(({ withdrawn }) => withdrawn).map(({ entry_id }) => entry_id),
  )
}

function areSame(one: DueMatch, two: DueMatch): boolean {
  return (['stage', 'slot', 'entry_one_id', 'entry_two_id'] as const).every((name) => one[name] === two[name])
}

/** The play-off matches that both sides are known of, by stage and slot. */
export async function listPlayoffMatches(db: Db | Tx, league_id: number): Promise<PlayoffMatch[]> {
  return listMatchesOf(db, [league_id])
}

async function listMatchesOf(
  db: Db | Tx,
  league_ids: readonly number[],
): Promise<(PlayoffMatch & { league_id: number })[]> {
  const { rows } = await sql<PlayoffMatch & { league_id: number }>`
    select m.id, m.league_id, m.playoff_stage as stage, m.playoff_slot as slot, m.entry_one_id, m.entry_two_id, m.score_id, m.play_by,
      case when s.answer is distinct from 'disputed' then s.winner_entry_id end as winner,
      m.score_id is not null and s.winner_entry_id is null as tied,
      case when s.answer is null then s.answer_until end as open_until
    from matches m
    left join scores s on s.id = m.score_id
    where m.league_id = any(${league_ids}::int[]) and m.playoff_stage is not null
    order by m.league_id, m.playoff_stage, m.playoff_slot`.execute(db)
  return rows
}

/** The champions of those of the leagues that have one: entry ids by league. */
export async function listChampions(db: Db, league_ids: readonly number[]): Promise<Map<number, number>> {
  if (league_ids.length === 0) return new Map()
  const seeds = await db
    .selectFrom('playoff_seeds')
    .select(['league_id', 'seed', 'entry_id', 'withdrawn'])
    .where('league_id', 'in', league_ids)
    .orderBy('league_id')
    .orderBy('seed')
    .execute()
  const stored = await listMatchesOf(db, league_ids)
  return new Map(
    league_ids.flatMap((league_id) => {
      const mine = <T extends { league_id: number }>(rows: readonly T[]) =>
        rows.filter((row) => row.league_id === league_id)
      const { champion } = stateOf(mine(seeds), mine(stored))
      return champion === null ? [] : [[league_id, champion] as const]
    }),
  )
}

type Plan = {
  league_id: number
  area: AreaSlug
  /** When the newest match became known: the bracket or the last score. */
  since: Date
  days: Record<MatchStage, { play_from: string; play_by: string }>
}

/** Where and when the matches of a league's play-offs are played. */
async function readPlan(tx: Tx, league_id: number): Promise<Plan> {
  const { rows } = await sql<{
    area: AreaSlug
    slug: string
    ending_date: string
    counts_until: string
    stage_dates: StageDates | null
    made_on: string
    since: Date
  }>`
    select l.area, se.slug, se.ending_date, se.counts_until, se.stage_dates, (made.made_at at time zone a.time_zone)::date as made_on,
      greatest(made.made_at, (
        select max(s.created_at) from matches m join scores s on s.id = m.score_id
        where m.league_id = l.id and m.playoff_stage is not null)) as since
    from playoffs made
    join leagues l on l.id = made.league_id
    join seasons se on se.id = l.season_id
    join areas a on a.slug = l.area
    where l.id = ${league_id}`.execute(tx)
  const league = rows[0]
  if (!league) throw new Error(`the league ${league_id} has no play-offs`)
  const dates = stageDates(league)
  const begin = earlier(addDays(league.counts_until, 1), league.made_on)
  const within = (from: string, play_by: string) => ({ play_from: earlier(from, play_by), play_by })
  return {
    league_id,
    area: league.area,
    since: league.since,
    days: {
      1: within(begin, dates[1]),
      2: within(addDays(dates[1], 1), dates[2]),
      3: within(addDays(dates[2], 1), dates[3]),
    },
  }
}

async function insertPlayoffMatches(
  tx: Tx,
  { league_id, area, since, days }: Plan,
  due: readonly DueMatch[],
): Promise<void> {
  await tx
    .insertInto('matches')
    .values(
      due.map(({ stage, slot, ...sides }) => ({
        league_id,
        area,
        ...sides,
        playoff_stage: stage,
        playoff_slot: slot,
        ...days[stage],
        created_at: since,
      })),
    )
    .execute()
}

function earlier(one: string, two: string): string {
  return one < two ? one : two
}
