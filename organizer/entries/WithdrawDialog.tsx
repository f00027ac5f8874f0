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
          ? 'Open matches go. Results stay in the record, and leave the table with the entry.'
          : 'Open matches go.'
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
          { value: 'yes', label: 'Goes back', note: backOf(entry) },
          { value: 'no', label: 'Stays', note: 'The line is closed. You can still give money back under Payments.' },
        ]}
      />
    </ActDialog>
  )
}

function backOf({ paid_by, price }: OrganizerEntry): string {
  switch (paid_by) {
    case 'card':
      return `${formatDollars(price)}, to the card, less what has gone back already.`
    case 'cash':
      return `${formatDollars(price)} was paid in cash: hand it back yourself.`
    case 'free_season':
      return 'The free season is the player’s again.'
    case 'nothing':
      return 'Nothing was paid for it.'
  }
}
