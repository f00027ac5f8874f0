import { sql, type RawBuilder } from 'kysely'
import { organization } from '#/contract/organization.ts'

/** The tax that is in the prices of the order `o`, in percent; 0 for none. That of today for orders of earlier releases. */
export function taxRateSql(): RawBuilder<number> {
  return sql<number>`coalesce(o.tax_rate, ${organization().tax?.rate ?? 0}::float8)`
}

/** Its name; empty for none. */
export function taxNameSql(): RawBuilder<string> {
  return sql<string>`case when o.tax_rate is null then ${organization().tax?.name ?? ''}::text else coalesce(o.tax_name, '') end`
}
