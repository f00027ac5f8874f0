import { listViews } from '#/organizer/calls.gen.ts'
import { saveView, type DeskListName } from '#/organizer/views/contract.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { useFormDraft } from './form-draft.web.ts'

type SaveViewDialogProps = { list: DeskListName; query: string; onClose: () => void }

/** Saves the filters, the order and the columns of a list under a name. */
export function SaveViewDialog({ list, query, onClose }: SaveViewDialogProps) {
  const save = useAction(saveView, { stale: [listViews], onDone: onClose })
  const form = useForm({
    schema: saveView.body,
    keep: useFormDraft(`view-${list}`),
    initial: { name: '' },
    toBody: ({ name }) => ({ list, name, query }),
    onSubmit: (body) => save.submit({ body }),
  })
  return (
    <FormDialog
      title="Save this view"
      description="Keeps the filters, the order and the columns. A view with the same name is replaced."
      confirm="Save the view"
      form={form}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" placeholder="No partner yet" maxLength={40} autoComplete="off" />
    </FormDialog>
  )
}
