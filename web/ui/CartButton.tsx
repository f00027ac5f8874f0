import { Link } from 'react-router'
import ShoppingBag from 'lucide-react/icons/shopping-bag'

type CartButtonProps = {
  count: number
  /** The order summary. */
  to: string
  /** Called instead of following the link while the cart is empty. */
  onEmpty: () => void
}

/** The cart with its count. */
export function CartButton({ count, to, onEmpty }: CartButtonProps) {
  const label = `Cart, ${count} ${count === 1 ? 'item' : 'items'}`
  const look = 'relative grid size-11 shrink-0 place-items-center rounded-sm hover:bg-current/10'
  const face = (
    <>
      <ShoppingBag size={22} aria-hidden="true" />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="figures absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-live px-1 text-xs text-on-live"
        >
          {count}
        </span>
      )}
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
