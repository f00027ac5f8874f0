import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import type { Season } from '#/features/seasons/contract.ts'
import type { Cart } from '#/features/checkout/cart.web.ts'

type ReplaceCartDialogProps = { season: Season; chosen: Cart; onClose: () => void; onConfirm: () => void }

/** Asks for confirmation before removing another season's divisions from the cart. */
export function ReplaceCartDialog({ season, chosen, onClose, onConfirm }: ReplaceCartDialogProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Replace your cart?"
      description={`Your cart is for ${chosen.league_name} ${chosen.year}. Each order is for one season only.`}
      confirm={`Start a ${season.name} cart`}
      cancel={`Keep ${chosen.league_name}`}
      onConfirm={onConfirm}
    />
  )
}
