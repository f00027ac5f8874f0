import { hash, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { TestPayments, TestRefunds } from '#/db/types.ts'
import { isExpired } from '#/rules/card.ts'
import { withoutTurn, type Db } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { reasonOf } from './payments-reasons.ts'
import {
  PaymentsUnavailable,
  TEST_PAYMENT,
  type ChargedCard,
  type Movement,
  type PaymentAnswer,
  type Payments,
} from './payments.ts'

/** The only card numbers that the test provider accepts, so that real cards are never typed. */
const cards = {
  '4242424242424242': 'paid',
  '4000000000000002': 'declined',
  '4000002500003155': 'authenticate',
} as const

type Outcome = (typeof cards)[keyof typeof cards]
type Card = { number: string; exp_month: number; exp_year: number; cvc: string }

/**
 * Turns a test card into a confirmation token, as the provider's browser script would. With the secret of `startSaving` it also
 * saves the card. Refuses every other card (422).
 */
export async function createTestToken(
  db: Db,
  { save_secret, ...card }: Card & { save_secret?: string | undefined },
  now: Date,
): Promise<string> {
  const number = card.number.replaceAll(/[\s-]/g, '')
  const outcome = (cards as Record<string, Outcome>)[number]
  if (!outcome)
    refuse('invalid', {
      fields: { number: 'Test mode only accepts test cards, like 4242 4242 4242 4242. No money moves.' },
    })
  const year = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year
  if (isExpired({ exp_month: card.exp_month, exp_year: year }, now))
    refuse('invalid', { fields: { exp_year: 'This date has passed. Any later month will do.' } })
  const id = `ctoken_test_${randomBytes(16).toString('hex')}`
  await withoutTurn(db).insertInto('test_confirmation_tokens').values({ id, outcome, created_at: now }).execute()
  // A declined card is not saved.
  if (save_secret !== undefined && outcome !== 'declined')
    await withoutTurn(db)
      .updateTable('test_cards')
      .set({ outcome, last4: number.slice(-4), exp_month: card.exp_month, exp_year: year })
      .where('client_secret', '=', save_secret)
      .where('outcome', 'is', null)
      .execute()
  return id
}

/** Records the buyer's reply to the test bank. Returns whether there was a payment waiting for it. */
export async function authenticateTestPayment(db: Db, client_secret: string, approved: boolean): Promise<boolean> {
  const changed = await withoutTurn(db)
    .updateTable('test_payments')
    .set({ status: approved ? 'succeeded' : 'declined' })
    .where('client_secret', '=', client_secret)
    .where('status', '=', 'requires_action')
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** The embedded payment provider: the interface of the real one, with its data in separate tables. */
export function openTestPayments(db: Db): Payments {
  const retrieve = async (payment: string) =>
    answerOf(db, await db.selectFrom('test_payments').selectAll().where('id', '=', payment).executeTakeFirstOrThrow())

  // The key of a payment is its order, because this provider stores no errors and an order never needs a second payment.
  const find = async (order_id: string) => {
    const payment = await findPayment(db, order_id)
    return payment ? answerOf(db, payment) : null
  }

  return {
    mode: 'test',
    publishable_key: null,

    async charge({ order_id: idempotency_key, amount_cents, ...card }, now) {
      const known = await findPayment(db, idempotency_key)
      if (known) return answerOf(db, known)
      const found = await outcomeOf(db, card, now)
      if ('reason' in found) return { status: 'declined', payment: null, reason: reasonOf(found.reason) }
      const id = `${TEST_PAYMENT}${randomBytes(12).toString('hex')}`
      await withoutTurn(db)
        .insertInto('test_payments')
        .values({
          id,
          idempotency_key,
          confirmation_token: 'confirmation_token' in card ? card.confirmation_token : null,
          saved_card: 'saved_card' in card ? card.saved_card : null,
          amount_cents,
          status: statusAfter[found.outcome],
          client_secret: `${id}_secret_${randomBytes(16).toString('hex')}`,
          created_at: now,
        })
        .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
        .execute()
      const made = await findPayment(db, idempotency_key)
      if (!made) throw new PaymentsUnavailable('the payment was not stored')
      return answerOf(db, made)
    },

    retrieve,

    find,

    findSince: find,

    async cancel(payment) {
      await withoutTurn(db)
        .updateTable('test_payments')
        .set({ status: 'canceled' })
        .where('id', '=', payment)
        .where('status', '=', 'requires_action')
        .execute()
      return retrieve(payment)
    },

    async refund(back, now) {
      await withoutTurn(db)
        .insertInto('test_refunds')
        .values({ ...back, created_at: now })
        .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
        .execute()
      return nameOf(back.idempotency_key)
    },

    async findRefund(refund) {
      const row = await db
        .selectFrom('test_refunds')
        .selectAll()
        .where('idempotency_key', '=', refund.slice(nameOf('').length))
        .executeTakeFirst()
      return row && refund === nameOf(row.idempotency_key) ? movementOf(row) : null
    },

    async *listMovements(from, to) {
      const charges = await db
        .selectFrom('test_payments')
        .select(['id', 'idempotency_key', 'amount_cents', 'created_at'])
        .where('status', '=', 'succeeded')
        .where('created_at', '>=', from)
        .where('created_at', '<', to)
        .orderBy('created_at')
        .execute()
      for (const { id, idempotency_key, amount_cents, created_at: at } of charges)
        yield { id, kind: 'charge', at, payment: id, idempotency_key, amount_cents, fee_cents: null }
      const refunds = await db
        .selectFrom('test_refunds')
        .selectAll()
        .where('created_at', '>=', from)
        .where('created_at', '<', to)
        .orderBy('created_at')
        .execute()
      for (const row of refunds) yield movementOf(row)
    },

    // The test provider sends no webhooks.
    readWebhook: () => null,

    check: async () => ({ payment: null }),

    cards: {
      openCustomer: async ({ idempotency_key }) => `cus_test_${hash('sha256', idempotency_key).slice(0, 24)}`,

      async startSaving(customer, now) {
        const client_secret = `seti_test_${randomBytes(12).toString('hex')}_secret_${randomBytes(16).toString('hex')}`
        await withoutTurn(db)
          .insertInto('test_cards')
          .values({ id: `pm_test_${randomBytes(12).toString('hex')}`, customer, client_secret, created_at: now })
          .execute()
        return { client_secret }
      },

      async list(customer) {
        const saved = await savedCards(db).where('customer', '=', customer).orderBy('created_at', 'desc').execute()
        return saved.flatMap(({ id, last4, exp_month, exp_year }) =>
          last4 !== null && exp_month !== null && exp_year !== null
            ? [{ id, brand: 'visa', last4, exp_month, exp_year }]
            : [],
        )
      },

      has: async (customer, card) =>
        (await savedCards(db).where('customer', '=', customer).where('id', '=', card).executeTakeFirst()) !== undefined,

      async forget(customer, card) {
        const gone = await withoutTurn(db)
          .deleteFrom('test_cards')
          .where('customer', '=', customer)
          .where('id', '=', card)
          .executeTakeFirst()
        return gone.numDeletedRows === 1n
      },
    },
  }
}

const statusAfter = { paid: 'succeeded', declined: 'declined', authenticate: 'requires_action' } as const

function findPayment(db: Db, idempotency_key: string) {
  return db.selectFrom('test_payments').selectAll().where('idempotency_key', '=', idempotency_key).executeTakeFirst()
}

function savedCards(db: Db) {
  return db
    .selectFrom('test_cards')
    .select(['id', 'outcome', 'last4', 'exp_month', 'exp_year'])
    .where('outcome', 'is not', null)
}

/** The state of a charge to this card, or the code of the reason why there is none. */
async function outcomeOf(db: Db, card: ChargedCard, now: Date): Promise<{ outcome: Outcome } | { reason: string }> {
  if ('confirmation_token' in card) {
    const token = await db
      .selectFrom('test_confirmation_tokens')
      .select('outcome')
      .where('id', '=', card.confirmation_token)
      .executeTakeFirst()
    return token ?? { reason: 'unreadable' }
  }
  const saved = await savedCards(db)
    .where('customer', '=', card.customer)
    .where('id', '=', card.saved_card)
    .executeTakeFirst()
  if (!saved || saved.outcome === null || saved.exp_month === null || saved.exp_year === null)
    return { reason: 'saved_card_gone' }
  const { outcome, exp_month, exp_year } = saved
  return isExpired({ exp_month, exp_year }, now) ? { reason: 'expired_card' } : { outcome }
}

/** A key for a manually created row, different from all generated keys. */
const byHand = /^by-hand-/

function nameOf(idempotency_key: string): string {
  return `re_test_${idempotency_key}`
}

function movementOf({ idempotency_key, payment, amount_cents, created_at }: Selectable<TestRefunds>): Movement {
  return {
    id: nameOf(idempotency_key),
    kind: 'refund',
    at: created_at,
    payment,
    idempotency_key: byHand.test(idempotency_key) ? null : idempotency_key,
    amount_cents: -amount_cents,
    fee_cents: null,
  }
}

type TestPayment = Pick<Selectable<TestPayments>, 'id' | 'status' | 'client_secret'>

async function answerOf(db: Db, { id: payment, status, client_secret }: TestPayment): Promise<PaymentAnswer> {
  switch (status) {
    case 'succeeded': {
      const refunds = await db
        .selectFrom('test_refunds')
        .select('amount_cents')
        .where('payment', '=', payment)
        .execute()
      return {
        status,
        payment,
        returned_cents: refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
        disputed: false,
      }
    }
    case 'declined':
      return { status, payment, reason: reasonOf('declined') }
    case 'requires_action':
      return { status, payment, client_secret }
    case 'canceled':
      return { status, payment }
  }
}
