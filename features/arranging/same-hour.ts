import { sql } from 'kysely'
import { closedWarning, listClosedDays } from '#/features/availability/closed-days.ts'
import { MATCH_MINUTES } from '#/rules/slots.ts'
import type { Db, Tx } from '#/server/db.ts'
import { findTakenCourtOfSetMatch, formatTaken } from './court-clashes.ts'

/**
 * Players of a match who have another open match within 90 minutes of it, by name. Compares instants, because the other
 * match may be in another time zone.
 */
export async function listBusyPlayers(db: Db | Tx, match_id: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select distinct p.id, p.name
    from matches m
    join areas a on a.slug = m.area
    join match_players mine on mine.match_id = m.id
    join players p on p.id = mine.player_id
    join match_players every on every.player_id = p.id
    join matches other on other.id = every.match_id
    join areas oa on oa.slug = other.area
    where m.id = ${match_id} and m.score_id is null and m.match_time is not null
      and other.id <> m.id and other.score_id is null and other.canceled_at is null and other.match_time is not null
      and abs(extract(epoch from
        (other.match_date + other.match_time) at time zone oa.time_zone - (m.match_date + m.match_time) at time zone a.time_zone)) <= ${MATCH_MINUTES * 60}
    order by p.name, p.id`.execute(db)
  return rows
}

/**
 * The warnings about a match that has just been set, for the player who set it: other matches of its players around that
 * time, other matches on its court then, and a day without play.
 */
export async function listWarnings(
  tx: Tx,
  match_id: number,
  { reader_id, now }: { reader_id: number; now: Date },
): Promise<string[]> {
  const court = await findTakenCourtOfSetMatch(tx, match_id, now)
  return [
    ...(await listClosedWarnings(tx, match_id)),
    ...busySentences(await listBusyPlayers(tx, match_id), reader_id),
    ...(court ? [formatTaken(court)] : []),
  ]
}

async function listClosedWarnings(tx: Tx, match_id: number): Promise<string[]> {
  const { area, match_date } = await tx
    .selectFrom('matches')
    .select(['area', 'match_date'])
    .where('id', '=', match_id)
    .executeTakeFirstOrThrow()
  return match_date === null ? [] : closedWarning(await listClosedDays(tx, area), match_date)
}

/** A warning for each busy player, without the opponent or place of the other match. */
function busySentences(players: readonly { id: number; name: string }[], reader_id: number): string[] {
  return players.map(({ id, name }) =>
    id === reader_id ? 'You have another match around that time.' : `${name} has another match around that time.`,
  )
}
