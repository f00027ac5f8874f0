import { useState } from 'react'
import { useFormDraft } from '#/features/accounts/use-form-draft.web.ts'
import { formatMoment } from '#/contract/format.ts'
import type { Arranging } from '#/features/matches/arranging-contract.ts'
import { getMatch, objectToProposal } from '#/features/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

type ProposalNoticeProps = { match_id: number; proposal: NonNullable<Arranging['proposal']>; canObject: boolean }

/** The proposed outcome of a match whose window is over, and the button to object. */
export function ProposalNotice({ match_id, proposal, canObject }: ProposalNoticeProps) {
  const { text, reasons, applies_at } = proposal
  const keep = useFormDraft(`objection-${match_id}`)
  const [objecting, setObjecting] = useState(false)
  const object = useAction(objectToProposal, { stale: [getMatch] })
  return (
    <>
      <Notice
        tone="warn"
        title={`Proposed outcome: ${text}`}
        announce={false}
        actions={
          canObject &&
          applies_at !== null && (
            <Button variant="secondary" onClick={() => setObjecting(true)}>
              Object
            </Button>
          )
        }
      >
        <p>{reasons.join(' ')}</p>
        <p className="mt-2">
          {applies_at === null
            ? 'A side has objected, so an organizer decides.'
            : `It is applied ${formatMoment(applies_at)}, unless one of you objects.`}
        </p>
      </Notice>
      {objecting && (
        <ReasonDialog
          title="Object to this?"
          description="An organizer decides instead. The other side sees your reason."
          confirm="Object"
          label="Reason"
          keep={keep}
          onSend={(reason) => object.submit({ params: { id: match_id }, body: { reason } })}
          onClose={() => setObjecting(false)}
        />
      )}
    </>
  )
}
