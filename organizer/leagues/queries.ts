import { sql, type RawBuilder } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { toAmount } from '#/contract/money.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { isOpen as isInvitationOpen } from '#/features/invitations/queries.ts'
import { leagueTables } from '#/features/leagues/league-filter.ts'
import { holdsPlace } from '#/features/leagues/queries.ts'
import { namesOf, playersOf } from '#/features/leagues/sides.ts'
import { isOnSale, leagueRulesSql, priceSql, saleDay } from '#/features/seasons/queries.ts'
import { isOverdue, stateOfMatch, todaySql } from '#/organizer/matches/queries.ts'
import { cashReturnedSql, cashSql, readPaymentSums } from '#/organizer/payments/queries.ts'
import { findLeaguePlayoffs } from '#/organizer/playoffs/queries.ts'
import { seasonState } from '#/organizer/seasons/queries.ts'
import type { Answer } from '#/rules/confirmation.ts'
import { formatSentence, formatWordsOf, standardFormat, type LeagueFormat } from '#/rules/formats/formats.ts'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import { ruleSentences } from '#/rules/rule-sentences.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import type { Db } from '#/server/db.ts'
import {
  MOST_SCHEDULED,
  type LeagueDetail,
  type LeagueSchedule,
  type listLeagueWaitList,
  type NextDay,
  type ScheduledMatch,
} from './contract.ts'

type View = { areas: readonly AreaSlug[]; now: Date }

type LeagueRow = Omit<LeagueDetail, 'format' | 'rules' | 'price' | 'money' | 'next' | 'playoffs'> & {
  format: LeagueFormat | null
  season_rules: SeasonRules
  price_cents: number
  sale_from: string | null
  sold_until: string
  counts_until: string
  today: string
}

/** A league of these areas. Undefined in another one. */
export async function findLeagueDetail(db: Db, id: number, { areas, now }: View): Promise<LeagueDetail | undefined> {
  const today = saleDay(now)
  const { rows } = await sql<LeagueRow>`
    select l.id, l.area, a.time_zone, l.division_id, d.slug as division, d.name as division_name, d.kind, d.sport,
      d.retired_at is not null as retired, l.offered, l.season_id, se.name as season, se.slug as season_slug, se.year,
      ${seasonState(today)} as state, ${isOnSale(today)} as on_sale, se.starting_date, se.ending_date, se.sale_from, se.sold_until,
      se.counts_until, ${todaySql(now)} as today, l.format, ${leagueRulesSql} as season_rules, ${priceSql(today)} as price_cents,
      exists (select from entries e where e.league_id = l.id and e.drawn_at is not null) as drawn, l.capacity,
      places.*,
      (select count(*) from wait_list w where w.league_id = l.id and w.ended_at is null) as waiting,
      (select count(*) from entry_invitations i where i.league_id = l.id and ${isInvitationOpen(now)}) as invited,
      ${matchCounts(now)} as matches
    from ${leagueTables}
    cross join lateral (
      select count(*) filter (where ${holdsPlace})::int as taken, count(*) filter (where p.counts)::int as entries,
        count(*) filter (where p.counts and p.taken_cents + ${cashSql} > p.refunded_cents + ${cashReturnedSql})::int as paid,
        count(*) filter (where p.counts and p.price_cents = 0)::int as free
      from purchases p where p.league_id = l.id) places
    where l.id = ${id} and l.area = any(${areas}::text[])`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { format, season_rules, price_cents, sale_from, sold_until, counts_until, today: here, ...league } = row
  const [money, matches, playoffs] = await Promise.all([
    readPaymentSums(db, { areas, league_id: id }),
    listNextMatches(db, id, here),
    findLeaguePlayoffs(db, id, areas, now),
  ])
  if (!playoffs) return undefined
  const days = { ...row, sale_from: row.on_sale ? null : sale_from }
  return {
    ...league,
    starting_date: wireDay(row.starting_date),
    ending_date: wireDay(row.ending_date),
    format: format ?? standardFormat,
    rules: [formatSentence(format ?? standardFormat), ...ruleSentences(season_rules, [row.sport])],
    price: toAmount(price_cents),
    money,
    next: nextDays(days, here, matches),
    playoffs,
  }
}

/** Counts of the matches of the league `l`, without play-offs. */
function matchCounts(now: Date): RawBuilder<LeagueDetail['matches']> {
  return sql`(
    select json_build_object(
      'played', count(*) filter (where m.score_id is not null),
      'planned', count(*) filter (where m.canceled_at is null),
      'overdue', count(*) filter (where m.score_id is null and m.canceled_at is null and ${isOverdue(now)}),
      'arranged', count(*) filter (where m.score_id is null and m.canceled_at is null and m.match_date >= ${todaySql(now)}),
      'disputed', count(*) filter (where s.answer = 'disputed'),
      'unconfirmed', count(*) filter (where s.answer is null and s.answer_until > ${now}))
    from matches m left join scores s on s.id = m.score_id
    where m.league_id = l.id and m.playoff_stage is null)`
}

/** The next three appointments of a league, and the end of its current round. */
async function listNextMatches(db: Db, league_id: number, today: string): Promise<NextDay[]> {
  const { rows } = await sql<NextDay>`
    (select 'match' as kind, m.match_date as day, ${playersOf(1)} || ' – ' || ${playersOf(2)} as detail, m.id as match_id
     from matches m
     where m.league_id = ${league_id} and m.score_id is null and m.canceled_at is null and m.match_date >= ${today}
     order by m.match_date, m.match_time, m.id limit 3)
    union all
    (select 'round_ends', m.play_by, m.round::text, null
     from matches m
     where m.league_id = ${league_id} and m.canceled_at is null and m.round is not null and m.play_by >= ${today}
     order by m.play_by, m.round limit 1)`.execute(db)
  return rows.map((row) => ({ ...row, day: wireDay(row.day) }))
}

type Days = Pick<LeagueRow, 'sale_from' | 'sold_until' | 'starting_date' | 'ending_date' | 'counts_until' | 'on_sale'>

/** The days still to come, soonest first. */
function nextDays(days: Days, today: string, matches: readonly NextDay[]): NextDay[] {
  const named: [NextDay['kind'], string | null][] = [
    ['sale_begins', days.sale_from],
    ['sale_ends', days.on_sale ? days.sold_until : null],
    ['season_begins', days.starting_date],
    ['last_day', days.ending_date],
    ['counts_until', days.counts_until === days.ending_date ? null : days.counts_until],
  ]
  const coming = named.flatMap(([kind, day]) =>
    day !== null && day >= today ? [{ kind, day: wireDay(day), detail: null, match_id: null }] : [],
  )
  return [...coming, ...matches].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)).slice(0, 6)
}

type MatchRow = Omit<ScheduledMatch, 'state' | 'winner' | 'score_line'> & {
  round: number | null
  play_from: string | null
  play_by: string | null
  winner_entry_id: number | null
  set_games: SetScore[] | null
  match_status: MatchStatus | null
  answer: Answer | null
  answer_until: Date | null
  canceled: boolean
  overdue: boolean | null
}

/** The matches of a league of these areas by round. Undefined in another area. */
export async function findLeagueSchedule(
  db: Db,
  id: number,
  { areas, now }: View,
): Promise<LeagueSchedule | undefined> {
  const found = await sql<{ format: LeagueFormat | null; entries: LeagueSchedule['entries']; total: number }>`
    select l.format,
      coalesce((
        select json_agg(json_build_object('entry_id', st.entry_id, 'name', ${namesOf(sql`st.entry_id`)}, 'rank', st.rank, 'flight', st.flight)
          order by st.flight, st.rank, st.entry_id)
        from standings st where st.league_id = l.id), '[]') as entries,
      (select count(*) from matches m where m.league_id = l.id and m.playoff_stage is null) as total
    from leagues l where l.id = ${id} and l.area = any(${areas}::text[])`.execute(db)
  const [league] = found.rows
  if (!league) return undefined
  const { rows } = await sql<MatchRow>`
    select m.id as match_id, m.entry_one_id as one_id, m.entry_two_id as two_id, ${playersOf(1)} as one, ${playersOf(2)} as two,
      m.round, m.play_from, m.play_by, m.match_date, to_char(m.match_time, 'HH24:MI') as match_time,
      s.winner_entry_id, s.set_games, s.match_status, s.answer, s.answer_until, m.canceled_at is not null as canceled,
      ${isOverdue(now)} as overdue
    from matches m join leagues l on l.id = m.league_id join areas a on a.slug = l.area left join scores s on s.id = m.score_id
    where m.league_id = ${id} and m.playoff_stage is null
    order by m.round nulls last, m.match_date nulls last, m.id
    limit ${MOST_SCHEDULED}`.execute(db)
  const rounds = new Map<number | null, LeagueSchedule['rounds'][number]>()
  for (const row of rows) {
    const { round, play_from, play_by } = row
    const known = rounds.get(round) ?? { round, play_from: null, play_by: null, matches: [] }
    rounds.set(round, {
      round,
      // A match whose window was extended ends later than its round.
      play_from: round === null ? null : (known.play_from ?? (play_from && wireDay(play_from))),
      play_by: round === null ? null : (known.play_by ?? (play_by && wireDay(play_by))),
      matches: [...known.matches, toScheduled(row, now)],
    })
  }
  const words = formatWordsOf((league.format ?? standardFormat).kind)
  return {
    has_rounds: [...rounds.keys()].some((round) => round !== null),
    word: words.by_period ? 'period' : 'round',
    entries: league.entries,
    rounds: [...rounds.values()],
    total: league.total,
  }
}

function toScheduled(row: MatchRow, now: Date): ScheduledMatch {
  const { match_id, one_id, two_id, one, two, match_date, match_time, winner_entry_id, set_games, match_status } = row
  return {
    match_id,
    one_id,
    two_id,
    one,
    two,
    state: stateOfMatch(row, now),
    winner: winner_entry_id === null ? null : winner_entry_id === one_id ? 'one' : 'two',
    score_line: set_games && scoreLine(set_games, match_status),
    match_date: match_date && wireDay(match_date),
    match_time,
  }
}

/** A page of the wait-list of a league of these areas. Undefined in another area. */
export async function listWaiting(
  db: Db,
  id: number,
  areas: readonly AreaSlug[],
  page: PageQuery,
): Promise<Reply<typeof listLeagueWaitList> | undefined> {
  const skip = skipOf(page)
  const counted = await sql<{ total: number }>`
    select (select count(*) from wait_list w where w.league_id = l.id and w.ended_at is null) as total
    from leagues l where l.id = ${id} and l.area = any(${areas}::text[])`.execute(db)
  const [league] = counted.rows
  if (!league) return undefined
  type Row = Omit<Reply<typeof listLeagueWaitList>['waiting'][number], 'since' | 'held_until'> & {
    created_at: Date
    held_until: Date | null
  }
  const { rows } = await sql<Row>`
    select w.id, w.player_id, p.name, w.created_at, w.held_until, row_number() over (order by w.id)::int as place
    from wait_list w join players p on p.id = w.player_id
    where w.league_id = ${id} and w.ended_at is null
    order by w.id limit ${page.per_page} offset ${skip}`.execute(db)
  const waiting = rows.map(({ created_at, held_until, ...row }) => ({
    ...row,
    since: created_at.toISOString(),
    held_until: held_until && held_until.toISOString(),
  }))
  return { waiting, total: league.total, skip }
}
