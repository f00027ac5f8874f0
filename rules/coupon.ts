import { minorUnitOf } from './currency.ts'
import { smallestChargeOf } from './smallest-charge.ts'

/** The terms of a discount: a percentage, or an amount in the currency's minor unit. Exactly one is set. */
export type DiscountTerms = { percent: number | null; amount_cents: number | null }

/**
 * The amount that a coupon takes off an order's total, in minor units (docs/product.md, "Coupons"). Rounded once. If
 * the rest is below the smallest amount that a card can be charged, the discount covers it too.
 */
export function discountOf(total: number, { percent, amount_cents }: DiscountTerms, currency: string): number {
  const step = stepOf(currency)
  const wanted = percent === null ? (amount_cents ?? 0) : Math.round((total * percent) / 100 / step) * step
  const off = Math.min(total, wanted)
  return total - off < smallestChargeOf(currency) ? total : off
}

/** Divides the discount among the prices in proportion, so that the parts add up to the whole. */
export function discountsOf(prices: readonly number[], terms: DiscountTerms, currency: string): number[] {
  return share(discountOf(sumOf(prices), terms, currency), prices, stepOf(currency))
}

/** The smallest step of prices and discounts, in minor units. */
function stepOf(currency: string): number {
  const { exponent, decimals } = minorUnitOf(currency)
  return 10 ** (exponent - decimals)
}

/** Divides an amount in proportion to the prices, in whole steps. The remainder goes to the largest fractions. */
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

/** A code as it is stored and compared: in capitals, without surrounding spaces. */
export function normalizeCode(typed: string): string {
  return typed.trim().toUpperCase()
}
