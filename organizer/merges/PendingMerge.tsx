import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useState } from 'react'
import { formatInstant } from '#/contract/format.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { previewMerge } from '#/organizer/calls.gen.ts'
import type { PlayerRow } from '#/organizer/players/contract.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { cancelMerge } from './contract.ts'

type PendingMergeProps = {
  pending: NonNullable<Reply<typeof previewMerge>['pending']>
  keeps: PlayerRow
  closes: PlayerRow
}

/** A merge that waits for its accounts, with who has confirmed and a button that cancels it. */
export function PendingMerge({ pending, keeps, closes }: PendingMergeProps) {
  const [isOpen, setIsOpen] = useState(false)
  const stays = pending.keep_id === keeps.id ? keeps : closes
  const goes = pending.keep_id === keeps.id ? closes : keeps
  const stateOf = (confirmed: boolean) => (confirmed ? 'has confirmed' : 'has not confirmed yet')
  return (
    <>
      <Notice
        title="Waiting for both accounts"
        actions={
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            Cancel the merge
          </Button>
        }
      >
        <p className="wrap-anywhere">
          {stays.email ?? stays.name}, which stays, {stateOf(pending.keep_confirmed)}. {goes.email ?? goes.name}, which
          would be closed, {stateOf(pending.from_confirmed)}. The emailed links work until{' '}
          {formatInstant(pending.expires_at)}.
        </p>
      </Notice>
      {isOpen && <CancelMerge id={pending.id} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function CancelMerge({ id, onClose }: { id: number; onClose: () => void }) {
  const cancel = useAction(cancelMerge, { stale: [previewMerge], onDone: onClose })
  const form = useForm({
    schema: cancelMerge.body,
    keep: useFormDraft(`merge-${id}`),
    initial: { reason: '' },
    toBody: (values) => values,
    onSubmit: (body) => cancel.submit({ params: { id }, body }),
  })
  return (
    <ReasonDialog
      title="Cancel the merge?"
      description="The emailed links stop working, and both accounts stay as they are."
      confirm="Cancel the merge"
      danger
      form={form}
      onClose={onClose}
    />
  )
}
