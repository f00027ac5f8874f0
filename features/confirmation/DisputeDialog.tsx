import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import type { FormDraft } from '#/web/form-draft.ts'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { disputeReason } from './contract.ts'

type DisputeDialogProps = {
  keep: FormDraft | undefined
  /** Throws ApiError. */
  onDispute: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Disputes a score, with a reason for the other side and the organizer. */
export function DisputeDialog({ keep, onDispute, onClose }: DisputeDialogProps) {
  const form = useForm({
    schema: disputeReason,
    initial: { reason: '' },
    keep,
    onSubmit: async ({ reason }) => {
      await onDispute(reason)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Dispute this score?"
      description="It leaves the standings until an organizer settles it. The other side can read your reason."
      confirm="Dispute score"
      danger
      alert={false}
      form={form}
      onClose={onClose}
    >
      <TextArea {...form.field('reason')} label="What is wrong?" maxLength={1000} />
    </FormDialog>
  )
}
