import * as z from 'zod/mini'

/** What a discount takes off: percent, or an amount; one of the two. */
export const discount = z.object({ percent: z.nullable(z.int()), amount: z.nullable(z.number()) })
