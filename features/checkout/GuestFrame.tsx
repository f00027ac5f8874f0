import { listDivisions } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { useGuestDetails } from '#/features/accounts/guest-details.web.ts'
import { OrderFrame, useOrder, type CheckoutFrameProps } from './CheckoutFrame.tsx'

/** Layout of a guest's steps. */
export function GuestFrame(frame: CheckoutFrameProps) {
  const { location } = useGuestDetails()
  const divisions = useRead(listDivisions, {})
  const order = useOrder(divisions.data?.items, location || null)
  return <OrderFrame {...frame} order={order} reads={[divisions]} />
}
