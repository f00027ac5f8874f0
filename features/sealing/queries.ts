import { sql, type SqlBool } from 'kysely'
import { joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'
import { acquireLeagueSlot, isSealed } from '#/features/leagues/queries.ts'
import { arePlayoffsDue } from '#/features/playoffs/bracket-queries.ts'
import { readLeague } from '#/features/standings/queries.ts'
import { dayInZone } from '#/rules/day.ts'
import { NOTICE_DAYS } from '#/rules/effort.ts'
import { stageDay, type StagedSeason } from '#/rules/playoffs.ts'
import { isOver, type SealFacts } from '#/rules/seal.ts'
import { playoffField, rankStandings } from '#/rules/standings.ts'
import type { Db, Tx } from '#/server/db.ts'

type Found = Omit<SealFacts, 'playoffs_until'> &
  StagedSeason & { sealed: boolean; time_zone: string; open_until: string | null; seeds: number }

/**
 * Whether a league is sealed, or will be as soon as somebody locks it. To change something, use `lockSealed` instead.
 */
export async function isSealedNow(db: Db | Tx, league_id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<Found>`
    select ${isSealed} as sealed, a.time_zone, se.slug, se.ending_date, se.stage_dates, se.counts_until, played.*,
      (select count(*) from playoff_seeds ps where ps.league_id = l.id) as seeds,
      exists (
        select from matches m
        join match_settlements notice on notice.match_id = m.id and notice.settled_at is null and notice.undone_at is null
          and notice.objected_at is null and notice.noticed_at > ${now}::timestamptz - make_interval(days => ${NOTICE_DAYS + 1})
        where m.league_id = l.id and m.score_id is null and m.canceled_at is null
          and se.rules ->> 'unplayed' = 'clock') as announced,
      ${arePlayoffsDue(sql`(${now}::timestamptz at time zone a.time_zone)::date`)} as playoffs_due,
      (
        select max(coalesce(m.play_by, se.ending_date)) from matches m
        where m.league_id = l.id and m.playoff_stage is not null and m.score_id is null and m.canceled_at is null) as open_until
    from leagues l ${joinSeasonAndDivision}
    join areas a on a.slug = l.area
    cross join lateral (
      select count(*) as results, coalesce(bool_or(s.answer = 'disputed'), false) as disputed,
        max(s.answer_until) filter (where s.answer is null) as answer_until, max(s.created_at) as last_version_at
      from matches m join scores s on s.id = m.score_id
      where m.league_id = l.id) played
    where l.id = ${league_id}`.execute(db)
  const [found] = rows
  if (!found || found.sealed) return found?.sealed ?? false
  const playoffs_due = found.playoffs_due && (await doEnoughQualify(db, league_id, now))
  // A consolation ends after the final.
  const days = found.open_until === null ? [] : [found.open_until, stageDay(found, 3, found.seeds)]
  const playoffs_until = days.toSorted().at(-1) ?? null
  return isOver({ ...found, playoffs_due, playoffs_until }, dayInZone(now, found.time_zone), now)
}

/** Whether the field of a league's play-offs is large enough for a bracket. */
async function doEnoughQualify(db: Db | Tx, league_id: number, now: Date): Promise<boolean> {
  const { entries, matches, rules } = await readLeague(db, league_id, now)
  return playoffField(rankStandings(entries, matches, rules), rules).length >= 2
}

/**
 * Locks the league like `lockLeague`, and seals it if its season is over (docs/decisions/107). Returns whether it is
 * sealed. Whatever changes who is in a table, or its results, asks here first: the clock's job comes up to an hour late.
 */
export async function lockSealed(tx: Tx, league_id: number, now: Date): Promise<boolean> {
  acquireLeagueSlot(tx, league_id)
  // While a season runs, this one statement is all.
  const { rows } = await sql<{ sealed: boolean; past: boolean }>`
    select ${isSealed} as sealed, ${isPast(now)} as past
    from leagues l join seasons se on se.id = l.season_id join areas a on a.slug = l.area
    where l.id = ${league_id} for no key update of l`.execute(tx)
  const [league] = rows
  if (!league || league.sealed || !league.past) return league?.sealed ?? false
  if (!(await isSealedNow(tx, league_id, now))) return false
  await tx.updateTable('leagues').set({ sealed_at: now }).where('id', '=', league_id).execute()
  return true
}

/** Whether the last day on which a match of season `se` counts is past in area `a`. */
const isPast = (now: Date) => sql<SqlBool>`(se.counts_until < (${now}::timestamptz at time zone a.time_zone)::date)`

/** Locks leagues like `lockSealed`, in the given order: ascending ids. Returns those that are sealed. */
export async function lockEachSealed(tx: Tx, league_ids: readonly number[], now: Date): Promise<Set<number>> {
  const sealed = new Set<number>()
  for (const league_id of league_ids) if (await lockSealed(tx, league_id, now)) sealed.add(league_id)
  return sealed
}

/** The leagues with results whose last day that counts is past and that are not sealed, ascending. */
export async function listUnsealed(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from leagues l join seasons se on se.id = l.season_id join areas a on a.slug = l.area
    where not ${isSealed} and l.results > 0 and ${isPast(now)}
    order by l.id`.execute(db)
  return rows.map(({ id }) => id)
}
