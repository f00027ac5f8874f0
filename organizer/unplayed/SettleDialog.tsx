import { useKept } from '#/organizer/desk/kept.web.ts'
import { playersReadReason, ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { settleUnplayed, type Unplayed } from './contract.ts'
import { formatOutcomeOf, formatSum } from './format.ts'
import { readsOfUnplayed } from './stale.web.ts'

type SettleDialogProps = { matches: readonly Unplayed[]; onClose: () => void; onSettled: () => void }

/** What would be applied, and the reason for it. */
export function SettleDialog({ matches, onClose, onSettled }: SettleDialogProps) {
  const settle = useAction(settleUnplayed, {
    stale: readsOfUnplayed,
    onDone: () => {
      onClose()
      onSettled()
    },
  })
  const form = useForm({
    schema: settleUnplayed.body,
    keep: useKept('settle-unplayed'),
    initial: { reason: 'The days of the match are over. This follows from its record.' },
    toBody: ({ reason }) => ({
      reason,
      match_ids: matches.map(({ match_id }) => match_id),
      outcomes: matches.map(({ outcome }) => outcome),
    }),
    onSubmit: (body) => settle.submit({ body }),
  })
  return (
    <ReasonDialog
      title={matches.length === 1 ? 'Settle this match?' : `Settle these ${matches.length} matches?`}
      description={`${formatSum(matches)}. Both sides of each get an email. You can take it back until one of them answers.`}
      confirm={matches.length === 1 ? 'Settle the match' : `Settle ${matches.length} matches`}
      alert
      form={form}
      reasonHint={playersReadReason}
      onClose={onClose}
    >
      <ul className="flex flex-col gap-2">
        {matches.map((match) => (
          <li key={match.match_id}>
            {match.one} against {match.two}: <strong>{formatOutcomeOf(match)}</strong>
          </li>
        ))}
      </ul>
    </ReasonDialog>
  )
}
