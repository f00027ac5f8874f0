import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { playersReadReason, ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { formatNumber } from '#/contract/locale.ts'
import type { CallInput } from '#/contract/endpoint.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { settleAllUnplayed, settleUnplayed, type Unplayed } from './contract.ts'
import { formatMessages, formatOutcomeOf, formatSums, sumsOf, type Sums } from './format.ts'
import { readsOfUnplayed } from './stale.web.ts'

const first = { reason: 'The days of the match are over. This follows from its record.' }

type SettleDialogProps = { matches: readonly Unplayed[]; onClose: () => void }

/** The outcomes to apply to the selected matches, and the reason. */
export function SettleDialog({ matches, onClose }: SettleDialogProps) {
  const settle = useAction(settleUnplayed, { stale: readsOfUnplayed, onDone: onClose })
  const form = useForm({
    schema: settleUnplayed.body,
    keep: useFormDraft('settle-unplayed'),
    initial: first,
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
      description={descriptionOf(sumsOf(matches))}
      confirm={matches.length === 1 ? 'Settle the match' : `Settle ${matches.length} matches`}
      alert
      form={form}
      reasonHint={playersReadReason}
      onClose={onClose}
    >
      <Preview matches={matches} />
    </ReasonDialog>
  )
}

type SettleAllDialogProps = {
  /** The matches that are listed. */
  matches: readonly Unplayed[]
  sums: Sums
  body: Omit<CallInput<typeof settleAllUnplayed>['body'], 'reason'>
  onClose: () => void
  onStarted: (task_id: number) => void
}

/** The outcomes to apply to all matches, including those not listed, and the reason. */
export function SettleAllDialog({ matches, sums, body, onClose, onStarted }: SettleAllDialogProps) {
  const settle = useAction(settleAllUnplayed, {
    onDone: ({ task_id }) => {
      onClose()
      onStarted(task_id)
    },
  })
  const form = useForm({
    schema: settleAllUnplayed.body,
    keep: useFormDraft('settle-unplayed'),
    initial: first,
    toBody: ({ reason }) => ({ ...body, reason }),
    onSubmit: (all) => settle.submit({ body: all }),
  })
  const count = sums.walkover + sums.extended + sums.not_played
  return (
    <ReasonDialog
      title={`Settle all ${formatNumber(count)} matches?`}
      description={descriptionOf(sums)}
      confirm={`Settle ${formatNumber(count)} matches`}
      alert
      form={form}
      reasonHint={playersReadReason}
      onClose={onClose}
    >
      <Preview matches={matches} more={count - matches.length} />
    </ReasonDialog>
  )
}

function descriptionOf(sums: Sums): string {
  return `${formatSums(sums)}. Both sides of each get an email. You can undo it until one of them responds.`
}

/** Matches shown at once in a preview. Others expand below them, so that the reason and the buttons stay close. */
const SHOWN_AT_ONCE = 8

/** The outcome of each match. */
function Preview({ matches, more = 0 }: { matches: readonly Unplayed[]; more?: number }) {
  const rest = matches.slice(SHOWN_AT_ONCE)
  return (
    <div className="flex flex-col gap-3">
      <Lines matches={matches.slice(0, SHOWN_AT_ONCE)} />
      {rest.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer py-2 font-[620] underline">
            Show {formatNumber(rest.length)} more
          </summary>
          <div className="mt-2">
            <Lines matches={rest} />
          </div>
        </details>
      )}
      {more > 0 && <p>And {formatNumber(more)} that are not listed, each based on its own record.</p>}
    </div>
  )
}

function Lines({ matches }: { matches: readonly Unplayed[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {matches.map((match) => (
        <li key={match.match_id}>
          {match.one} against {match.two}: <strong>{formatOutcomeOf(match)}</strong>. {formatMessages(match)}
        </li>
      ))}
    </ul>
  )
}
