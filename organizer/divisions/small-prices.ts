import { sql } from 'kysely'
import { areaName, type AreaSlug } from '#/contract/areas.ts'
import { formatList } from '#/contract/locale.ts'
import type { Organization } from '#/contract/organization.ts'
import { dayInZone } from '#/rules/day.ts'
import { formatMoney, toAmount, toCents } from '#/rules/price.ts'
import { smallestChargeOf } from '#/rules/smallest-charge.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { SmallPrices } from './contract.ts'

type Money = Pick<Organization, 'currency' | 'locale' | 'time_zone'>

/** The most prices listed by name. The others are only counted. */
const MOST_LISTED = 20
/** The most prices named in a sentence. */
const MOST_SAID = 3

/**
 * Prices below the smallest amount that a card can be charged, which a change of currency can leave behind: those of
 * divisions on sale, and of leagues in seasons that are not over. Nobody could pay them.
 */
export async function findSmallPrices(db: Db | Tx, { currency, time_zone }: Money, now: Date): Promise<SmallPrices> {
  const least = smallestChargeOf(currency)
  const today = sql`${dayInZone(now, time_zone)}::date`
  const { rows } = await sql<{
    division: string
    season_id: number | null
    season: string | null
    area: AreaSlug | null
    cents: number
    total: number
  }>`
    with small as (
      select d.name as division, d.position, null::int as season_id, null as season, null as area, d.price_cents as cents
      from divisions d
      where d.retired_at is null
      union all
      select d.name, d.position, se.id, se.name || ' ' || se.year, l.area, each.cents
      from leagues l
      join seasons se on se.id = l.season_id and se.ending_date >= ${today}
      join divisions d on d.id = l.division_id
      cross join lateral (values (l.price_cents), (case when l.early_until >= ${today} then l.early_price_cents end)) as each (cents)
      where l.offered)
    select division, season_id, season, area, cents, (count(*) over ())::int as total
    from small where cents between 1 and ${least - 1}
    order by season_id nulls first, position, area, cents
    limit ${MOST_LISTED}`.execute(db)
  return {
    least: toAmount(least, currency),
    total: rows[0]?.total ?? 0,
    prices: rows.map(({ division, season_id, season, area, cents }) => ({
      division,
      season: season_id === null || season === null ? null : { id: season_id, name: season },
      area: area && areaName(area),
      price: toAmount(cents, currency),
    })),
  }
}

/** A sentence that lists the prices to change. Null if there are none. */
export function formatSmallPrices({ least, total, prices }: SmallPrices, money: Money): string | null {
  if (total === 0) return null
  const format = (amount: number) => formatMoney(toCents(amount, money.currency), money)
  const said = prices.slice(0, MOST_SAID).map(({ division, season, area, price }) => {
    const where = [season?.name, area].filter(Boolean).join(', ')
    return `${division}${where && ` (${where})`} at ${format(price)}`
  })
  const rest = total - said.length
  return `A card cannot be charged less than ${format(least)}. Please change ${formatList(rest > 0 ? [...said, `${rest} more`] : said)}.`
}
