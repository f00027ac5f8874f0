import { sayDollars } from '#/features/seasons/words.ts'
import { removeFromCart, useCart } from '#/web/cart.ts'
import { paths } from '#/web/paths.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { CheckoutFrame } from './CheckoutFrame.tsx'
import { FreeSeasonOffer } from './FreeSeasonOffer.tsx'

/** First step: what is in the cart, where it will be played, and on to the card. */
export function OrderDetails() {
  const { league_slug } = useCart()
  return (
    <>
      <title>Order summary · Deuce</title>
      <CheckoutFrame title="Order summary" back={{ to: paths.divisions(league_slug), label: 'Back to the divisions' }}>
        {(order) => (
          <>
            <h2 className="sr-only">Divisions</h2>
            <ul className="border-t border-line">
              {order.items.map(({ id, slug, name, price }) => (
                <li key={id} className="flex items-center gap-4 border-b border-line py-4">
                  <Court slug={slug} className="aspect-[4/3] w-20 shrink-0 rounded-sm sm:w-28" />
                  <div className="min-w-0 flex-1">
                    <h3 className="lettering text-lg">{name}</h3>
                    <p className="tabular mt-0.5 text-ink-soft">{sayDollars(price)}</p>
                  </div>
                  <Button variant="quiet" size="sm" className="min-h-11!" onClick={() => removeFromCart(id)}>
                    Remove
                    <span className="sr-only">: {name}</span>
                  </Button>
                </li>
              ))}
            </ul>
            <div className="mt-6 flex flex-col items-start gap-6 *:w-full">
              {order.items.length === 0 ? (
                <Notice tone="warn" actions={<ButtonLink to={paths.joinLeague}>See all seasons</ButtonLink>}>
                  What was in your cart is no longer offered.
                </Notice>
              ) : order.area === null ? (
                <Notice tone="warn" title="Your profile is not complete">
                  Phone, level, gender and location are needed before you can join a league.
                </Notice>
              ) : (
                <>
                  <Notice title={`You will play in ${order.area}`}>
                    That is the area of your profile. The table and the play-offs are its own.
                  </Notice>
                  <FreeSeasonOffer order={order} />
                  <ButtonLink to={paths.payment} size="lg" className="sm:w-auto!">
                    Make Payment
                  </ButtonLink>
                </>
              )}
            </div>
          </>
        )}
      </CheckoutFrame>
    </>
  )
}
