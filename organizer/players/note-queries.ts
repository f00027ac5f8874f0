import { sql } from 'kysely'
import type { Db, Tx } from '#/server/db.ts'
import type { SignedIn } from '#/server/session.ts'
import { MOST_NOTES, type PlayerNote } from './correction-contract.ts'

/** The notes on a player, flags first, then the newest. */
export async function listNotesOn(
  db: Db,
  player_id: number,
  reader: Pick<SignedIn, 'id' | 'role'>,
): Promise<PlayerNote[]> {
  const notes = await db
    .selectFrom('player_notes')
    .innerJoin('players as author', 'author.id', 'player_notes.author_id')
    .select(['player_notes.id', 'text', 'is_flag', 'author.name as author', 'player_notes.created_at', 'author_id'])
    .where('player_id', '=', player_id)
    .orderBy('is_flag', 'desc')
    .orderBy('player_notes.id', 'desc')
    .limit(MOST_NOTES)
    .execute()
  return notes.map(({ author_id, created_at, ...note }) => ({
    ...note,
    created_at: created_at.toISOString(),
    mine: author_id === reader.id || reader.role === 'owner',
  }))
}

/** Inserts a note and returns its id. Null if the player has as many as are kept. The caller has locked the player. */
export async function insertNote(
  tx: Tx,
  note: { player_id: number; author_id: number; text: string; is_flag: boolean },
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into player_notes (player_id, author_id, text, is_flag, created_at)
    select ${note.player_id}, ${note.author_id}, ${note.text}, ${note.is_flag}, ${now}
    where (select count(*) from player_notes where player_id = ${note.player_id}) < ${MOST_NOTES}
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Deletes a note that the organizer wrote, or any for an owner. Returns whether there was one. */
export async function deleteNoteOn(
  tx: Tx,
  { player_id, note_id }: { player_id: number; note_id: number },
  { id, role }: Pick<SignedIn, 'id' | 'role'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('player_notes')
    .where('id', '=', note_id)
    .where('player_id', '=', player_id)
    .$if(role !== 'owner', (query) => query.where('author_id', '=', id))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
