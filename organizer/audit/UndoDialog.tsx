import { listAuditLog } from '#/organizer/calls.gen.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { playersReadReason, ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useAction } from '#/web/action.ts'
import { queries } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { undoAct, type AuditRow } from './contract.ts'

/** Undoes the change of an audit entry. */
export function UndoDialog({ entry, onClose }: { entry: AuditRow; onClose: () => void }) {
  const undo = useAction(undoAct, {
    stale: [listAuditLog],
    onDone: async () => {
      onClose()
      // The change may be shown on any screen.
      await queries.invalidateQueries()
    },
  })
  const form = useForm({
    schema: undoAct.body,
    keep: useFormDraft(`undo-${entry.id}`),
    initial: { reason: '' },
    onSubmit: (body) => undo.submit({ params: { id: entry.id }, body }),
  })
  return (
    <ReasonDialog
      title="Undo this change?"
      description={`“${entry.summary}.” What it changed is restored. Players who were notified of it get another email.`}
      confirm="Undo"
      alert
      form={form}
      reasonHint={playersReadReason}
      onClose={onClose}
    />
  )
}
