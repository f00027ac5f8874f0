import { minorUnitOf } from './currency.ts'
import { smallestChargeOf } from './smallest-charge.ts'

/** What a discount takes off: percent, or an amount in the minor unit of the currency. One of the two. */
export type DiscountTerms = { percent: number | null; amount_cents: number | null }

/**
 * What a coupon takes off the total of an order, in minor units (docs/product.md, "Coupons"). It is rounded once. What would
 * be left and is less than a card can be charged is taken off too.
 */
export function discountOf(total: number, { percent, amount_cents }: DiscountTerms, currency: string): number {
  const step = stepOf(currency)
  const asked = percent === null ? (amount_cents ?? 0) : Math.round((total * percent) / 100 / step) * step
  const off = Math.min(total, asked)
  return total - off < smallestChargeOf(currency) ? total : off
}

/** The same for each of its prices: in proportion to them, so that the parts add up. */
export function discountsOf(prices: readonly number[], terms: DiscountTerms, currency: string): number[] {
  return share(discountOf(sumOf(prices), terms, currency), prices, stepOf(currency))
}

/** Prices have no digits below this many minor units, and neither have discounts. */
function stepOf(currency: string): number {
  const { exponent, decimals } = minorUnitOf(currency)
  return 10 ** (exponent - decimals)
}

/** Divides an amount in proportion to the prices, in whole steps: what is left over goes to the largest remainders. */
function share(amount: number, prices: readonly number[], step: number): number[] {
  const total = BigInt(sumOf(prices))
  if (total === 0n) return prices.map(() => 0)
  const steps = BigInt(amount / step)
  const parts = prices.map((price, index) => {
    const exact = steps * BigInt(price)
    return { index, whole: Number(exact / total), rest: exact % total }
  })
  const left = Number(steps) - sumOf(parts.map(({ whole }) => whole))
  const byRest = parts.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  const luckier = new Set(byRest.slice(0, left).map(({ index }) => index))
  return parts.map(({ index, whole }) => (whole + (luckier.has(index) ? 1 : 0)) * step)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** A code as it is stored and compared: in capitals, without blanks around it. */
export function normalizeCode(typed: string): string {
  return typed.trim().toUpperCase()
}
