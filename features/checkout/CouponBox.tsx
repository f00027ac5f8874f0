import { Suspense, useState } from 'react'
import { formatCents } from '#/contract/money.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { lazyPart } from '#/web/lazy-part.tsx'
import { setCoupon } from './cart.web.ts'
import type { OrderInHand } from './CheckoutFrame.tsx'

const CouponForm = lazyPart(() => import('./CouponForm.tsx'))

/** The order's coupon: its discount, why it cannot be used, or the field for its code. */
export function CouponBox({ order }: { order: OrderInHand }) {
  const { coupon, refusedCoupon, season, subtotal } = order
  const [open, setOpen] = useState(false)
  if (coupon)
    return (
      <p className="flex items-center gap-4 border-b border-line py-3">
        <span className="min-w-0 flex-1 break-words">Coupon {coupon.code}</span>
        <span className="tabular">-{formatCents(coupon.discount)}</span>
        <Button variant="quiet" size="sm" className="min-h-11!" onClick={() => setCoupon(null)}>
          Remove<span className="sr-only">: coupon {coupon.code}</span>
        </Button>
      </p>
    )
  if (refusedCoupon)
    return (
      <div className="mt-4">
        <Notice
          tone="warn"
          title={`Coupon ${refusedCoupon.code} is not used`}
          actions={
            <Button variant="secondary" onClick={() => setCoupon(null)}>
              Remove it
            </Button>
          }
        >
          {refusedCoupon.reason} The total is without it.
        </Notice>
      </div>
    )
  if (subtotal === 0) return null
  if (open)
    return (
      <Suspense fallback={<Skeleton kind="lines" label="Loading the field for the coupon" />}>
        <CouponForm season={season} />
      </Suspense>
    )
  return (
    <Button variant="quiet" className="mt-2" onClick={() => setOpen(true)}>
      I have a coupon
    </Button>
  )
}
