import { formatDay, formatDollars } from '#/contract/format.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { getFreeSeasons } from '#/features/referrals/contract.ts'
import { withdraw } from '#/features/refunds/contract.ts'
import { useAction } from '#/web/action.ts'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { getOrder, listPurchases, type Receipt, type ReceiptLine } from './contract.ts'

type WithdrawDialogProps = { order: Receipt; line: ReceiptLine; onClose: () => void }

/** Asks once before the player leaves a league. */
export function WithdrawDialog({ order, line, onClose }: WithdrawDialogProps) {
  const leave = useAction(withdraw, {
    stale: [getOrder, listPurchases, listMyLeagues, getFreeSeasons],
    onDone: onClose,
    onRefused: onClose,
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Leave ${line.level_name}?`}
      description={`${formatReturn(order, line)} You can join again as long as the season is on sale. From ${formatDay(order.starting_date)} on, only the organizer can take you out.`}
      confirm="Withdraw"
      cancel="Stay in the league"
      tone="danger"
      busy={leave.busy}
      onConfirm={() => leave.run({ params: { id: line.id } })}
    />
  )
}

/** What the player gets back for a line after withdrawing. */
function formatReturn({ by_card, by_organizer }: Receipt, { price, refunded }: ReceiptLine): string {
  if (by_card) return `${formatDollars(price - refunded)} goes back to your card.`
  if (!by_organizer) return 'The free season is yours again.'
  return price > 0 ? 'Ask the organizer for what you paid in cash.' : ''
}
