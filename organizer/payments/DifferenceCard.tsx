import { formatAmount } from '#/contract/money.ts'
import { formatDay, formatOrderNumber } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { Button } from '#/web/ui/Button.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { Difference } from './contract.ts'
import { differenceWords } from './format.ts'

/** A movement that only one side has, and what to do about it. */
export function DifferenceCard({ difference, onAssign }: { difference: Difference; onAssign: () => void }) {
  const { kind, day, ours, theirs, order_id, player, movement, payment, lines } = difference
  const { what, todo } = differenceWords[kind]
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line bg-surface p-4">
      <p className="font-[680]">{what}</p>
      <p className="tabular text-sm text-ink-soft">
        {formatDay(day)}
        {player && `, ${player}`} · here {ours === null ? 'nothing' : formatAmount(ours)} · there{' '}
        {theirs === null ? 'nothing' : formatAmount(theirs)}
        {(movement ?? payment) && <span className="break-all"> · {movement ?? payment}</span>}
      </p>
      <p>{todo}</p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {kind === 'refund_by_hand' && lines.length > 0 && (
          <Button variant="secondary" size="sm" onClick={onAssign}>
            Assign to a line<span className="sr-only"> the refund of {formatDay(day)}</span>
          </Button>
        )}
        {order_id && (
          <TextLink to={deskPaths.payment(order_id)}>
            Order <span className="tabular">{formatOrderNumber(order_id)}</span>
          </TextLink>
        )}
      </div>
    </li>
  )
}
