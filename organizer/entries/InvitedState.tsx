import { useKept } from '#/organizer/desk/kept.web.ts'
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
        Take back<span className="sr-only"> the invitation of {name}</span>
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
    keep: useKept(`invitation-${invitation_id}`),
    initial: { reason: '' },
    toBody: (values) => values,
    onSubmit: (body) => withdraw.submit({ params: { id: invitation_id }, body }),
  })
  return (
    <ReasonDialog
      title="Take back the invitation?"
      description={`${name} can no longer accept it. Cash that you received goes back by hand.`}
      confirm="Take back"
      danger
      form={form}
      onClose={onClose}
    />
  )
}
