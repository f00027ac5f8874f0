import { Link } from '#/web/router.tsx'
import ShoppingBag from 'lucide:shopping-bag'
import { CountBadge } from './CountBadge.tsx'

type CartButtonProps = {
  count: number
  /** The address of the order summary. */
  to: string
  /** Called instead of following the link while the cart is empty. */
  onEmpty: () => void
}

/** The cart icon with its count. */
export function CartButton({ count, to, onEmpty }: CartButtonProps) {
  const label = `Cart, ${count} ${count === 1 ? 'item' : 'items'}`
  const look = 'relative grid size-11 shrink-0 place-items-center rounded-sm hover:bg-current/10'
  const face = (
    <>
      <ShoppingBag size={22} />
      <CountBadge count={count} />
    </>
  )
  return count > 0 ? (
    <Link to={to} aria-label={label} className={look}>
      {face}
    </Link>
  ) : (
    <button type="button" aria-label={label} onClick={onEmpty} className={look}>
      {face}
    </button>
  )
}
