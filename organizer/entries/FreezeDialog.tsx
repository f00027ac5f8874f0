import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useForm } from '#/web/form.ts'
import { getOrganizerEntry } from '#/organizer/calls.gen.ts'
import { freezeEntry, type OrganizerEntry } from './contract.ts'
import { useAction } from '#/web/action.ts'

/** Freezes the place of an entry on its ladder, or releases it. */
export function FreezeDialog({ entry, onClose }: { entry: OrganizerEntry; onClose: () => void }) {
  const freeze = useAction(freezeEntry, { stale: [getOrganizerEntry], onDone: onClose })
  const frozen = !entry.frozen
  const form = useForm({
    schema: freezeEntry.body,
    keep: useFormDraft(`freeze-${entry.id}`),
    initial: { reason: '' },
    toBody: ({ reason }) => ({ frozen, reason }),
    onSubmit: (body) => freeze.submit({ params: { id: entry.id }, body }),
  })
  return (
    <ReasonDialog
      title={frozen ? 'Freeze this place?' : 'Release this place?'}
      description={
        frozen
          ? 'Nobody can challenge it, it challenges nobody, and it drops for no absence. Open challenges stay.'
          : 'It can be challenged again.'
      }
      confirm={frozen ? 'Freeze the place' : 'Release the place'}
      form={form}
      onClose={onClose}
    />
  )
}
