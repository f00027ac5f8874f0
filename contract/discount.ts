import * as z from 'zod/mini'

/** The terms of a discount: a percentage or an amount, exactly one of the two. */
export const discount = z.object({ percent: z.nullable(z.int()), amount: z.nullable(z.number()) })
