import { formatAmount } from '#/contract/money.ts'
import { removeFromCart } from './cart.web.ts'
import { Button } from '#/web/ui/Button.tsx'
import type { OrderInHand } from './CheckoutFrame.tsx'

/** What is in the cart: picture, name, price, and a way to take it out. */
export function CartLines({ items }: { items: OrderInHand['items'] }) {
  return (
    <>
      <h2 className="sr-only">Divisions</h2>
      <ul className="border-t border-line">
        {items.map(({ id, name, image, price }) => (
          <li key={id} className="flex items-center gap-4 border-b border-line py-4">
            <img src={image} alt="" className="aspect-[4/3] w-20 shrink-0 rounded-sm object-cover sm:w-28" />
            <div className="min-w-0 flex-1">
              <h3 className="lettering text-lg">{name}</h3>
              <p className="tabular mt-0.5 text-ink-soft">{formatAmount(price)}</p>
            </div>
            <Button variant="quiet" size="sm" className="min-h-11!" onClick={() => removeFromCart(id)}>
              Remove
              <span className="sr-only">: {name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
