import { sql } from 'kysely'
import type { Db, Tx } from '#/server/db.ts'
import { shownEmail } from '#/server/shown-email.ts'
import { isLeaving } from '#/features/leagues/queries.ts'

/** Counts the emails sent to a league since an instant. */
export async function countMessagesSince(tx: Tx, league_id: number, since: Date): Promise<number> {
  const { sent } = await tx
    .selectFrom('league_messages')
    .select((select) => select.fn.countAll<number>().as('sent'))
    .where('league_id', '=', league_id)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return sent
}

/** The players of a league who can be emailed: both of each pair, once each. */
export async function listAudience(db: Db | Tx, league_id: number): Promise<number[]> {
  const { rows } = await sql<{ player_id: number }>`
    select distinct ep.player_id
    from entries e
    join purchases p on p.id = e.purchase_id
    join entry_players ep on ep.entry_id = e.id
    join players who on who.id = ep.player_id and who.deleted_at is null and who.suspended_at is null
      and ${shownEmail('who')} is not null
    where e.league_id = ${league_id} and p.counts and not ${isLeaving}
    order by ep.player_id`.execute(db)
  return rows.map(({ player_id }) => player_id)
}

/** The latest emails to a league, newest first. */
export async function listMessages(db: Db, league_id: number, limit: number) {
  const rows = await db
    .selectFrom('league_messages')
    .innerJoin('players', 'players.id', 'league_messages.organizer_id')
    .select(['league_messages.id', 'subject', 'players.name as organizer', 'recipients', 'league_messages.created_at'])
    .where('league_id', '=', league_id)
    .orderBy('league_messages.created_at', 'desc')
    .orderBy('league_messages.id')
    .limit(limit)
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }))
}
