import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { Tx } from '#/server/db.ts'
import type { DueMatch, PlayoffMatch, Seed } from './bracket-queries.ts'
import type { StageDates, StoredBracketMatch } from '#/rules/playoffs.ts'
import type { MatchStage } from '#/rules/playoff-stages.ts'
import type { StandingRow } from '#/rules/standings.ts'
import { addDays } from '#/rules/day.ts'
import { findRules } from '#/features/seasons/queries.ts'
import { bracketOf, listSeeds, listStoredMatches, notPlayingOf, toBracketState } from './bracket-queries.ts'
import { answerUntil } from '#/rules/confirmation.ts'
import { bracketChanges, leadsTo, matchDay, playoffEligibleEntries, replaceLeft, stageDay } from '#/rules/playoffs.ts'
import { matchStagesOf } from '#/rules/playoff-stages.ts'
import { refuse } from '#/server/refuse.ts'
import { startJob } from '#/server/queue.ts'

/**
 * Updates a league's play-offs from its table and their results: replaces entries that have left, and applies
 * `bracketChanges` (rules/playoffs.ts). Does nothing without play-offs, or once they are canceled. The caller must have locked the league. Refuses
 * a tie; with `keep_after`, a match, refuses `playoff_moved_on` if a result after it would stop counting.
 */
export async function moveWinnersOn(
  tx: Tx,
  league_id: number,
  table: readonly StandingRow[],
  keep_after: number | null = null,
): Promise<void> {
  const seeds = await listSeeds(tx, league_id)
  if (seeds.length === 0 || (await areCanceled(tx, league_id))) return
  const stored = await listStoredMatches(tx, league_id)
  const counting = stored.filter(({ set_aside }) => !set_aside)
  if (counting.some(({ tied }) => tied))
    refuse('invalid', {
      fields: { match_status: 'A play-off match needs a winner. Finish it, or report who retired.' },
    })
  const after = await replaceLeftEntries(tx, league_id, seeds, counting, table)
  const { insert, remove, set_aside, bring_back } = bracketChanges(
    bracketOf(after),
    stored.map(toStored),
    notPlayingOf(after),
  )
  const changed = stored.find(({ id }) => id === keep_after)
  if (changed) refuseToUndo(changed, counting, after, set_aside)
  if (remove.length > 0) await tx.deleteFrom('matches').where('id', 'in', remove).execute()
  const schedule = await readSchedule(tx, league_id)
  await setAside(tx, set_aside, schedule.since)
  await bringBack(tx, bring_back, schedule.since)
  if (set_aside.length + bring_back.length > 0) await countResults(tx, league_id)
  if (insert.length > 0) await insertPlayoffMatches(tx, schedule, insert)
  const rescheduled = counting.filter(
    (match) => match.score_id === null && match.play_by !== schedule.daysOf(match).play_by,
  )
  for (const match of rescheduled)
    await tx.updateTable('matches').set(schedule.daysOf(match)).where('id', '=', match.id).execute()
  await startJob(tx, 'tell_playoffs', { league_id }, { key: `tell_playoffs ${league_id}` })
}

async function areCanceled(tx: Tx, league_id: number): Promise<boolean> {
  const made = await tx
    .selectFrom('playoffs')
    .select('canceled_at')
    .where('league_id', '=', league_id)
    .executeTakeFirst()
  return made !== undefined && made.canceled_at !== null
}

function toStored({ score_id, ...match }: PlayoffMatch): StoredBracketMatch {
  return { ...match, scored: score_id !== null }
}

/** Refuses `playoff_moved_on` if a result that depends on `changed` is set aside, or has an undecided side. */
function refuseToUndo(
  changed: PlayoffMatch,
  counting: readonly PlayoffMatch[],
  seeds: readonly Seed[],
  set_aside: readonly number[],
): void {
  const { matches } = toBracketState(seeds, counting)
  const undone = counting.some((match) => {
    if (match.score_id === null || !leadsTo(bracketOf(seeds), changed, match)) return false
    const line = matches.find(({ stage, slot }) => stage === match.stage && slot === match.slot)
    return set_aside.includes(match.id) || !line || line.sides.includes(null)
  })
  if (undone) refuse('playoff_moved_on')
}

/** A match that is set aside keeps its versions and its day, and counts as canceled everywhere. */
async function setAside(tx: Tx, ids: readonly number[], since: Date): Promise<void> {
  if (ids.length > 0)
    await tx.updateTable('matches').set({ score_id: null, canceled_at: since }).where('id', 'in', ids).execute()
}

/**
 * The last version of a match that was set aside counts again; if it could still be answered then, the deadline is a
 * day from now.
 */
async function bringBack(tx: Tx, ids: readonly number[], since: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update scores s set answer_until = ${answerUntil(since)}
    from matches m
    where m.id = any(${ids}::int[]) and s.id = (select max(last.id) from scores last where last.match_id = m.id)
      and s.answer is null and s.answer_until > m.canceled_at`.execute(tx)
  await sql`
    update matches m set canceled_at = null, score_id = (select max(last.id) from scores last where last.match_id = m.id)
    where m.id = any(${ids}::int[])`.execute(tx)
}

/** Stores how many results a league has, after its bracket has changed which count. */
async function countResults(tx: Tx, league_id: number): Promise<void> {
  await sql`
    update leagues set results = (select count(*) from matches m where m.league_id = ${league_id} and m.score_id is not null)
    where id = ${league_id}`.execute(tx)
}

/** Gives the seeds of entries that have left the league to the next in line, or marks them as withdrawn. */
async function replaceLeftEntries(
  tx: Tx,
  league_id: number,
  seeds: readonly Seed[],
  stored: readonly PlayoffMatch[],
  table: readonly StandingRow[],
): Promise<Seed[]> {
  // An entry marked as withdrawn stays in the bracket: its opponents win by walkover.
  const left = seeds.filter(({ entry_id, withdrawn }) => !withdrawn && !table.some((row) => row.entry_id === entry_id))
  if (left.length === 0) return [...seeds]
  const played = stored.filter(({ score_id }) => score_id !== null)
  const after = replaceLeft(
    seeds.map(({ entry_id }) => entry_id),
    left.map(({ entry_id }) => entry_id),
    played.flatMap(({ entry_one_id, entry_two_id }) => [entry_one_id, entry_two_id]),
    playoffEligibleEntries(table, await findRules(tx, league_id)),
  )
  const filled = seeds.map((seat, index) => {
    const entry_id = after.seeds[index] ?? 0
    return { ...seat, entry_id, withdrawn: seat.withdrawn || after.withdrawn.includes(entry_id) }
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

type Schedule = {
  league_id: number
  area: AreaSlug
  /** When the newest match became known: when the play-offs were made, or the last score was reported. */
  since: Date
  daysOf: (match: { stage: MatchStage; slot: number }) => { play_from: string; play_by: string }
}

/** Area and match days of a league's play-offs. */
async function readSchedule(tx: Tx, league_id: number): Promise<Schedule> {
  const { rows } = await sql<{
    area: AreaSlug
    slug: string
    ending_date: string
    counts_until: string
    stage_dates: StageDates | null
    made_on: string
    seeds: number
    since: Date
  }>`
    select l.area, se.slug, se.ending_date, se.counts_until, se.stage_dates, (made.made_at at time zone a.time_zone)::date as made_on,
      (select count(*) from playoff_seeds ps where ps.league_id = l.id) as seeds,
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
  const stages = matchStagesOf(league.seeds)
  const begin = earlier(addDays(league.counts_until, 1), league.made_on)
  return {
    league_id,
    area: league.area,
    since: league.since,
    daysOf: ({ stage, slot }) => {
      const before = stages[stages.findIndex((each) => each.stage === stage) - 1]
      const from = before ? addDays(stageDay(league, before.stage, league.seeds), 1) : begin
      const play_by = matchDay(league, { stage, slot }, league.seeds)
      return { play_from: earlier(from, play_by), play_by }
    },
  }
}

async function insertPlayoffMatches(
  tx: Tx,
  { league_id, area, since, daysOf }: Schedule,
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
        ...daysOf({ stage, slot }),
        created_at: since,
      })),
    )
    .execute()
}

function earlier(one: string, two: string): string {
  return one < two ? one : two
}
