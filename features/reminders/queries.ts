import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isOpenDay } from '#/features/availability/closed-days.ts'
import { leagueTables } from '#/features/leagues/league-filter.ts'
import { isArrangeable } from '#/features/leagues/sides.ts'
import { isStanding } from '#/features/matches/offer-sql.ts'
import type { Tx } from '#/server/db.ts'

/** Kinds of reminders; each is a kind of notification. */
export const reminderKinds = [
  'offer_waiting',
  'nothing_offered',
  'match_tomorrow',
  'match_soon',
  'window_ending',
  'window_over',
] as const
export type ReminderKind = (typeof reminderKinds)[number]

export type Reminder = { match_id: number; player_id: number; about: string }

/** Hours until a reminder about an unanswered offer. */
export const WAITING_HOURS = 48
/** Hour of the evening before a match, in its area. */
const EVENING_HOUR = 18
/** Hours before a match. */
const SOON_HOURS = 3
/** Days with play before the end of the window. */
const ENDING_DAYS = 3
/** The same with the longest span of days without play. */
const MOST_ENDING_DAYS = 105
/** Days after the end of a window in which its reminder is sent. */
const OVER_DAYS = 7

/** When a kind of reminder is due for player `ep` of open match `m`, and the text that identifies its occasion. */
type Due = { when: RawBuilder<SqlBool>; about: RawBuilder<string> }

function dueOf(kind: ReminderKind, now: Date): Due {
  const local = sql`(${now}::timestamptz at time zone a.time_zone)`
  const from = sql`greatest(coalesce(m.play_from, se.starting_date), (m.created_at at time zone a.time_zone)::date)`
  const last = sql`coalesce(m.play_by, se.ending_date)`
  const start = sql`((m.match_date + m.match_time) at time zone a.time_zone)`
  const appointment = sql<string>`concat_ws(' ', m.match_date, m.match_time)`
  /**
   * Whether the appointment was made before this moment, because players are not reminded of a match that they have
   * just agreed on.
   */
  const setBefore = (moment: RawBuilder<unknown>) =>
    sql`not exists (select from match_events e where e.match_id = m.id and e.kind in ('taken', 'agreed') and e.at >= ${moment})`
  const undated = sql`m.match_date is null and not exists (select from match_offers o where o.match_id = m.id and ${isStanding(now)})`
  switch (kind) {
    case 'offer_waiting': {
      const offer = sql`
        from match_offers o
        where o.match_id = m.id and ${isStanding(now)} and o.created_at <= ${now}::timestamptz - make_interval(hours => ${WAITING_HOURS}::int)
          and o.side <> mp.side`
      return { when: sql`exists (select ${offer})`, about: sql`(select min(o.id)::text ${offer})` }
    }
    case 'nothing_offered':
      return {
        when: sql`${undated} and ${local}::date >= ${from} + ((${last} - ${from} + 1) / 3.0)::int and ${local}::date <= ${last}
          and not exists (select from match_offers o where o.match_id = m.id and o.created_at >= coalesce(m.extended_at, '-infinity'))`,
        about: sql`${last}::text`,
      }
    case 'match_tomorrow': {
      const evening = sql`(m.match_date - 1 + make_interval(hours => ${EVENING_HOUR}::int))`
      return {
        when: sql`${local}::date = m.match_date - 1 and ${local} >= ${evening} and ${setBefore(sql`${evening} at time zone a.time_zone`)}`,
        about: appointment,
      }
    }
    case 'match_soon': {
      const before = sql`(${start} - make_interval(hours => ${SOON_HOURS}::int))`
      return {
        when: sql`m.match_time is not null and ${now}::timestamptz >= ${before} and ${now}::timestamptz < ${start} and ${setBefore(before)}`,
        about: appointment,
      }
    }
    case 'window_ending':
      return {
        when: sql`m.match_date is null and ${local}::date <= ${last} and ${last} < ${local}::date + ${MOST_ENDING_DAYS}::int and (
          select count(*) from generate_series(${local}::date + 1, ${last}, interval '1 day') day
          where ${isOpenDay(sql`m.area`, sql`day::date`)}) <= ${ENDING_DAYS}`,
        about: sql`${last}::text`,
      }
    case 'window_over': {
      const due = sql`greatest(${last}, m.match_date)`
      return {
        // If the match will be settled automatically, that notice says that its window is over.
        when: sql`${due} < ${local}::date and ${due} >= ${local}::date - ${OVER_DAYS}::int and m.playoff_stage is null
          and se.rules ->> 'unplayed' is distinct from 'clock'`,
        about: sql`${due}::text`,
      }
    }
  }
}

/** How many days after a season's last day its matches are still considered. */
const LIVE_DAYS = 60

/** Stores the due reminders of a kind and returns them. Each is stored once, even by two processes. */
export async function insertDueReminders(tx: Tx, kind: ReminderKind, now: Date): Promise<Reminder[]> {
  const { when, about } = dueOf(kind, now)
  const { rows } = await sql<Reminder>`
    insert into match_reminders (match_id, player_id, kind, about, at)
    select m.id, mp.player_id, ${kind}, ${about}, ${now}
    from ${leagueTables}
    join matches m on m.league_id = l.id
    join match_players mp on mp.match_id = m.id
    join players p on p.id = mp.player_id and p.suspended_at is null and p.deleted_at is null
    where m.score_id is null and m.canceled_at is null
      and se.starting_date <= ${now}::timestamptz::date + 60 and se.ending_date >= ${now}::timestamptz::date - ${LIVE_DAYS}::int
      and ${when} and ${isArrangeable}
    order by m.id, mp.player_id
    on conflict do nothing
    returning match_id, player_id, about`.execute(tx)
  return rows
}
