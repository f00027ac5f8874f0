import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { formatCents } from '#/contract/money.ts'
import { checkCoupon, couponCode } from '#/features/coupons/contract.ts'
import { queries, readOf } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { setCoupon } from './cart.web.ts'
import type { OrderInHand } from './CheckoutFrame.tsx'

/** The coupon of the order: what it takes off, why it cannot be used, or the field for its code. */
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
              Take it out
            </Button>
          }
        >
          {refusedCoupon.reason} The total is without it.
        </Notice>
      </div>
    )
  if (subtotal === 0) return null
  if (open) return <CouponForm season={season} />
  return (
    <Button variant="quiet" className="mt-2" onClick={() => setOpen(true)}>
      I have a coupon
    </Button>
  )
}

const schema = z.object({ coupon: couponCode })

/** Checks the code before it is put into the cart. */
function CouponForm({ season }: Pick<OrderInHand, 'season'>) {
  const form = useForm({
    schema,
    initial: { coupon: '' },
    onSubmit: async ({ coupon }) => {
      const body = { coupon, league_slug: season.slug, year: season.year }
      const known = await queries.fetchQuery(readOf(checkCoupon, { body }))
      const { code } = known.coupon
      // The order reads it by the code as it is stored.
      queries.setQueryData(readOf(checkCoupon, { body: { ...body, coupon: code } }).queryKey, known)
      setCoupon(code)
    },
  })
  const field = form.field('coupon')
  const input = useRef<HTMLInputElement>(null)
  // The button that was pressed has made way for it.
  useEffect(() => input.current?.focus(), [])
  return (
    <form
      onSubmit={(event) => void form.submit(event)}
      noValidate
      className="mt-4 flex max-w-md flex-wrap items-start gap-x-3 gap-y-2"
    >
      <TextField
        {...field}
        ref={input}
        error={field.error ?? form.refusal?.message}
        label="Coupon"
        className="min-w-0 flex-1"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
      />
      <Button type="submit" variant="secondary" busy={form.busy} className="mt-6.5">
        Apply
      </Button>
    </form>
  )
}
