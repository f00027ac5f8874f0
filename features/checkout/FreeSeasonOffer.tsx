import { Suspense } from 'react'
import { getFreeSeasons } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { lazyPart } from '#/web/lazy-part.tsx'
import type { OrderInHand } from './CheckoutFrame.tsx'

// Loaded on demand, because most players have no free seasons.
const FreeSeasonDialog = lazyPart(() => import('./FreeSeasonDialog.tsx'))

/** Offers the player's free seasons before the card step. Renders nothing if there are none. */
export function FreeSeasonOffer({ order }: { order: OrderInHand }) {
  const { data } = useRead(getFreeSeasons, {})
  if (!data || data.count === 0 || order.total === 0) return null
  return (
    <Suspense>
      <FreeSeasonDialog order={order} count={data.count} />
    </Suspense>
  )
}
