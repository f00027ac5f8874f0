import type { DifferenceKind } from './contract.ts'

/** What a difference between the books is, and what there is to do about it. */
export const differenceWords: Record<DifferenceKind, { what: string; todo: string }> = {
  charge_unknown: {
    what: 'Money came in that no order here knows',
    todo: 'Look it up at the card service. If it is not of this site, there is nothing to do; else refund it there.',
  },
  charge_not_noted: {
    what: 'Money came in for an order that is not paid here',
    todo: 'An open order is settled by itself within minutes, and money for a failed one goes back by itself. If it stands here tomorrow, refund it at the card service.',
  },
  charge_missing: {
    what: 'An order is paid here, and the card service has no such payment',
    todo: 'Check that the site speaks with the right account of the card service, then look the payment up there.',
  },
  charge_differs: {
    what: 'The card service took another amount than the order says',
    todo: 'Open the order, and give back or ask for the difference.',
  },
  refund_by_hand: {
    what: 'Money went back that was refunded by hand at the card service',
    todo: 'Say which line it belongs to. No money moves by that.',
  },
  refund_under_way: {
    what: 'A refund is asked for and not noted as done',
    todo: 'It goes on by itself. If it stands here tomorrow, open the order and ask again: nothing goes back twice.',
  },
  refund_missing: {
    what: 'A refund is done here, and the card service has none such in this month',
    todo: 'A lost dispute is booked on the day when the bank took the money: look at the months around. Else look the payment up there.',
  },
  refund_differs: {
    what: 'Another amount went back than is noted here',
    todo: 'Open the order and compare its refunds with those at the card service.',
  },
  refund_failed: {
    what: 'The bank would not take a refund, so the money came back to you',
    todo: 'Ask the player for another way, and settle it at the card service.',
  },
  dispute: {
    what: 'A bank has taken money back for its customer, or returned it',
    todo: 'Answer the dispute at the card service. Won, it comes back; lost, the lines of the order become Refunded by themselves.',
  },
}

/** yyyy-mm as people say it: 'July 2026'. */
export function formatMonth(month: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T12:00:00Z`),
  )
}

/** The month so many later (negative: earlier), yyyy-mm. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = year * 12 + number - 1 + months
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}
