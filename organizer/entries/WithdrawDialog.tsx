import { ActDialog } from '#/organizer/desk/ActionDialog.tsx'
import { formatDollars } from '#/contract/format.ts'
import { useChange } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { getOrganizerEntry, listOrganizerEntries, withdrawEntry, type OrganizerEntry } from './contract.ts'

/** Takes an entry out of its league, with or without its money. */
export function WithdrawDialog({ entry, onClose }: { entry: OrganizerEntry; onClose: () => void }) {
  const withdraw = useChange(withdrawEntry, [getOrganizerEntry, listOrganizerEntries])
  const form = useForm({
    schema: withdrawEntry.body,
    initial: { refund: '', reason: '' },
    toBody: ({ refund, reason }) => ({ refund: refund === '' ? undefined : refund === 'yes', reason }),
    onSubmit: async (body) => {
      const done = await withdraw.mutateAsync({ params: { id: entry.id }, body })
      showToast({ tone: 'good', text: done.message })
      onClose()
    },
  })
  return (
    <ActDialog
      title="Take out of the league?"
      description={
        entry.results > 0
          ? 'Open matches are deleted. Results are kept, but no longer count in the standings.'
          : 'Open matches are deleted.'
      }
      confirm="Take out"
      danger
      form={form}
      onClose={onClose}
    >
      <RadioGroup
        {...form.radio('refund')}
        label="The money"
        layout="list"
        options={[
          { value: 'yes', label: 'Refund it', note: backOf(entry) },
          { value: 'no', label: 'Keep it', note: 'You can still refund it later under Payments.' },
        ]}
      />
    </ActDialog>
  )
}

function backOf({ paid_by, price }: OrganizerEntry): string {
  switch (paid_by) {
    case 'card':
      return `${formatDollars(price)}, to the card, minus what has already been refunded.`
    case 'cash':
      return `${formatDollars(price)} was paid in cash. Please return it in person.`
    case 'free_season':
      return 'The player gets the free season back.'
    case 'nothing':
      return 'Nothing was paid for it.'
  }
}
