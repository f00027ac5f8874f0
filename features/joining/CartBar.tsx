import { formatPrice, toCents } from '#/contract/money.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'

type CartBarProps = {
  items: readonly { price: number }[]
  /** The discount in cents. */
  off?: number
  next: { to: string; label: string }
}

/** The cart's contents and the next step; sticks to the bottom of the screen. */
export function CartBar({ items, off = 0, next }: CartBarProps) {
  const total = items.reduce((sum, { price }) => sum + toCents(price), 0) - off
  return (
    <div className="sticky bottom-3 z-20 flex items-center justify-between gap-4 rounded-md border-2 border-ink bg-surface p-3 pl-4 lift">
      <output className="leading-tight">
        <span className="figures block text-xl">{formatPrice(total)}</span>
        <span className="text-sm text-ink-soft">
          {items.length} {items.length === 1 ? 'division' : 'divisions'} in your cart
        </span>
      </output>
      <ButtonLink to={next.to}>{next.label}</ButtonLink>
    </div>
  )
}
