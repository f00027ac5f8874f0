import { formatAmount } from '#/contract/money.ts'
import { formatDay, formatTotal } from '#/contract/format.ts'
import {
  listMyLeagues,
  getFreeSeasons,
  withdraw,
  getOrder,
  getSecondDivision,
  listPurchases,
} from '#/features/calls.gen.ts'
import type { LeagueEntry } from '#/features/leagues/contract.ts'
import { useRead } from '#/web/api.ts'
import { useAction } from '#/web/action.ts'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'

/** An entry that the player may withdraw, and the refund for it. */
type Place = Pick<NonNullable<LeagueEntry['withdrawal']>, 'purchase_id' | 'returns' | 'amount'> &
  Pick<LeagueEntry, 'level_name' | 'starting_date'>

type WithdrawDialogProps = { place: Place; onClose: () => void }

/** Asks for confirmation before the player leaves a league. */
export function WithdrawDialog({ place, onClose }: WithdrawDialogProps) {
  const leave = useAction(withdraw, {
    stale: [getOrder, listPurchases, listMyLeagues, getFreeSeasons, getSecondDivision],
    onDone: onClose,
    onRefused: onClose,
  })
  const leagues = useRead(listMyLeagues, {})
  const mine = leagues.data?.find(({ withdrawal }) => withdrawal?.purchase_id === place.purchase_id)?.withdrawal
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Leave ${place.level_name}?`}
      description={`${formatReturn(place)} ${formatLoss(mine)}You can join again as long as the season is on sale. From ${formatDay(place.starting_date)} on, only the organizer can take you out.`}
      confirm="Withdraw"
      cancel="Stay in the league"
      tone="danger"
      busy={leave.busy}
      reason={mine?.problem ?? undefined}
      onConfirm={() => leave.run({ params: { id: place.purchase_id } })}
    />
  )
}

/** Says how much the player gets back after withdrawing. */
function formatReturn({ returns, amount }: Place): string {
  switch (returns) {
    case 'card':
      return `${formatAmount(amount)} goes back to your card.`
    case 'free_season':
      return 'The free season is yours again.'
    case 'cash':
      return 'Ask the organizer for what you paid in cash.'
    case 'nothing':
      return ''
  }
}

/** Says what the withdrawal changes for the others. '' if nothing. */
function formatLoss(withdrawal: LeagueEntry['withdrawal'] | undefined): string {
  if (!withdrawal || withdrawal.results + withdrawal.open_matches === 0) return ''
  const { results, open_matches } = withdrawal
  const lost = [
    ...(results > 0
      ? [`${formatTotal(results, 'result', 'results')} of yours no longer ${results === 1 ? 'counts' : 'count'}`]
      : []),
    ...(open_matches > 0 ? [`${formatTotal(open_matches, 'open match is', 'open matches are')} deleted`] : []),
  ]
  return `${lost.join(', ')}, and the players whom this concerns are notified. `
}
