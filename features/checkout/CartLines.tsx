import { formatCents, formatPrice, toCents } from '#/contract/money.ts'
import { formatList } from '#/contract/locale.ts'
import { Notice } from '#/web/ui/Notice.tsx'
import { removeFromCart } from './cart.web.ts'
import { Button } from '#/web/ui/Button.tsx'
import type { OrderInHand } from './CheckoutFrame.tsx'
import { CouponBox } from './CouponBox.tsx'

/**
 * The cart's items: picture, name, price and a button to remove each. Items no longer sold are marked and left out of
 * the order. The coupon is below.
 */
export function CartLines({ order }: { order: OrderInHand }) {
  const { items, gone } = order
  return (
    <>
      {gone.length > 0 && items.length > 0 && (
        <div className="mb-6">
          <Notice
            tone="warn"
            title={`No longer offered: ${formatList(gone.map(({ name }) => name))}`}
            actions={
              <Button variant="secondary" onClick={() => gone.forEach(({ id }) => removeFromCart(id))}>
                Take {gone.length === 1 ? 'it' : 'them'} out of the cart
              </Button>
            }
          >
            {gone.length === 1 ? 'It is' : 'They are'} not part of this order, and you do not pay for{' '}
            {gone.length === 1 ? 'it' : 'them'}.
          </Notice>
        </div>
      )}
      <h2 className="sr-only">Divisions</h2>
      <ul className="border-t border-line">
        {items.map(({ id, name, image, price, off }) => (
          <li key={id} className="flex items-center gap-4 border-b border-line py-4">
            <img src={image} alt="" className="aspect-[4/3] w-20 shrink-0 rounded-sm object-cover sm:w-28" />
            <div className="min-w-0 flex-1">
              <h3 className="lettering text-lg">{name}</h3>
              <p className="tabular mt-0.5 text-ink-soft">{formatPrice(toCents(price) - off)}</p>
              {off > 0 && <p className="tabular text-sm text-ink-soft">{formatCents(off)} off as second division</p>}
            </div>
            <Button variant="quiet" size="sm" className="min-h-11!" onClick={() => removeFromCart(id)}>
              Remove
              <span className="sr-only">: {name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {items.length > 0 && <CouponBox order={order} />}
    </>
  )
}
