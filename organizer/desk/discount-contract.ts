import * as z from 'zod/mini'
import { readPrice } from '#/contract/money.ts'

/** An amount above zero. Parsed to whole cents. */
export const amount = z.pipe(
  z.union([z.number(), z.string()], 'Please enter an amount, like 12.50.'),
  z.transform((value, ctx): number => {
    const read = readPrice(value)
    if ('cents' in read && read.cents > 0) return read.cents
    const sentence = 'problem' in read ? read.problem : 'Please enter an amount above zero.'
    ctx.issues.push({ code: 'custom', message: sentence, input: value })
    return z.NEVER
  }),
)

const wholePercent = 'Please enter a whole number from 1 to 100.'

/** The fields of a discount. `isOneDiscount` requires exactly one of them. */
export const discountFields = {
  percent: z.optional(z.nullable(z.int(wholePercent).check(z.minimum(1, wholePercent), z.maximum(100, wholePercent)))),
  amount: z.optional(z.nullable(amount)),
}

type Typed = { percent?: number | null | undefined; amount?: number | null | undefined }

/** Requires a percentage or an amount, and refuses both, at `percent`. */
export const isOneDiscount = z.check<Typed>((ctx) => {
  const { percent = null, amount: cents = null } = ctx.value
  if ((percent === null) !== (cents === null)) return
  const sentence =
    percent === null
      ? 'Please enter what it takes off: a percentage or an amount.'
      : 'Please enter a percentage or an amount, not both.'
  ctx.issues.push({ code: 'custom', path: ['percent'], message: sentence, input: ctx.value })
})
