import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/fields.ts'
import { addDays } from '#/rules/day.ts'
import { bracketState, makeBracket, stageDates, type MatchStage } from '#/rules/playoffs.ts'
import { graceDays, type SeasonSlug } from '#/rules/season.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'

/** The entries of a league's play-offs, best first; none while there are no play-offs. */
export async function listSeeds(db: Db | Tx, league_id: number): Promise<number[]> {
  const seeds = await db
    .selectFrom('playoff_seeds')
    .select('entry_id')
    .where('league_id', '=', league_id)
    .orderBy('seed')
    .execute()
  return seeds.map(({ entry_id }) => entry_id)
}

/** A match whose two sides are known. */
type DueMatch = { stage: MatchStage; slot: number; entry_one_id: number; entry_two_id: number }

type PlayoffMatch = DueMatch & {
  id: number
  score_id: number | null
  /** Null while open, in a tie, and while a dispute is not settled. */
  winner: number | null
  tied: boolean
}

/**
 * Brings the matches of a league's play-offs up to date with their results: the next one is made when both sides are
 * known, and unmade when a correction or a dispute takes one back. Without play-offs it does nothing. The caller holds
 * the league. Refuses a tie, and `playoff_moved_on` when the winner who would change has already played on.
 */
export async function moveWinnersOn(tx: Tx, league_id: number): Promise<void> {
  const seeds = await listSeeds(tx, league_id)
  if (seeds.length === 0) return
  const stored = await listPlayoffMatches(tx, league_id)
  if (stored.some(({ tied }) => tied))
    refuse('invalid', { fields: { match_status: 'A play-off match needs a winner: play on, or report who retired.' } })
  const known = bracketState(makeBracket(seeds), stored).matches.flatMap(
    ({ stage, slot, sides: [entry_one_id, entry_two_id] }) =>
      entry_one_id === null || entry_two_id === null ? [] : [{ stage, slot, entry_one_id, entry_two_id }],
  )
  const over = stored.filter((match) => !known.some((due) => areSame(due, match)))
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
  const missing = known.filter((due) => !stored.some((match) => areSame(due, match)))
  if (missing.length > 0) await insertPlayoffMatches(tx, league_id, missing)
}

function areSame(one: DueMatch, two: DueMatch): boolean {
  return (['stage', 'slot', 'entry_one_id', 'entry_two_id'] as const).every((name) => one[name] === two[name])
}

async function listPlayoffMatches(tx: Tx, league_id: number): Promise<PlayoffMatch[]> {
  const { rows } = await sql<PlayoffMatch>`
    select m.id, m.playoff_stage as stage, m.playoff_slot as slot, m.entry_one_id, m.entry_two_id, m.score_id,
      case when s.answer is distinct from 'disputed' then s.winner_entry_id end as winner,
      m.score_id is not null and s.winner_entry_id is null as tied
    from matches m
    left join scores s on s.id = m.score_id
    where m.league_id = ${league_id} and m.playoff_stage is not null
    order by m.playoff_stage, m.playoff_slot`.execute(tx)
  return rows
}

async function insertPlayoffMatches(tx: Tx, league_id: number, due: readonly DueMatch[]): Promise<void> {
  const { rows } = await sql<{ area: AreaSlug; slug: SeasonSlug; year: number; ending_date: string; since: Date }>`
    select l.area, se.slug, se.year, se.ending_date,
      greatest(made.made_at, (
        select max(s.created_at) from matches m join scores s on s.id = m.score_id
        where m.league_id = l.id and m.playoff_stage is not null)) as since
    from playoffs made
    join leagues l on l.id = made.league_id
    join seasons se on se.id = l.season_id
    where l.id = ${league_id}`.execute(tx)
  const league = rows[0]
  if (!league) return
  const dates = stageDates(league.slug, league.year)
  const closed = addDays(league.ending_date, graceDays)
  await tx
    .insertInto('matches')
    .values(
      due.map(({ stage, slot, ...sides }) => ({
        league_id,
        area: league.area,
        ...sides,
        playoff_stage: stage,
        playoff_slot: slot,
        play_from: addDays(stage === 1 ? closed : dates[stage === 2 ? 1 : 2], 1),
        play_by: dates[stage],
        created_at: league.since,
      })),
    )
    .execute()
}
