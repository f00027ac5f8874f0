import { writeAmount } from '#/contract/money.ts'
import { useNavigate } from '#/web/router.tsx'
import { useRef } from 'react'
import { inOneSentence, isUnknown } from '#/features/cards/card-payment.web.ts'
import {
  checkCoupon,
  listMyLeagues,
  listDivisions,
  listSeasons,
  completePurchase,
  getSecondDivision,
  listPurchases,
} from '#/features/calls.gen.ts'
import { queries, readOf } from '#/web/api.ts'
import { ApiError } from '#/web/call.ts'
import { randomText } from '#/web/random.ts'
import type { OrderInHand } from './CheckoutFrame.tsx'
import type { OrderAnswer } from './contract.ts'
import { partnersOf } from './partners.web.ts'

/** The cart in the calls' format, at the prices that the buyer sees. */
export function toOrderForm({ total, coupon, ...order }: OrderInHand) {
  return { ...toClaimForm(order), price: writeAmount(total), ...(coupon && { coupon: coupon.code }) }
}

/** The cart in the format of a free-season claim, without a coupon. */
export function toClaimForm({ season, items, subtotal }: Pick<OrderInHand, 'season' | 'items' | 'subtotal'>) {
  return {
    league_slug: season.slug,
    league_name: season.name,
    year: season.year,
    cart: items.map(({ id, slug }) => ({ id, slug, season_count: 1 as const })),
    price: writeAmount(subtotal),
    ...partnersOf(items),
  }
}

/** The reads behind a cart's total and availability. */
const cartReads = [listDivisions, listSeasons, listMyLeagues, listPurchases, checkCoupon, getSecondDivision]

/** Calls `buy` with a card's token, then opens the order with the status from the response. */
export function usePay<A extends OrderAnswer>(
  buy: (confirmationToken: string, saved_card?: string) => Promise<A>,
  addressOf: (order_id: string) => string,
) {
  const navigate = useNavigate()
  return async (confirmationToken: string, saved_card?: string) => {
    try {
      const answer = await buy(confirmationToken, saved_card)
      const { order_id } = answer.data
      queries.setQueryData(readOf(completePurchase, { params: { order_id } }).queryKey, answer)
      await navigate(addressOf(order_id), { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The data behind the cart is out of date.
      if (error.status === 409)
        for (const { method, path } of cartReads) void queries.invalidateQueries({ queryKey: [method, path] })
      // The terms have a newer version; the step before asks for it.
      if (error.status === 422) await import('./asked-again.web.ts').then(({ askAgain }) => askAgain(error))
      throw error.status === 422 ? inOneSentence(error) : error
    }
  }
}

/** Places a free order under a generated token. */
export function useFreeOrder(place: (confirmationToken: string) => Promise<void>) {
  // If the response to a press was lost, the next press sends the same token, which identifies the same order.
  const last = useRef<string | null>(null)
  return async () => {
    last.current ??= `free_${randomText()}`
    try {
      await place(last.current)
    } catch (error) {
      if (!isUnknown(error)) last.current = null
      throw error
    }
  }
}
