import { formatAmount } from '#/contract/money.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useForm } from '#/web/form.ts'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { getOrganizerEntry, listOrganizerEntries } from '#/organizer/calls.gen.ts'
import { LeavingNote } from './LeavingNote.tsx'
import { withdrawEntry, type OrganizerEntry } from './contract.ts'
import { useAction } from '#/web/action.ts'

/** Withdraws an entry from its league, with or without a refund. */
export function WithdrawDialog({ entry, onClose }: { entry: OrganizerEntry; onClose: () => void }) {
  const withdraw = useAction(withdrawEntry, { stale: [getOrganizerEntry, listOrganizerEntries], onDone: onClose })
  const form = useForm({
    schema: withdrawEntry.body,
    keep: useFormDraft(`withdraw-${entry.id}`),
    initial: { refund: '', reason: '' },
    toBody: ({ refund, reason }) => ({ refund: refund === '' ? undefined : refund === 'yes', reason }),
    onSubmit: (body) => withdraw.submit({ params: { id: entry.id }, body }),
  })
  return (
    <ReasonDialog
      title="Take out of the league?"
      description="Open matches are deleted. Whether results still count is the season’s rule."
      confirm="Take out"
      danger
      final={form.values.refund === 'yes' ? { word: 'refund' } : true}
      form={form}
      onClose={onClose}
    >
      <LeavingNote purchase_id={entry.purchase_id} />
      <RadioGroup
        {...form.radio('refund')}
        label="The money"
        layout="list"
        options={[
          { value: 'yes', label: 'Refund it', note: formatRefund(entry) },
          { value: 'no', label: 'Keep it', note: 'You can still refund it later under Payments.' },
        ]}
      />
    </ReasonDialog>
  )
}

function formatRefund({ paid_by, price }: OrganizerEntry): string {
  switch (paid_by) {
    case 'card':
      return `${formatAmount(price)}, to the card, minus what has already been refunded.`
    case 'cash':
      return `${formatAmount(price)} was paid in cash. Please return it in person.`
    case 'free_season':
      return 'The player gets the free season back.'
    case 'nothing':
      return 'Nothing was paid for it.'
  }
}
