import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { checkCoupon } from '#/features/calls.gen.ts'
import { couponCode } from '#/features/coupons/contract.ts'
import { queries, readOf } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { setCoupon } from './cart.web.ts'
import type { OrderInHand } from './CheckoutFrame.tsx'

const schema = z.object({ coupon: couponCode })

/** Checks the code before it is put into the cart. */
export default function CouponForm({ season }: Pick<OrderInHand, 'season'>) {
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
