import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { message } from '#/contract/fields.ts'

/** A card as typed. Its number is never stored. */
const card = z.object({
  number: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please enter the card number.'),
      z.regex(/^(\d[ -]?){12,18}\d$/, 'Please enter all digits of the card, like 4242 4242 4242 4242.'),
    ),
  exp_month: z.coerce
    .number('Please enter month and year, like 04 / 30.')
    .check(
      z.int('Please enter month and year, like 04 / 30.'),
      z.minimum(1, 'Please enter month and year, like 04 / 30.'),
      z.maximum(12, 'Months go from 01 to 12.'),
    ),
  /** Two or four digits. */
  exp_year: z.coerce
    .number('Please enter month and year, like 04 / 30.')
    .check(
      z.int('Please enter month and year, like 04 / 30.'),
      z.minimum(0),
      z.maximum(2199, 'Please enter the year as on the card.'),
    ),
  cvc: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please enter the security code.'),
      z.regex(/^\d{3,4}$/, 'The security code has 3 or 4 digits.'),
    ),
})

export const makeTestToken = endpoint({
  method: 'POST',
  path: '/payments/test/confirmation-tokens',
  access: 'public',
  tag: 'Payments',
  summary: 'Test provider: a confirmation token for a test card. No money moves, and no other card is accepted.',
  body: z.extend(card, {
    /** From `POST /users/cards`: saves the card too. */
    save_secret: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({ id: z.string() }),
  status: 201,
  example: {
    body: { number: '4242 4242 4242 4242', exp_month: 4, exp_year: 2030, cvc: '123' },
    reply: { id: 'ctoken_test_0f1e2d3c4b5a69788796a5b4c3d2e1f0' },
  },
})

export const answerTestBank = endpoint({
  method: 'POST',
  path: '/payments/test/authentications',
  access: 'public',
  tag: 'Payments',
  summary: "Test provider: the buyer's answer on the bank's page. Ask for the order's state afterwards.",
  body: z.object({ client_secret: z.string().check(z.maxLength(200)), approved: z.boolean() }),
  reply: message,
  example: {
    body: { client_secret: 'pi_test_0f1e2d_secret_3c4b5a', approved: true },
  },
})

/** The provider's id of a saved card. */
export const savedCardId = z.string().check(z.regex(/^pm_\w{1,100}$/, 'Please check this.'))

const savedCard = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
})
export type SavedCard = z.output<typeof savedCard>

export const listCards = endpoint({
  method: 'GET',
  path: '/users/cards',
  access: 'player',
  private: true,
  tag: 'Payments',
  summary: 'My saved cards at the payment provider.',
  reply: z.object({ cards: z.array(savedCard) }),
  example: {
    reply: { cards: [{ id: 'pm_0f1e2d', brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 }] },
  },
})

export const saveCard = endpoint({
  method: 'POST',
  path: '/users/cards',
  access: 'player',
  tag: 'Payments',
  summary: 'Begin to save a card: returns the secret with which the browser sends it to the payment provider.',
  reply: z.object({ client_secret: z.string() }),
  status: 201,
  example: { reply: { client_secret: 'seti_0f1e2d_secret_3c4b5a' } },
})

export const forgetCard = endpoint({
  method: 'DELETE',
  path: '/users/cards/{card}',
  access: 'player',
  tag: 'Payments',
  summary: 'Remove a saved card.',
  params: z.object({ card: savedCardId }),
  reply: message,
  example: { reply: { message: 'The card is removed.' } },
})
