import { sql, type RawBuilder } from 'kysely'
import { organization } from '#/contract/organization.ts'

/**
 * The tax rate included in the prices of order `o`, in percent; 0 for none. Orders of earlier releases use today's
 * rate.
 */
export function taxRateSql(): RawBuilder<number> {
  return sql<number>`coalesce(o.tax_rate, ${organization().tax?.rate ?? 0}::float8)`
}

/** The name of that tax; '' for none. */
export function taxNameSql(): RawBuilder<string> {
  return sql<string>`case when o.tax_rate is null then ${organization().tax?.name ?? ''}::text else coalesce(o.tax_name, '') end`
}
