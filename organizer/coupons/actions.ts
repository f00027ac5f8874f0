import { discountOfTerms, formatOff } from '#/contract/money.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { constraintOf, refuse } from '#/server/refuse.ts'
import type { CouponForm } from './contract.ts'
import { insertCoupon, lockCoupon, toStored, updateCoupon, type StoredCoupon } from './queries.ts'

/** Creates a coupon. Returns its id. Refuses a taken code and an unknown season by field. */
export function createCoupon(actor: Actor, form: CouponForm): Promise<number> {
  return refuseTakenCode(
    runAction(actor, async ({ tx, audit, now }) => {
      const coupon = toStored(form)
      const id = await insertCoupon(tx, coupon, now)
      await audit<StoredCoupon>({
        area: null,
        kind: 'create_coupon',
        subject: `coupon ${id}`,
        summary: `Created the coupon ${coupon.code}: ${formatOff(discountOfTerms(coupon))} off`,
        after: coupon,
      })
      return id
    }),
  )
}

/**
 * Changes a coupon; placed orders keep their discount. Refuses not_found, coupon_used, and for the same reasons as
 * `createCoupon`.
 */
export function changeCoupon(actor: Actor, { id, ...form }: CouponForm & { id: number }): Promise<void> {
  return refuseTakenCode(
    runAction(actor, async ({ tx, audit }) => {
      const { used, ...before } = await lockCoupon(tx, id)
      const after = toStored(form)
      // Receipts name the code, so it stays the same once it was used.
      if (used && after.code !== before.code) refuse('coupon_used')
      await updateCoupon(tx, id, after)
      await audit<StoredCoupon>({
        area: null,
        kind: 'change_coupon',
        subject: `coupon ${id}`,
        summary: `Changed the coupon ${before.code}: ${formatOff(discountOfTerms(after))} off`,
        before,
        after,
      })
    }),
  )
}

/** Deletes a coupon. Returns its code. Placed orders keep their discount. Refuses not_found. */
export function deleteCoupon(actor: Actor, { id }: { id: number }): Promise<string> {
  return runAction(actor, async ({ tx, audit, now }) => {
    const { used: _, ...before } = await lockCoupon(tx, id)
    await tx.updateTable('coupons').set({ deleted_at: now }).where('id', '=', id).execute()
    await audit<StoredCoupon>({
      area: null,
      kind: 'delete_coupon',
      subject: `coupon ${id}`,
      summary: `Deleted the coupon ${before.code}`,
      before,
    })
    return before.code
  })
}

function refuseTakenCode<T>(change: Promise<T>): Promise<T> {
  return change.catch((error: unknown) => {
    if (constraintOf(error) === 'coupons_code_once')
      refuse('invalid', { fields: { code: 'There is already a coupon with this code.' } })
    throw error
  })
}
