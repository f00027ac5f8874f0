import { formatDay } from '#/contract/format.ts'
import { formatAmount, formatPrice, toCents } from '#/contract/money.ts'
import { formatAges } from '#/rules/age-group.ts'
import { paths } from '#/contract/paths.ts'
import type { Division } from '#/features/seasons/contract.ts'
import type { Offer } from '#/features/seasons/offers.ts'
import { Button } from '#/web/ui/Button.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { Choosing } from './SeasonCart.tsx'

export type OfferedRow = { division: Division & Offer; entries: number; is_full: boolean }

type DivisionTableProps = Choosing & {
  caption: string
  /** The first day of the season, yyyy/MM/dd. */
  starting_date: string
  rows: readonly OfferedRow[]
}

/**
 * Divisions on sale, one per row; on a phone a row has two lines and a button. The ARIA roles are explicit because
 * changing `display` removes them.
 */
export function DivisionTable({ caption, starting_date, rows, isInCart, choose, remove }: DivisionTableProps) {
  return (
    <table role="table" className="w-full border-collapse text-left max-sm:block">
      <caption className="lettering pb-3 text-left text-2xl max-sm:block">{caption}</caption>
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr role="row" className="border-b-2 border-ink text-sm text-ink-soft">
          {['Division', 'Joined', 'Starts', 'Price', 'Cart'].map((label, index) => (
            <th
              key={label}
              role="columnheader"
              scope="col"
              className={`px-3 py-2.5 font-[650] ${index % 2 === 1 ? 'text-right' : ''}`}
            >
              {index === 4 ? <span className="sr-only">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:block">
        {rows.map(({ division, entries, is_full }) => {
          const chosen = isInCart(division)
          const name = <span className="sr-only">: {division.name}</span>
          const ages = formatAges(division)
          return (
            <tr
              key={division.id}
              role="row"
              className={`grid-cols-[1fr_auto] items-center gap-x-3 border-b border-line max-sm:grid max-sm:py-2.5 ${chosen ? 'bg-live/25 [box-shadow:inset_4px_0_0_var(--color-ink)]' : 'bg-surface'}`}
            >
              <th
                role="rowheader"
                scope="row"
                className="col-start-1 row-start-1 px-3 py-2 font-[650] max-sm:min-w-0 max-sm:py-0 max-sm:wrap-anywhere"
              >
                {division.name}
                {is_full && <span className="ml-2 text-sm text-warn">Full</span>}
                {ages !== null && <span className="block text-sm font-normal text-ink-soft">{ages}</span>}
              </th>
              <td role="cell" className="tabular px-3 py-2 text-right max-sm:hidden">
                {entries}
              </td>
              <td role="cell" className="tabular px-3 py-2 whitespace-nowrap max-sm:hidden">
                {formatDay(starting_date)}
              </td>
              <td role="cell" className="col-start-1 px-3 py-2 text-right max-sm:py-0 max-sm:text-left">
                <span className="figures text-lg whitespace-nowrap">
                  {division.varies && <span className="text-sm">from </span>}
                  {division.varies ? formatAmount(division.price) : formatPrice(toCents(division.price))}
                </span>
                {division.early_until !== null && (
                  <span className="block text-sm text-ink-soft">
                    Early price up to {formatDay(division.early_until)}
                  </span>
                )}
                <span className="tabular text-sm text-ink-soft sm:hidden">
                  {' '}
                  {entries === 0 ? 'Be the first' : `${entries} joined`}
                </span>
              </td>
              <td role="cell" className="row-span-2 row-start-1 px-3 py-2 text-right max-sm:py-0">
                {chosen ? (
                  <Button variant="quiet" onClick={() => remove(division)} className="scroll-mb-32">
                    Remove{name}
                  </Button>
                ) : is_full ? (
                  <TextLink to={paths.signIn}>Sign in to join the wait-list{name}</TextLink>
                ) : (
                  <Button variant="secondary" onClick={() => choose(division)} className="scroll-mb-32">
                    Add<span className="max-sm:sr-only"> to Cart</span>
                    {name}
                  </Button>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
