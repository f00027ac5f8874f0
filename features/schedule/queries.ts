import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { isPlayedBy } from '#/features/leagues/sides.ts'
import { rulesOf, type SeasonRules } from '#/rules/season-rules.ts'
import type { DrawnCard, KnownMatch } from '#/rules/schedule.ts'
import { type Db, type Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { Caller } from '#/server/session.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { namedCourt } from '#/features/courts/queries.ts'
import { playoffGraceDays } from '#/rules/playoffs.ts'

/**
 * The leagues whose match cards do not fit their entries, by id: of the seasons running on that day, and of later ones
 * that an organizer has already drawn.
 */
export async function listLeaguesToDraw(db: Db, today: string): Promise<number[]> {
  const { rows } = await sql<{ league_id: number }>`
    select distinct e.league_id
    from seasons se
    join leagues l on l.season_id = se.id
    join entries e on e.league_id = l.id
    join purchases p on p.id = e.purchase_id
    where se.ending_date >= ${today}
      and p.counts = (e.drawn_at is null)
      and (se.starting_date <= ${today} or exists (
        select from entries drawn where drawn.league_id = l.id and drawn.drawn_at is not null))
    order by e.league_id`.execute(db)
  return rows.map(({ league_id }) => league_id)
}

/** A match of a league, with what the draw needs to know of it. */
export type DrawnMatch = KnownMatch & {
  id: number
  /** Drawn, and neither played, dated, canceled nor with a voided result: it can be deleted without a loss. */
  untouched: boolean
  /** Neither played nor dated. */
  open: boolean
}

/** What the draw of a league needs: the entries that count, in the order of their lots, the withdrawn ones, and the matches. */
export async function findLeagueToDraw(
  db: Db | Tx,
  league_id: number,
): Promise<{
  starting_date: string
  ending_date: string
  entries: { entry_id: number; drawn: boolean }[]
  withdrawn: number[]
  /** Number of entries in the league's last draw. */
  drawn_before: number
  matches: DrawnMatch[]
  rules: SeasonRules
}> {
  const { rules, ...season } = await db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .select(['starting_date', 'ending_date', 'rules'])
    .where('leagues.id', '=', league_id)
    .executeTakeFirstOrThrow()
  const { rows: entries } = await sql<{ entry_id: number; counts: boolean; drawn: boolean }>`
    select e.id as entry_id, p.counts as counts, e.drawn_at is not null as drawn
    from entries e join purchases p on p.id = e.purchase_id
    where e.league_id = ${league_id}
    order by e.lot`.execute(db)
  const { rows: matches } = await sql<{
    id: number
    entry_one_id: number
    entry_two_id: number
    from: string | null
    to: string | null
    open: boolean
    untouched: boolean
  }>`
    select id, entry_one_id, entry_two_id, play_from as from, play_by as to, open,
      open and round is not null and playoff_stage is null and voided_at is null as untouched
    from (
      select m.*, score_id is null and match_date is null and canceled_at is null as open
      from matches m where league_id = ${league_id}) known
    order by id`.execute(db)
  return {
    ...season,
    rules: rulesOf(rules),
    drawn_before: entries.filter(({ drawn }) => drawn).length,
    entries: entries.filter(({ counts }) => counts),
    withdrawn: entries.filter(({ counts }) => !counts).map(({ entry_id }) => entry_id),
    matches: matches.map(({ entry_one_id, entry_two_id, ...match }) => ({
      ...match,
      pair: [entry_one_id, entry_two_id] as const,
    })),
  }
}

/** Deletes matches that are neither played nor dated. One with versions of a voided result is canceled instead. */
export async function deleteOpenCards(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    with canceled as (
      update matches set canceled_at = ${now}
      where id = any(${ids}::int[]) and score_id is null and match_date is null and voided_at is not null)
    delete from matches
    where id = any(${ids}::int[]) and score_id is null and match_date is null and voided_at is null`.execute(tx)
}

export async function insertCards(tx: Tx, league_id: number, cards: readonly DrawnCard[], now: Date): Promise<void> {
  if (cards.length === 0) return
  const { area } = await tx.selectFrom('leagues').select('area').where('id', '=', league_id).executeTakeFirstOrThrow()
  await tx
    .insertInto('matches')
    .values(
      cards.map(({ pair: [entry_one_id, entry_two_id], round, from, to }) => ({
        league_id,
        area: area as AreaSlug,
        entry_one_id,
        entry_two_id,
        round,
        play_from: from,
        play_by: to,
        created_at: now,
      })),
    )
    .execute()
}

/** Marks the entries that count as drawn and the withdrawn ones as not drawn: an entry that comes back gets new cards. */
export async function updateDrawnAt(tx: Tx, league_id: number, now: Date): Promise<void> {
  await sql`
    update entries e set drawn_at = case when p.counts then ${now}::timestamptz end
    from purchases p
    where p.id = e.purchase_id and e.league_id = ${league_id}
      and p.counts = (e.drawn_at is null)`.execute(tx)
}

/** A match to arrange, with the days of its season; for a play-off match `counts_until` follows from its stage. */
export type OpenCard = {
  score_id: number | null
  area: AreaSlug
  time_zone: string
  starting_date: string
  counts_until: string
  /** The caller is one of its players. */
  mine: boolean
}

/** A match for its players and the organizers of its area; undefined for others. */
export async function findOpenCard(db: Db | Tx, id: number, player: Caller): Promise<OpenCard | undefined> {
  const { rows } = await sql<OpenCard>`
    select m.score_id, m.area, a.time_zone, se.starting_date, case when m.playoff_stage is null then se.counts_until else m.play_by + ${playoffGraceDays}::int end as counts_until,
      ${isPlayedBy(player.id)} as mine
    from matches m
    join areas a on a.slug = m.area
    join leagues l on l.id = m.league_id
    join seasons se on se.id = l.season_id
    where m.id = ${id} and m.canceled_at is null
      and (m.area = any(${player.organizer_areas}::text[]) or ${isPlayedBy(player.id)})`.execute(db)
  return rows[0]
}

/**
 * Date, time and court of a match; nulls and '' clear them. Without a `court_id` the court is the one that `match_location`
 * names.
 */
export type Appointment = {
  match_date: string | null
  match_time: string | null
  match_location: string
  court_id?: number | null
}

/**
 * Stores date, time and court, and which side set the date (none when an organizer did); answers false when the match has
 * a score by now.
 */
export async function updateAppointment(
  db: Db | Tx,
  id: number,
  { match_date, match_time, match_location, court_id = null }: Appointment,
  player: { id: number },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update matches m
    set match_date = ${match_date}, match_time = ${match_time}, match_location = ${match_location},
      court_id = coalesce(${court_id}::int, ${namedCourt(sql`m.area`, sql`${match_location}::text`)}),
      arranged_side = coalesce(mine.side, m.arranged_side),
      arranged_at = case when mine.side is null then m.arranged_at else ${now} end
    from (
      select max(case when ep.entry_id = o.entry_one_id then 1 else 2 end) filter (where ${match_date}::date is not null) as side
      from matches o join entry_players ep on ep.entry_id in (o.entry_one_id, o.entry_two_id)
      where o.id = ${id} and ep.player_id = ${player.id}) mine
    where m.id = ${id} and m.score_id is null and m.canceled_at is null`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Adds a match of two entries outside the draw, by entry one; answers its id. Refuses `match_exists`: the two have an open one on that day. */
export async function insertOwnMatch(
  tx: Tx,
  league: { league_id: number; area: string; entry_one_id: number; entry_two_id: number },
  appointment: Appointment,
  now: Date,
): Promise<number> {
  await lockLeague(tx, league.league_id)
  const sides = [league.entry_one_id, league.entry_two_id]
  const { rows } = await sql`
    select from matches
    where league_id = ${league.league_id} and score_id is null and canceled_at is null
      and match_date is not distinct from ${appointment.match_date}::date
      and entry_one_id = any (${sides}::int[]) and entry_two_id = any (${sides}::int[])
    limit 1`.execute(tx)
  if (rows.length > 0) refuse('match_exists')
  const match = await tx
    .insertInto('matches')
    .values({
      ...league,
      area: league.area as AreaSlug,
      ...appointment,
      court_id: appointment.court_id ?? namedCourt(sql`${league.area}`, sql`${appointment.match_location}::text`),
      ...(appointment.match_date === null ? {} : { arranged_side: 1, arranged_at: now }),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return match.id
}
