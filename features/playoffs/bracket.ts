import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { Tx } from '#/server/db.ts'
import type { DueMatch, PlayoffMatch, Seed } from './bracket-queries.ts'
import type { MatchStage, StageDates } from '#/rules/playoffs.ts'
import type { StandingRow } from '#/rules/standings.ts'
import { addDays } from '#/rules/day.ts'
import { findRules } from '#/features/seasons/queries.ts'
import { listPlayoffMatches, listSeeds, toBracketState } from './bracket-queries.ts'
import { playoffEligibleEntries, replaceLeft, stageDates } from '#/rules/playoffs.ts'
import { refuse } from '#/server/refuse.ts'
import { startJob } from '#/server/queue.ts'

/**
 * Brings the play-offs of a league up to date with its table and their own results: replaces entries that have left,
 * inserts a match when both of its sides are known, and deletes it when a correction or a dispute takes a side back.
 * Does nothing without play-offs. The caller has locked the league. Refuses a tie, and `playoff_moved_on` when a winner
 * would change who has already played the next match.
 */
export async function moveWinnersOn(tx: Tx, league_id: number, table: readonly StandingRow[]): Promise<void> {
  const seeds = await listSeeds(tx, league_id)
  if (seeds.length === 0) return
  const stored = await listPlayoffMatches(tx, league_id)
  if (stored.some(({ tied }) => tied))
    refuse('invalid', {
      fields: { match_status: 'A play-off match needs a winner. Finish it, or report who retired.' },
    })
  const { matches } = toBracketState(await replaceLeftEntries(tx, league_id, seeds, stored, table), stored)
  const due = matches.flatMap(({ stage, slot, sides: [entry_one_id, entry_two_id], walkover }) =>
    walkover || entry_one_id === null || entry_two_id === null ? [] : [{ stage, slot, entry_one_id, entry_two_id }],
  )
  const obsolete = stored.filter((match) => !due.some((each) => isSameMatch(each, match)))
  if (obsolete.some(({ score_id }) => score_id !== null)) refuse('playoff_moved_on')
  if (obsolete.length > 0)
    await tx
      .deleteFrom('matches')
      .where(
        'id',
        'in',
        obsolete.map(({ id }) => id),
      )
      .execute()
  const schedule = await readSchedule(tx, league_id)
  const missing = due.filter((each) => !stored.some((match) => isSameMatch(each, match)))
  if (missing.length > 0) await insertPlayoffMatches(tx, schedule, missing)
  const rescheduled = stored.filter(
    (match) => match.score_id === null && match.play_by !== schedule.days[match.stage].play_by,
  )
  for (const { id, stage } of rescheduled)
    await tx.updateTable('matches').set(schedule.days[stage]).where('id', '=', id).execute()
  await startJob(tx, 'tell_playoffs', { league_id }, { key: `tell_playoffs ${league_id}` })
}

/** Gives the seeds of entries that have left the league to the next ones in line, or marks them as withdrawn. */
async function replaceLeftEntries(
  tx: Tx,
  league_id: number,
  seeds: readonly Seed[],
  stored: readonly PlayoffMatch[],
  table: readonly StandingRow[],
): Promise<Seed[]> {
  // An entry that is marked as withdrawn stays in the bracket: its opponents win by walkover.
  const left = seeds.filter(({ entry_id, withdrawn }) => !withdrawn && !table.some((row) => row.entry_id === entry_id))
  if (left.length === 0) return [...seeds]
  const played = stored.filter(({ score_id }) => score_id !== null)
  const after = replaceLeft(
    seeds.map(({ entry_id }) => entry_id),
    left.map(({ entry_id }) => entry_id),
    played.flatMap(({ entry_one_id, entry_two_id }) => [entry_one_id, entry_two_id]),
    playoffEligibleEntries(table, await findRules(tx, league_id)),
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

function isSameMatch(one: DueMatch, two: DueMatch): boolean {
  return (['stage', 'slot', 'entry_one_id', 'entry_two_id'] as const).every((name) => one[name] === two[name])
}

type Schedule = {
  league_id: number
  area: AreaSlug
  /** When the newest match became known: when the play-offs were made, or when the last score was reported. */
  since: Date
  days: Record<MatchStage, { play_from: string; play_by: string }>
}

/** Area and days of the matches of a league's play-offs. */
async function readSchedule(tx: Tx, league_id: number): Promise<Schedule> {
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
  { league_id, area, since, days }: Schedule,
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
