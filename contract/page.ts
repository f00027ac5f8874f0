import * as z from 'zod/mini'

const whole = z.coerce
  .number('Please enter a whole number.')
  .check(z.int('Please enter a whole number.'), z.minimum(1, 'Pages start at 1.'))

/** ?page= (default 1) and ?per_page= (at most 100; more is reduced to 100), to spread into a query's schema. */
export function pageQuery(perPage: 20 | 60 = 20) {
  return {
    page: z._default(whole.check(z.maximum(1_000_000, 'There are not that many pages.')), 1),
    per_page: z._default(
      z.pipe(
        whole,
        z.transform((n: number) => Math.min(n, 100)),
      ),
      perPage,
    ),
  }
}

export type PageQuery = { page: number; per_page: number }

/** How many rows come before this page. */
export function skipOf({ page, per_page }: PageQuery): number {
  return (page - 1) * per_page
}

/** A page of a list: the rows under their own name, the total, and the number of rows before them. */
export function paged<K extends string, S extends z.ZodMiniType>(name: K, row: S) {
  return z.object({ [name]: z.array(row), total: z.int(), skip: z.int() } as Record<K, z.ZodMiniArray<S>> & {
    total: z.ZodMiniNumberFormat
    skip: z.ZodMiniNumberFormat
  })
}
