import { formatDate } from '#/contract/locale.ts'
import type { DifferenceKind } from './contract.ts'

/** Explains each kind of difference between the books, and what to do about it. */
export const differenceWords: Record<DifferenceKind, { what: string; todo: string }> = {
  charge_unknown: {
    what: 'The card service has a charge without an order here',
    todo: 'Look it up at the card service. If it does not belong to this site, there is nothing to do. Otherwise refund it there.',
  },
  charge_not_noted: {
    what: 'The card service has a charge for an order that is not paid here',
    todo: 'Open orders settle within minutes, and charges of failed orders are refunded automatically. If it is still here tomorrow, refund it at the card service.',
  },
  charge_missing: {
    what: 'An order is paid here, but the card service has no such payment',
    todo: 'Check that the site uses the right account of the card service, then look the payment up there.',
  },
  charge_differs: {
    what: 'The card service charged a different amount than the order',
    todo: 'Open the order, then refund the difference or ask the player for it.',
  },
  refund_by_hand: {
    what: 'A refund was made by hand at the card service',
    todo: 'Assign it to a line. No money moves.',
  },
  refund_under_way: {
    what: 'A refund is under way',
    todo: 'It continues automatically. If it is still here tomorrow, open the order and try again: nothing is refunded twice.',
  },
  refund_missing: {
    what: 'A refund is done here, but the card service has no such refund this month',
    todo: 'A lost dispute is booked on the day when the bank took the money: check the months before and after. Otherwise look the payment up at the card service.',
  },
  refund_differs: {
    what: 'The card service refunded a different amount',
    todo: 'Open the order and compare its refunds with the card service.',
  },
  refund_failed: {
    what: 'A bank returned a refund, so the money came back to you',
    todo: 'Agree on another way with the player, and settle it at the card service.',
  },
  dispute: {
    what: 'A bank took money back in a dispute, or returned it',
    todo: 'Answer the dispute at the card service. If you win, the money comes back; if you lose, the order becomes Refunded automatically.',
  },
}

/** Formats yyyy-mm for people: 'July 2026'. */
export function formatMonth(month: string): string {
  return formatDate(new Date(`${month}-01T12:00:00Z`), { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** Adds months to a month, yyyy-mm. A negative number subtracts. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = year * 12 + number - 1 + months
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}
