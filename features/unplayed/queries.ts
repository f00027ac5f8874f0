import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { effortColumns, type EffortColumns } from '#/features/arranging/effort-queries.ts'
import { isLeagueOf, leagueTables, type LeagueFilter } from '#/features/leagues/league-filter.ts'
import { playersOf } from '#/features/leagues/sides.ts'
import { rulesSql } from '#/features/seasons/queries.ts'
import type { Side } from '#/rules/arranging.ts'
import { extendWindow, formatReasons, judgeEffort, type Outcome } from '#/rules/effort.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import type { Db, Tx } from '#/server/db.ts'

/** Maximum matches in one read. */
const MOST_UNPLAYED = 5_000
/** How many days after a season's last day its unplayed matches are still listed. */
const LIVE_DAYS = 60

/** A match whose window ended without a score, and the outcome proposed by its record. Days are yyyy-mm-dd. */
export type UnplayedMatch = {
  id: number
  league_id: number
  area: AreaSlug
  season: string
  season_slug: string
  year: number
  season_start: string
  division: string
  division_name: string
  entry_one_id: number
  entry_two_id: number
  names: Record<Side, string>
  play_from: string | null
  play_by: string | null
  /** The last day to play it. */
  last_day: string
  rules: SeasonRules
  /** The outcome that follows from the record, or was announced before the rule changed. */
  proposal: { outcome: Outcome; extends_to: string | null; reasons: string[] }
  /** The number of messages that each side has written in this window. */
  messages: Record<Side, number>
  notice: { id: number; outcome: Outcome; noticed_at: Date; objected_at: Date | null } | null
}

/** The version of the rule by which `match_settlements` are proposed. */
export const EFFORT_RULE = 2

type Row = Omit<UnplayedMatch, 'names' | 'proposal' | 'messages' | 'notice'> &
  EffortColumns & {
    name_one: string
    name_two: string
    today: string
    counts_until: string
    extended: boolean
    messages_one: number
    messages_two: number
    notice_id: number | null
    notice_outcome: Outcome
    notice_reasons: string[]
    notice_extends_to: string | null
    notice_rule: number
    noticed_at: Date | null
    objected_at: Date | null
  }

const today = (now: Date): RawBuilder<string> => sql`(${now}::timestamptz at time zone a.time_zone)::date`
const due = sql<string>`greatest(coalesce(m.play_by, se.ending_date), m.match_date)`

/** Whether the window of match `m` ended yesterday or earlier, and the match is open. */
export function isUnplayed(now: Date): RawBuilder<SqlBool> {
  return sql`m.score_id is null and m.canceled_at is null and m.playoff_stage is null and ${due} < ${today(now)}`
}

/**
 * Unplayed matches of some leagues, or the given ones, each with its proposal: longest overdue first, at most
 * `MOST_UNPLAYED`. `which`: other matches `m` than those whose window has ended.
 */
export async function listUnplayed(
  db: Db | Tx,
  league: LeagueFilter,
  now: Date,
  ids: readonly number[] | null = null,
  which: RawBuilder<SqlBool> = isUnplayed(now),
): Promise<UnplayedMatch[]> {
  const messagesOf = (side: Side) => sql`(
    select count(*)::int from match_events e
    where e.match_id = m.id and e.side = ${side} and e.kind = 'message' and e.at >= coalesce(m.extended_at, '-infinity'))`
  const live = league.season === undefined ? sql`se.ending_date >= ${today(now)} - ${LIVE_DAYS}::int` : sql`true`
  const { rows } = await sql<Row>`
    select m.id, m.league_id, m.area, se.name as season, se.slug as season_slug, se.year, se.starting_date as season_start,
      d.slug as division, d.name as division_name, m.entry_one_id, m.entry_two_id,
      ${playersOf(1)} as name_one, ${playersOf(2)} as name_two,
      m.play_from, m.play_by, ${due} as last_day, ${today(now)} as today, se.counts_until, ${rulesSql} as rules,
      m.extended_at is not null as extended,
      ${effortColumns}, ${messagesOf(1)} as messages_one, ${messagesOf(2)} as messages_two,
      n.id as notice_id, n.outcome as notice_outcome, n.reasons as notice_reasons, n.extends_to as notice_extends_to,
      n.effort_rule as notice_rule, n.noticed_at, n.objected_at
    from ${leagueTables}
    join matches m on m.league_id = l.id
    join entries one on one.id = m.entry_one_id
    join purchases pay_one on pay_one.id = one.purchase_id and pay_one.counts
    join entries two on two.id = m.entry_two_id
    join purchases pay_two on pay_two.id = two.purchase_id and pay_two.counts
    left join match_settlements n on n.match_id = m.id and n.last_day = ${due} and n.undone_at is null and n.settled_at is null
    where ${isLeagueOf(league)} and ${live} and ${which} and ${ids === null ? sql`true` : sql`m.id = any(${ids}::int[])`}
    order by last_day, m.id
    limit ${MOST_UNPLAYED}`.execute(db)
  return rows.map(toUnplayed)
}

function toUnplayed(row: Row): UnplayedMatch {
  const { name_one, name_two, today: day, counts_until, extended, messages_one, messages_two, ...rest } = row
  const { effort_from, effort_offers, effort_events, closed, ...found } = rest
  const {
    notice_id,
    notice_outcome,
    notice_reasons,
    notice_extends_to,
    notice_rule,
    noticed_at,
    objected_at,
    ...match
  } = found
  const { last_day, rules } = match
  const names = { 1: name_one, 2: name_two }
  const isEarlier = notice_id !== null && notice_rule < EFFORT_RULE
  const verdict = judgeEffort(
    {
      offers: effort_offers,
      events: effort_events,
      window: { from: effort_from, to: last_day },
      closed,
      extends_to: extended ? null : extendWindow({ last_day, today: day, counts_until }, rules, closed),
    },
    rules,
  )
  return {
    ...match,
    names,
    proposal: isEarlier
      ? { outcome: notice_outcome, extends_to: notice_extends_to, reasons: notice_reasons }
      : { outcome: verdict.outcome, extends_to: verdict.extends_to, reasons: formatReasons(verdict, names) },
    messages: { 1: messages_one, 2: messages_two },
    notice:
      notice_id === null || noticed_at === null
        ? null
        : { id: notice_id, outcome: notice_outcome, noticed_at, objected_at },
  }
}

/** Leagues with unplayed matches whose season applies proposals automatically. */
export async function listLeaguesOfTheClock(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from ${leagueTables}
    where se.rules ->> 'unplayed' = 'clock' and se.ending_date >= ${today(now)} - ${LIVE_DAYS}::int
      and exists (select from matches m where m.league_id = l.id and ${isUnplayed(now)})
    order by l.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** A settlement or its notice, with the data for an email to a player. */
export type EmailedSettlement = {
  match_id: number
  outcome: 'walkover_one' | 'walkover_two' | 'extended' | 'not_played'
  reasons: string[]
  reason: string
  extends_to: string | null
  noticed_at: Date | null
  objected: boolean
  settled: boolean
  undone: boolean
  name_one: string
  name_two: string
  season: string
  year: number
  division_name: string
}

export async function findEmailedSettlement(db: Db, id: number): Promise<EmailedSettlement | undefined> {
  const { rows } = await sql<EmailedSettlement>`
    select n.match_id, n.outcome, n.reasons, n.reason, n.extends_to, n.noticed_at, n.objected_at is not null as objected,
      n.settled_at is not null as settled, n.undone_at is not null as undone,
      ${playersOf(1)} as name_one, ${playersOf(2)} as name_two,
      se.name as season, se.year, d.name as division_name
    from match_settlements n
    join matches m on m.id = n.match_id
    join ${leagueTables} on l.id = m.league_id
    where n.id = ${id}`.execute(db)
  return rows[0]
}
