import { sql } from 'kysely'
import { wireDay } from '#/contract/wire-day.ts'
import type { AreaSlug } from '#/contract/areas.ts'
import type { ClosedDay } from '#/features/availability/closed-days.ts'
import { joinSeasonAndDivision, leagueName } from '#/features/leagues/league-filter.ts'
import { isArrangeable, isPlayedBy, playersOf, sideOf } from '#/features/leagues/sides.ts'
import { isStanding } from '#/features/matches/offer-sql.ts'
import { leagueRulesSql } from '#/features/seasons/queries.ts'
import type { Appointment, MatchEventKind, Offer, Side } from '#/rules/arranging.ts'
import { extendWindow, type EffortRecord, type Outcome } from '#/rules/effort.ts'
import { instantInZone } from '#/rules/day.ts'
import { playoffGraceDays } from '#/rules/playoffs.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import type { Db, Tx } from '#/server/db.ts'
import { findMailToken } from '#/server/mail-tokens.ts'
import type { Caller } from '#/server/session.ts'
import { effortColumns, type EffortColumns } from './effort-queries.ts'

/** A time as stored; `match_time` is 'HH:mm'. */
export type StoredTime = {
  id: number
  match_date: string
  match_time: string
  match_location: string
  court_id: number | null
  starts_at: string
}

export type StoredOffer = Omit<Offer, 'times'> & {
  player_id: number
  player_name: string
  note: string
  times: (StoredTime & { starts_ms: number })[]
}

/** A match with everything that decides how it is arranged. Days are yyyy-mm-dd. */
export type MatchToArrange = {
  id: number
  area: AreaSlug
  time_zone: string
  /** The caller's side. Null if the caller does not play in the match. */
  side: Side | null
  score_id: number | null
  /** Whether it was settled as not played. */
  not_played: boolean
  /** Whether it has no score, is not canceled, and both sides are in the league. */
  arrangeable: boolean
  match_date: string | null
  match_time: string | null
  match_location: string
  court_id: number | null
  /** The first and the last day of its window. */
  first_day: string
  last_day: string
  /** The last day on which it counts. For a play-off match this is some days after its window. */
  counts_until: string
  rules: SeasonRules
  names: Record<Side, string>
  agreed: Appointment | null
  /** The outcome that the scheduled job has announced for an unplayed match. */
  notice: {
    outcome: Outcome
    reasons: string[]
    extends_to: string | null
    noticed_at: string
    objected: boolean
  } | null
  /** The effort record of both sides. Null for a play-off match, and once it is over. */
  effort: EffortRecord | null
  /** The days without play of its area. */
  closed: ClosedDay[]
  /** Open offers. */
  offers: StoredOffer[]
}

type Row = Omit<MatchToArrange, 'agreed' | 'offers' | 'names' | 'first_day' | 'effort'> &
  EffortColumns & {
    is_season: boolean
    extended: boolean
    name_one: string
    name_two: string
    set_by: Side | null
    set_at: Date | null
    offers: (Omit<StoredOffer, 'made_at' | 'expires_at' | 'times'> & {
      made_at: string
      expires_at: string
      times: StoredTime[]
    })[]
  }

/** The phones of the side that plays against `side`, where its players show them to league-mates. */
export async function listPhonesAgainst(
  db: Db,
  match_id: number,
  side: Side,
): Promise<{ player_id: number; name: string; phone: string }[]> {
  const { rows } = await sql<{ player_id: number; name: string; phone: string }>`
    select p.id as player_id, p.name, p.phone
    from matches m
    join entry_players ep on ep.entry_id = ${sql.ref(side === 1 ? 'm.entry_two_id' : 'm.entry_one_id')} and not ep.former
    join players p on p.id = ep.player_id and p.shows_phone and p.phone is not null and p.deleted_at is null
    where m.id = ${match_id}
    order by ep.position`.execute(db)
  return rows
}

/** Finds a match for its players and the organizers of its area. Undefined for others, and once it is canceled. */
export async function findMatchToArrange(
  db: Db | Tx,
  id: number,
  player: Caller,
  now: Date,
): Promise<MatchToArrange | undefined> {
  const { rows } = await sql<Row>`
    select m.id, m.area, a.time_zone, m.score_id, m.not_played_at is not null as not_played, ${isArrangeable} as arrangeable, m.match_date,
      to_char(m.match_time, 'HH24:MI') as match_time, m.match_location, m.court_id,
      coalesce(m.play_by, se.ending_date) as last_day,
      case when m.playoff_stage is null then se.counts_until else m.play_by + ${playoffGraceDays}::int end as counts_until,
      m.playoff_stage is null as is_season, m.extended_at is not null as extended, ${effortColumns},
      ${leagueRulesSql} as rules, ${playersOf(1)} as name_one, ${playersOf(2)} as name_two,
      ${sideOf(player.id)} as side,
      (select json_build_object('outcome', n.outcome, 'reasons', n.reasons, 'extends_to', n.extends_to, 'noticed_at', n.noticed_at,
          'objected', n.objected_at is not null)
        from match_settlements n
        where n.match_id = m.id and n.undone_at is null and n.settled_at is null and m.score_id is null
          and n.last_day = greatest(coalesce(m.play_by, se.ending_date), m.match_date)) as notice,
      set_last.side as set_by, set_last.at as set_at,
      coalesce((
        select json_agg(json_build_object('id', o.id, 'side', o.side, 'player_id', o.player_id, 'player_name', p.name, 'note', o.note,
          'made_at', o.created_at, 'expires_at', o.expires_at, 'times', (
            select json_agg(json_build_object('id', t.id, 'match_date', t.match_date, 'match_time', to_char(t.match_time, 'HH24:MI'),
              'match_location', t.match_location, 'court_id', t.court_id, 'starts_at', t.starts_at) order by t.starts_at)
            from match_offer_times t where t.offer_id = o.id)) order by o.created_at, o.id)
        from match_offers o join players p on p.id = o.player_id
        where o.match_id = m.id and ${isStanding(now)}), '[]') as offers
    from matches m
    join areas a on a.slug = m.area
    join leagues l on l.id = m.league_id
    join seasons se on se.id = l.season_id
    join divisions d on d.id = l.division_id
    left join lateral (
      select case e.kind when 'agreed' then e.side end as side, e.at from match_events e
      where e.match_id = m.id and e.kind in ('agreed', 'taken') order by e.at desc, e.id desc limit 1) set_last on true
    where m.id = ${id} and (m.canceled_at is null or m.not_played_at is not null)
      and (m.area = any(${player.organizer_areas}::text[]) or ${isPlayedBy(player.id)})`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const { set_by, set_at, name_one, name_two, offers, is_season, extended, ...rest } = row
  const { effort_from, effort_offers, effort_events, ...match } = rest
  const { last_day, counts_until, rules } = match
  return {
    ...match,
    names: { 1: name_one, 2: name_two },
    first_day: effort_from,
    effort:
      is_season && match.arrangeable
        ? {
            offers: effort_offers,
            events: effort_events,
            window: { from: effort_from, to: last_day },
            closed: match.closed,
            extends_to: extended
              ? null
              : extendWindow({ last_day, today: last_day, counts_until }, rules, match.closed),
          }
        : null,
    agreed:
      match.match_date === null
        ? null
        : {
            starts_at: startOf(match.match_date, match.match_time, match.time_zone),
            set_by,
            set_at: set_at?.getTime() ?? 0,
          },
    offers: match.arrangeable
      ? offers.map((offer) => ({
          ...offer,
          made_at: Date.parse(offer.made_at),
          expires_at: Date.parse(offer.expires_at),
          times: offer.times.map((time) => ({ ...time, starts_ms: Date.parse(time.starts_at) })),
        }))
      : [],
  }
}

/** The instant at which a match begins, in milliseconds. Null without a time. */
export function startOf(match_date: string, match_time: string | null, time_zone: string): number | null {
  if (match_time === null) return null
  const start = instantInZone(match_date, match_time, time_zone)
  return typeof start === 'string' ? null : start.getTime()
}

/** Locks a match until the transaction ends, so that later reads of it stay true. */
export async function lockMatch(tx: Tx, id: number): Promise<void> {
  await sql`select from matches where id = ${id} for update`.execute(tx)
}

/** The open offers of a match, by id and side. */
export async function listStandingOffers(db: Db, match_id: number, now: Date): Promise<{ id: number; side: Side }[]> {
  const { rows } = await sql<{ id: number; side: Side }>`
    select o.id, o.side from match_offers o join matches m on m.id = o.match_id
    where m.id = ${match_id} and ${isStanding(now)}`.execute(db)
  return rows
}

export type StoredEvent = {
  id: number
  at: Date
  kind: MatchEventKind | 'expired' | 'no_show' | 'late_cancel'
  side: Side | null
  player_id: number | null
  player_name: string | null
  text: string
  match_date: string | null
  match_time: string | null
  match_location: string | null
  minutes_before: number | null
  reported: boolean
  /** The times and the note of an offer. */
  times: Pick<StoredTime, 'match_date' | 'match_time' | 'match_location'>[] | null
  note: string | null
}

/** The newest 200 entries of a match's timeline, oldest first. An offer that expired ends with a separate entry. */
export async function listEvents(db: Db | Tx, match_id: number, now: Date): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select * from (
      select e.id, e.at, e.kind, e.side, e.player_id, p.name as player_name, e.text, e.match_date,
        to_char(e.match_time, 'HH24:MI') as match_time, e.match_location, e.minutes_before, e.reported_at is not null as reported,
        o.note, case when e.kind in ('offered', 'countered') then (
          select json_agg(json_build_object('match_date', t.match_date, 'match_time', to_char(t.match_time, 'HH24:MI'),
            'match_location', t.match_location) order by t.starts_at)
          from match_offer_times t where t.offer_id = e.offer_id) end as times
      from match_events e
      left join players p on p.id = e.player_id and p.deleted_at is null
      left join match_offers o on o.id = e.offer_id
      where e.match_id = ${match_id}
      union all
      select 0, o.expires_at, 'expired', o.side, null, null, '', null, null, null, null, false, null, null
      from match_offers o
      where o.match_id = ${match_id} and o.expires_at <= ${now} and (o.ended_at is null or o.outcome = 'expired')
        and not exists (select from scores s where s.match_id = o.match_id and s.created_at <= o.expires_at)
      union all
      select 0, s.created_at, case s.match_status when 'Opponent did not show' then 'no_show' else 'late_cancel' end,
        case s.side_entry_id when m.entry_one_id then 1 else 2 end, s.reported_by_id, p.name, '', s.match_date, null, null, null,
        false, null, null
      from matches m
      join scores s on s.match_id = m.id and s.side_entry_id is not null
        and s.match_status in ('Opponent did not show', 'Canceled within 4 hours of match')
      left join players p on p.id = s.reported_by_id and p.deleted_at is null
      where m.id = ${match_id}
      order by at desc, id desc
      limit 200) newest
    order by at, id`.execute(db)
  return rows
}

/** Counts the messages that a player has sent about a match since an instant. */
export async function countMessages(tx: Tx, match_id: number, player_id: number, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('match_events')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('match_id', '=', match_id)
    .where('kind', '=', 'message')
    .where('player_id', '=', player_id)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The players of both sides who get emails, by side. */
export async function listSides(tx: Db | Tx, match_id: number): Promise<{ side: Side; player_id: number }[]> {
  const { rows } = await sql<{ side: Side; player_id: number }>`
    select mp.side, mp.player_id
    from match_players mp
    join players p on p.id = mp.player_id and p.deleted_at is null and p.suspended_at is null
    where mp.match_id = ${match_id}
    order by mp.side, mp.position`.execute(tx)
  return rows
}

/** An offer as its email describes it. */
export async function findEmailedOffer(
  db: Db,
  offer_id: number,
): Promise<{ match_id: number; by_name: string; league: string } | undefined> {
  const { rows } = await sql<{ match_id: number; by_name: string; league: string }>`
    select o.match_id, p.name as by_name, ${leagueName} as league
    from match_offers o
    join players p on p.id = o.player_id
    join matches m on m.id = o.match_id
    join leagues l on l.id = m.league_id ${joinSeasonAndDivision}
    where o.id = ${offer_id}`.execute(db)
  return rows[0]
}

/** An entry of a match's timeline, as an email to one of its players describes it. `side` is null for an organizer's. */
export type EmailedEvent = {
  match_id: number
  kind: MatchEventKind
  side: Side | null
  my_side: Side | null
  by_name: string
  text: string
  match_date: string | null
  match_time: string | null
  match_location: string | null
  league: string
  /** The names of the other side. */
  opponents: string
  reported_by: string | null
  report_reason: string | null
}

export async function findEmailedEvent(db: Db, event_id: number, reader_id: number): Promise<EmailedEvent | undefined> {
  const { rows } = await sql<EmailedEvent>`
    select e.match_id, e.kind, e.side, mine.side as my_side, case when e.side is null then 'An organizer' else p.name end as by_name,
      e.text, e.match_date, to_char(e.match_time, 'HH24:MI') as match_time, e.match_location, ${leagueName} as league,
      ${playersOf(sql<Side>`3 - mine.side`)} as opponents,
      r.name as reported_by, e.report_reason
    from match_events e
    join matches m on m.id = e.match_id
    join leagues l on l.id = m.league_id ${joinSeasonAndDivision}
    left join players p on p.id = e.player_id
    left join players r on r.id = e.reported_by_id
    cross join lateral (select ${sideOf(reader_id)} as side) mine
    where e.id = ${event_id}`.execute(db)
  return rows[0]
}

/** Finds the timeline entry that set this appointment, or canceled it, if it is the newest entry about a date. */
export async function findAppointmentEvent(
  db: Db,
  {
    match_id,
    canceled,
    match_date,
    match_time,
  }: { match_id: number; canceled: boolean; match_date: string; match_time: string | null },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number; fits: boolean }>`
    select id, case when ${canceled} then kind in ('called_off', 'objected')
      else kind in ('taken', 'agreed') and (match_date, match_time) is not distinct from (${match_date}::date, ${match_time}::time) end as fits
    from match_events
    where match_id = ${match_id} and kind in ('taken', 'agreed', 'called_off', 'objected')
    order by at desc, id desc limit 1`.execute(db)
  return rows[0]?.fits ? rows[0].id : undefined
}

/** The timeline entries of a player, for the export of their data. */
export async function listEventsOf(
  db: Db,
  player_id: number,
): Promise<{ match_id: number; at: string; kind: string; text: string; match_date: string | null }[]> {
  const rows = await db
    .selectFrom('match_events')
    .select(['match_id', 'at', 'kind', 'text', 'match_date'])
    .where('player_id', '=', player_id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    match_date: row.match_date && wireDay(row.match_date),
  }))
}

/** The offers that a player made, for the export of their data. */
export async function listOffersOf(
  db: Db,
  player_id: number,
): Promise<
  { match_id: number; created_at: string; note: string; times: { starts_at: string; match_location: string }[] }[]
> {
  const { rows } = await sql<{
    match_id: number
    created_at: Date
    note: string
    times: { starts_at: string; match_location: string }[]
  }>`
    select o.match_id, o.created_at, o.note, (
      select json_agg(json_build_object('starts_at', t.starts_at, 'match_location', t.match_location) order by t.starts_at)
      from match_offer_times t where t.offer_id = o.id) as times
    from match_offers o where o.player_id = ${player_id} order by o.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    times: row.times.map(({ starts_at, match_location }) => ({
      match_location,
      starts_at: new Date(starts_at).toISOString(),
    })),
  }))
}

/** The offer that a link answers, and the player who answers it. Undefined for a link that cannot be used. */
export async function findLinkedOffer(
  db: Db | Tx,
  token: string,
  now: Date,
): Promise<{ match_id: number; offer_id: number; player_id: number } | undefined> {
  const link = await findMailToken(db, token, ['offer'], now)
  if (!link) return undefined
  const offer = await db
    .selectFrom('match_offers')
    .select(['match_id', 'id as offer_id'])
    .where('id', '=', link.offer_id)
    .executeTakeFirst()
  return offer && { ...offer, player_id: link.addressee_id }
}
