import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { getOrganizerEntry } from '#/organizer/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { TextField } from '#/web/ui/TextField.tsx'
import { deductPoints, type OrganizerEntry } from './contract.ts'

/** Takes points from an entry, or gives them back. */
export function DeductDialog({ entry, onClose }: { entry: OrganizerEntry; onClose: () => void }) {
  const deduct = useAction(deductPoints, { stale: [getOrganizerEntry], onDone: onClose })
  const form = useForm({
    schema: deductPoints.body,
    keep: useFormDraft(`deduct-${entry.id}`),
    initial: { entry_id: entry.id, points: null, reason: '' },
    onSubmit: (body) => deduct.submit({ params: { id: entry.league_id }, body }),
  })
  return (
    <ReasonDialog
      title="Take points away"
      description={`The table shows it. ${entry.deducted === 0 ? 'None were taken from this entry so far.' : `${entry.deducted} were taken from this entry so far.`}`}
      confirm="Change the points"
      form={form}
      onClose={onClose}
    >
      <TextField
        {...form.number('points')}
        maxLength={4}
        label="Points"
        hint="A negative number, such as -2, gives points back."
      />
    </ReasonDialog>
  )
}
