import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useState } from 'react'
import { formatInstant } from '#/contract/format.ts'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { listOrganizerEntries } from '#/organizer/calls.gen.ts'
import { withdrawEntryInvitation } from './contract.ts'

type InvitedStateProps = { invitation_id: number; name: string; until: string }

/** The invited player and the deadline of an open invitation, with a button that withdraws it. */
export function InvitedState({ invitation_id, name, until }: InvitedStateProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="flex flex-col items-end gap-1 sm:items-start">
      <Badge>Invited</Badge>
      <span>
        Waiting for {name} until {formatInstant(until)}
      </span>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        Withdraw<span className="sr-only"> the invitation of {name}</span>
      </Button>
      {isOpen && <WithdrawInvitation invitation_id={invitation_id} name={name} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function WithdrawInvitation({
  invitation_id,
  name,
  onClose,
}: Omit<InvitedStateProps, 'until'> & { onClose: () => void }) {
  const withdraw = useAction(withdrawEntryInvitation, { stale: [listOrganizerEntries], onDone: onClose })
  const form = useForm({
    schema: withdrawEntryInvitation.body,
    keep: useFormDraft(`invitation-${invitation_id}`),
    initial: { reason: '' },
    toBody: (values) => values,
    onSubmit: (body) => withdraw.submit({ params: { id: invitation_id }, body }),
  })
  return (
    <ReasonDialog
      title="Withdraw the invitation?"
      description={`${name} can no longer accept it. Please return any cash you received.`}
      confirm="Withdraw"
      danger
      form={form}
      onClose={onClose}
    />
  )
}
