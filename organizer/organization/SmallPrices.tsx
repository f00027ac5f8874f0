import { deskPaths } from '#/contract/desk-paths.ts'
import { formatMoney, toCents } from '#/rules/price.ts'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { OrganizationView } from './contract.ts'

/**
 * The prices too small to charge to a card, each with a link to the screen that changes it. Empty if there are none.
 */
export function SmallPrices({ of }: { of: OrganizationView }) {
  const { least, total, prices } = of.small_prices
  if (total === 0) return null
  const format = (amount: number) => formatMoney(toCents(amount, of.currency), of)
  return (
    <div className="pt-8">
      <Notice tone="warn" title={`A card cannot be charged less than ${format(least)}`}>
        <p>Prices keep their figures when the currency changes. Nobody can pay these; please change them.</p>
        <ul className="mt-2 list-disc pl-5">
          {prices.map(({ division, season, area, price }, index) => (
            <li key={index}>
              <TextLink to={season ? deskPaths.seasonLeagues(season.id) : deskPaths.divisions}>
                {[division, season?.name, area].filter(Boolean).join(', ')}
              </TextLink>
              : <span className="tabular">{format(price)}</span>
            </li>
          ))}
        </ul>
        {total > prices.length && <p className="mt-2">And {total - prices.length} more.</p>}
      </Notice>
    </div>
  )
}
