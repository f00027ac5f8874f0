import type { SavedCard } from './contract.ts'

/** Digits in groups of four, as on the card: '4242 4242 4242 4242'. */
export function groupDigits(typed: string): string {
  return typed
    .replaceAll(/\D/g, '')
    .slice(0, 19)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

/** Month and year as printed on the card, '04 / 30', from '0430', '4/30', '04/2030' or an incomplete date. */
export function groupExpiry(typed: string): string {
  const padded = typed.trim().replace(/^([2-9]|1(?=\s*\/))/, '0$1')
  const digits = padded.replaceAll(/\D/g, '').slice(0, 6)
  if (digits.length <= 2) return digits
  return `${digits.slice(0, 2)} / ${digits.length === 6 ? digits.slice(4) : digits.slice(2)}`
}

/** '04 / 30' in the calls' format. Empty if it cannot be parsed. */
export function readExpiry(typed: string): { exp_month?: number; exp_year?: number } {
  const [, month, year] = /^(\d\d) \/ (\d\d)$/.exec(groupExpiry(typed)) ?? []
  return month === undefined || year === undefined ? {} : { exp_month: Number(month), exp_year: Number(year) }
}

/** Stripe's brand codes whose name is not just the capitalized code. */
const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: 'Card',
}

/** 'Visa ending in 4242'. */
export function formatCard({ brand, last4 }: SavedCard): string {
  return `${brands[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)} ending in ${last4}`
}

/** '04 / 2030'. */
export function formatExpiry({ exp_month, exp_year }: SavedCard): string {
  return `${String(exp_month).padStart(2, '0')} / ${exp_year}`
}
