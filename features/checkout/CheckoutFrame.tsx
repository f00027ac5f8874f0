import { formatCents, termsOf, toCents } from '#/contract/money.ts'
import type { ReactNode } from 'react'
import { organization } from '#/contract/organization.ts'
import { discountOf } from '#/rules/coupon.ts'
import { secondDivisionDiscounts } from '#/rules/second-division.ts'
import { checkCoupon, getUser, listDivisions, listSeasons } from '#/features/calls.gen.ts'
import type { Division } from '#/features/seasons/contract.ts'
import { useRead } from '#/web/api.ts'
import { readArea } from '#/contract/areas.ts'
import { isOffered, offerOf, seasonOf } from '#/features/seasons/offers.ts'
import { useCart, type Cart } from './cart.web.ts'
import { useSecondDivision } from './use-second-division.web.ts'
import { Loaded, type ReadOf } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'

/** What is about to be bought, with the server's prices of now. */
export type OrderInHand = {
  season: { slug: string; name: string; year: number }
  /** `off`: the cents that it costs less as a further division of the season. */
  items: (Division & { off: number })[]
  /** What is in the cart and not sold any more, in that season and area. */
  gone: Cart['cart']
  /** Cents that further divisions cost less together. */
  second_division: number
  /** Cents, before the coupon and after it. */
  subtotal: number
  total: number
  /** What takes off the difference. */
  coupon: { code: string; discount: number } | null
  /** The coupon that has been entered cannot be used, and why; nothing is taken off. */
  refusedCoupon: { code: string; reason: string } | null
  /** Where the buyer will play, by name; null: the profile does not say yet. */
  area: string | null
}

export type CheckoutFrameProps = {
  title: string
  back: { to: string; label: string }
  children: (order: OrderInHand) => ReactNode
}

/** The frame of a player's steps before an order exists. */
export function CheckoutFrame(frame: CheckoutFrameProps) {
  const divisions = useRead(listDivisions, {})
  const me = useRead(getUser, {})
  const order = useOrder(divisions.data?.items, me.data?.user.location ?? null)
  return <OrderFrame {...frame} order={me.data ? order : null} reads={[divisions, me]} />
}

type OrderFrameProps = CheckoutFrameProps & {
  /** Null until all is read. */
  order: OrderInHand | null
  reads: readonly ReadOf<unknown>[]
}

/** What one does beside the total, which is always in sight. */
export function OrderFrame({ title, back, children, order, reads }: OrderFrameProps) {
  return (
    <Screen
      title={title}
      documentTitle={order ? null : title}
      failed={reads.some(({ error }) => error !== null)}
      kicker={<TextLink to={back.to}>{back.label}</TextLink>}
    >
      <Loaded of={reads} loading="Loading your order">
        {() =>
          order && (
            <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-10">
              <Total order={order} />
              <div className="min-w-0 lg:order-first">{children(order)}</div>
            </div>
          )
        }
      </Loaded>
    </Screen>
  )
}

/** The cart as an order, once the divisions and its coupon are read. */
export function useOrder(divisions: Division[] | undefined, area: string | null): OrderInHand | null {
  const chosen = useCart()
  const { coupon: code = '', league_slug, year } = chosen
  const check = useRead(checkCoupon, { body: { coupon: code, league_slug, year } }, { enabled: code !== '' })
  const seasons = useRead(listSeasons, {})
  const season = { slug: chosen.league_slug, year: chosen.year }
  const second = useSecondDivision(seasonOf(seasons.data?.items ?? [], season))
  if (!divisions || check.isLoading || seasons.isLoading || second === null) return null
  const slug = readArea(area)
  const { currency } = organization()
  const offered = divisions
    .filter((division) => chosen.cart.some(({ id }) => id === division.id) && isOffered(division, season, slug))
    .map((division) => offerOf(division, season, slug))
  const prices = offered.map(({ price }) => toCents(price))
  const offs = secondDivisionDiscounts(prices, second, currency)
  const items = offered.map((division, index) => ({ ...division, off: offs[index] ?? 0 }))
  const second_division = offs.reduce((sum, off) => sum + off, 0)
  const terms = code === '' || check.error ? undefined : check.data?.coupon
  const subtotal = prices.reduce((sum, price) => sum + price, 0) - second_division
  const discount = terms ? discountOf(subtotal, termsOf(terms), currency) : 0
  return {
    season: { slug: chosen.league_slug, name: chosen.league_name, year: chosen.year },
    items,
    gone: chosen.cart.filter(({ id }) => items.every((item) => item.id !== id)),
    second_division,
    subtotal,
    total: subtotal - discount,
    coupon: terms ? { code: terms.code, discount } : null,
    refusedCoupon: code !== '' && check.error ? { code, reason: check.error.message } : null,
    area,
  }
}

/** The total as on the board; it stays at the top of a phone's screen while the form scrolls. */
function Total({ order: { season, items, total, second_division, coupon, area } }: { order: OrderInHand }) {
  return (
    <section
      aria-label="Your order"
      className="on-board sticky top-16 z-10 -mx-4 flex items-center justify-between gap-4 border-b border-board-line px-4 py-3 sm:mx-0 sm:rounded-md sm:border sm:p-5 lg:top-24 lg:flex-col lg:items-stretch"
    >
      <div className="min-w-0">
        <p className="lettering text-lg">
          {season.name} {season.year}
        </p>
        <p className="text-sm text-on-board-soft">
          {items.length} {items.length === 1 ? 'division' : 'divisions'}
          {area !== null && ` in ${area}`}
        </p>
        {second_division > 0 && (
          <p className="text-sm text-on-board-soft">Second division: -{formatCents(second_division)}</p>
        )}
        {coupon && (
          <p className="text-sm break-words text-on-board-soft">
            Coupon {coupon.code}: -{formatCents(coupon.discount)}
          </p>
        )}
      </div>
      <p className="shrink-0 text-right lg:border-t lg:border-board-line lg:pt-4 lg:text-left">
        <span className="block text-sm text-on-board-soft">Total</span>
        <span className="figures text-2xl leading-none lg:text-score">{formatCents(total)}</span>
      </p>
    </section>
  )
}
