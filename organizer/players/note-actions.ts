import { collectData } from '#/features/settings/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { lockPlayer, subjectOf } from './actions.ts'
import { MOST_NOTES } from './correction-contract.ts'
import { deleteNoteOn, insertNote, listNotesOn } from './note-queries.ts'

/** Adds a note on a player. The audit log does not repeat its text, which goes with the account. Refuses not_found, account_closed, and 422 if there are too many. */
export function writeNote(
  actor: Actor<SignedIn>,
  { id, text, is_flag }: { id: number; text: string; is_flag: boolean },
): Promise<number> {
  return runAction(actor, async (action) => {
    const player = await lockPlayer(action, id)
    const note = { player_id: id, author_id: action.player.id, text, is_flag }
    const stored =
      (await insertNote(action.tx, note, action.now)) ??
      refuse('invalid', { fields: { text: `There are ${MOST_NOTES} notes already. Please delete one first.` } })
    const summary = `Wrote a ${is_flag ? 'flag' : 'note'} on ${player.name}`
    await action.audit({ ...subjectOf(player, action), kind: 'write_note', summary })
    return stored
  })
}

/** Deletes a note. Refuses not_found, and account_closed. */
export function removeNote(actor: Actor<SignedIn>, { id, note_id }: { id: number; note_id: number }): Promise<string> {
  return runAction(actor, async (action) => {
    const player = await lockPlayer(action, id)
    if (!(await deleteNoteOn(action.tx, { player_id: id, note_id }, action.player))) refuse('not_found')
    const summary = `Deleted a note on ${player.name}`
    await action.audit({ ...subjectOf(player, action), kind: 'delete_note', summary })
    return 'The note is deleted.'
  })
}

/** Collects a player's data with the notes, and writes into the audit log that it was read. Refuses not_found and account_closed. */
export async function collectPlayerData(actor: Actor<SignedIn>, { id, reason }: { id: number; reason: string }) {
  const { app, now, player: organizer } = actor
  await runAction(actor, async (action) => {
    const player = await lockPlayer(action, id)
    const summary = `Exported the data of ${player.name}`
    await action.audit({ ...subjectOf(player, action), kind: 'export_player', summary, reason })
  })
  const data = await collectData(app.db, { id, organizer_areas: [], token_hash: Buffer.alloc(0) }, now)
  const notes = await listNotesOn(app.db, id, organizer)
  return {
    ...data,
    notes: notes.map(({ text, is_flag, author, created_at }) => ({ text, is_flag, author, created_at })),
  }
}
