import { formatMoment } from '#/contract/format.ts'
import { deleteNote, getOrganizerPlayer, listOrganizerPlayers } from '#/organizer/calls.gen.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import type { OrganizerPlayer } from './contract.ts'
import { addNote } from './correction-contract.ts'

const stale = [getOrganizerPlayer, listOrganizerPlayers] as const

/** Organizers' notes and flags on a player. */
export function NotesSection({ player }: { player: OrganizerPlayer }) {
  const params = { id: player.id }
  const add = useAction(addNote, { stale })
  const remove = useAction(deleteNote, { stale })
  const form = useForm({
    schema: addNote.body,
    keep: useFormDraft(`note-${player.id}`),
    initial: { text: '', is_flag: false },
    onSubmit: async (body) => {
      await add.submit({ params, body })
      form.set('text', '')
      form.set('is_flag', false)
    },
  })
  return (
    <section aria-labelledby="notes" className="grid gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div>
        <h2 id="notes" className="lettering pb-3 text-xl">
          Notes
        </h2>
        {player.notes.length === 0 ? (
          <p className="text-ink-soft">No notes yet.</p>
        ) : (
          <ul className="flex flex-col">
            {player.notes.map((note) => (
              <li key={note.id} className="flex flex-col items-start gap-2 border-b border-line bg-surface p-4">
                {note.is_flag && <Badge tone="warn">Flag</Badge>}
                <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
                <p className="text-sm text-ink-soft">
                  {note.author}, <time dateTime={note.created_at}>{formatMoment(note.created_at)}</time>
                </p>
                {note.mine && !player.closed && (
                  <Button
                    variant="quiet"
                    size="sm"
                    busy={remove.input?.params.note_id === note.id}
                    onClick={() => remove.run({ params: { ...params, note_id: note.id } })}
                  >
                    Delete<span className="sr-only"> the note: {note.text}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {!player.closed && (
        <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-4">
          <FormErrors form={form} />
          <TextArea
            {...form.field('text')}
            label="New note"
            hint="For organizers alone. It is handed over if the player demands their data by law, so write what you can stand by."
            rows={3}
            maxLength={1000}
          />
          <Checkbox {...form.checkbox('is_flag')} label="Show it as a flag in lists (40 characters at most)" />
          <FormActions>
            <Button type="submit" busy={form.busy}>
              Save the note
            </Button>
          </FormActions>
        </form>
      )}
    </section>
  )
}
