import { useEffect } from 'react'
import { formatInstant } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { getUser } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { clearCart } from './cart.web.ts'
import { forgetGuestDetails } from './guest-order.web.ts'
import { OrderCard } from './OrderCard.tsx'

/** A free order that waits for its buyer to confirm the email. */
export default function HeldOrder({ order_id, held_until }: { order_id: string; held_until: string }) {
  const { data } = useRead(getUser, {})
  useEffect(() => {
    clearCart()
    forgetGuestDetails()
  }, [])
  return (
    <>
      <OrderCard order_id={order_id}>is held. There is nothing to pay.</OrderCard>
      <div className="mt-4">
        <Notice
          title={`Your place is held until ${formatInstant(held_until)}`}
          announce
          actions={
            <ButtonLink to={paths.receipt(order_id)} variant="quiet">
              See the order
            </ButtonLink>
          }
        >
          <p>
            We wrote to {data ? <strong className="font-[650] break-words">{data.user.email}</strong> : 'your email'}.
            Open the link in that email by then, and you are in. After that, somebody else can have the place.
          </p>
        </Notice>
      </div>
    </>
  )
}
