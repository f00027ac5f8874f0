import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/fields.ts'
import { plays } from '#/features/matches/sides.ts'
import type { Caller } from '#/features/matches/versions.ts'
import { lockLeague } from '#/features/standings/queries.ts'
import type { DrawnCard, KnownMatch } from '#/rules/schedule.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'

/** Leagues of the seasons running on that day whose cards are not those of their entries, by id. */
export async function listLeaguesToDraw(db: Db, today: string): Promise<number[]> {
  const { rows } = await sql<{ league_id: number }>`
    select distinct e.league_id
    from seasons se
    join leagues l on l.season_id = se.id
    join entries e on e.league_id = l.id
    join purchases p on p.id = e.purchase_id
    where ${today}::date between se.starting_date and se.ending_date
      and (p.status in ('Paid', 'Confirmed')) = (e.drawn_at is null)
    order by e.league_id`.execute(db)
  return rows.map(({ league_id }) => league_id)
}

/** What the draw of a league goes by: who stands in it, in the order of their lots, who has left, and its matches. */
export async function findLeagueToDraw(
  tx: Tx,
  league_id: number,
): Promise<{
  starting_date: string
  ending_date: string
  standing: { entry_id: number; drawn: boolean }[]
  withdrawn: number[]
  matches: KnownMatch[]
}> {
  const season = await tx
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .select(['starting_date', 'ending_date'])
    .where('leagues.id', '=', league_id)
    .executeTakeFirstOrThrow()
  const { rows: entries } = await sql<{ entry_id: number; stands: boolean; drawn: boolean }>`
    select e.id as entry_id, p.status in ('Paid', 'Confirmed') as stands, e.drawn_at is not null as drawn
    from entries e join purchases p on p.id = e.purchase_id
    where e.league_id = ${league_id}
    order by e.lot`.execute(tx)
  const matches = await tx
    .selectFrom('matches')
    .select(['entry_one_id', 'entry_two_id', 'play_from as from', 'play_by as to'])
    .where('league_id', '=', league_id)
    .execute()
  return {
    ...season,
    standing: entries.filter(({ stands }) => stands),
    withdrawn: entries.filter(({ stands }) => !stands).map(({ entry_id }) => entry_id),
    matches: matches.map(({ entry_one_id, entry_two_id, from, to }) => ({
      pair: [entry_one_id, entry_two_id],
      from,
      to,
    })),
  }
}

/** Deletes the matches of these entries that are neither played nor dated. */
export async function deleteOpenCards(tx: Tx, entry_ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('matches')
    .where((where) => where.or([where('entry_one_id', 'in', entry_ids), where('entry_two_id', 'in', entry_ids)]))
    .where('score_id', 'is', null)
    .where('match_date', 'is', null)
    .execute()
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

/** Notes who has cards: those who stand; whoever left and comes back gets new ones. */
export async function noteDrawn(tx: Tx, league_id: number, now: Date): Promise<void> {
  await sql`
    update entries e set drawn_at = case when p.status in ('Paid', 'Confirmed') then ${now}::timestamptz end
    from purchases p
    where p.id = e.purchase_id and e.league_id = ${league_id}
      and (p.status in ('Paid', 'Confirmed')) = (e.drawn_at is null)`.execute(tx)
}

/** A match that its players may still arrange, with the days of its season; a play-off match may be as late as its stage. */
export type OpenCard = { score_id: number | null; time_zone: string; starting_date: string; ending_date: string }

/** A match of this player's (an organizer: any); undefined when there is none. */
export async function findOpenCard(db: Db, id: number, player: Caller): Promise<OpenCard | undefined> {
  const { rows } = await sql<OpenCard>`
    select m.score_id, a.time_zone, se.starting_date, greatest(se.ending_date, m.play_by) as ending_date
    from matches m
    join areas a on a.slug = m.area
    join leagues l on l.id = m.league_id
    join seasons se on se.id = l.season_id
    where m.id = ${id} and (${player.role} = 'organizer' or ${plays(player.id)})`.execute(db)
  return rows[0]
}

/** Date, time and court of a match; nulls and '' take them back. */
export type Appointment = { match_date: string | null; match_time: string | null; match_location: string }

/** Stores when and where; answers whether the match was still without a score. */
export async function updateAppointment(db: Db, id: number, appointment: Appointment): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('matches')
    .set(appointment)
    .where('id', '=', id)
    .where('score_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Adds a match of two entries outside the draw; answers its id. Refuses `match_exists`: the two have an open one of that day. */
export async function insertOwnMatch(
  db: Db,
  league: { league_id: number; area: string; entry_one_id: number; entry_two_id: number },
  appointment: Appointment,
  now: Date,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockLeague(tx, league.league_id)
    const sides = [league.entry_one_id, league.entry_two_id]
    const { rows } = await sql`
      select from matches
      where league_id = ${league.league_id} and score_id is null and match_date is not distinct from ${appointment.match_date}::date
        and entry_one_id = any (${sides}::int[]) and entry_two_id = any (${sides}::int[])
      limit 1`.execute(tx)
    if (rows.length > 0) refuse('match_exists')
    const match = await tx
      .insertInto('matches')
      .values({ ...league, area: league.area as AreaSlug, ...appointment, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return match.id
  })
}
