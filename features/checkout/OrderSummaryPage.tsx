import { Suspense } from 'react'
import { Navigate, useSearchParams } from '#/web/router.tsx'
import { useCart } from './cart.web.ts'
import { paths } from '#/contract/paths.ts'
import { lazyPart } from '#/web/lazy-part.tsx'
import { useHydrated } from '#/web/served-page.ts'
import { OrderDetails } from './OrderDetails.tsx'
import { OrderProgress } from './OrderProgress.tsx'
import { PaymentStep } from './PaymentStep.tsx'

const FreeSeasonClaimed = lazyPart(() => import('./FreeSeasonClaimed.tsx'))

/**
 * The checkout: the cart, then the card, then the order's progress. The URL contains the step and the order, so that
 * reloading and going back are safe.
 */
export default function OrderSummaryPage() {
  const [search] = useSearchParams()
  const { cart: items } = useCart()
  const hydrated = useHydrated()
  const order_id = search.get('order')
  const claimed = search.get('claimed')
  // The cart is stored on the device, so the server cannot render it.
  if (!hydrated) return null
  if (order_id !== null) return <OrderProgress key={order_id} order_id={order_id} />
  if (claimed !== null)
    return (
      <Suspense>
        <FreeSeasonClaimed order_id={claimed} />
      </Suspense>
    )
  if (items.length === 0) return <Navigate to={paths.joinLeague} replace />
  return search.get('step') === 'payment' ? <PaymentStep /> : <OrderDetails />
}
