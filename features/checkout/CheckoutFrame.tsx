import type { ReactNode } from 'react'
import { getUser } from '#/features/accounts/contract.ts'
import { listDivisions, type Division } from '#/features/seasons/contract.ts'
import { toCents } from '#/features/seasons/words.ts'
import { formatCents } from '#/rules/price.ts'
import { useRead } from '#/web/api.ts'
import type { ApiError } from '#/web/call.ts'
import { useCart } from '#/web/cart.ts'
import { ErrorState } from '#/web/ui/ErrorState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
/** What is about to be bought, with the server's prices of now. */
export type OrderInHand = {
  season: { slug: string; name: string; year: number }
  items: Division[]
  /** Cents. */
  total: number
  /** Where the buyer will play, by name; null: the profile does not say yet. */
  area: string | null
}

type CheckoutFrameProps = {
  title: string
  back: { to: string; label: string }
  children: (order: OrderInHand) => ReactNode
}

/** The frame of both steps before an order exists: what one does beside the total, which is always in sight. */
export function CheckoutFrame({ title, back, children }: CheckoutFrameProps) {
  const { order, error, busy, retry } = useOrder()
  return (
    <>
      <PageHeader kicker={<TextLink to={back.to}>{back.label}</TextLink>} title={title} />
      {order ? (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-10">
          <Total order={order} />
          <div className="min-w-0 lg:order-first">{children(order)}</div>
        </div>
      ) : error ? (
        <ErrorState onRetry={retry} busy={busy} requestId={error.request_id ?? undefined}>
          {error.message}
        </ErrorState>
      ) : (
        <Skeleton kind="rows" label="Loading your order" />
      )}
    </>
  )
}

/** The total as on the board; it stays at the top of a phone's screen while the form scrolls. */
export function Total({ order: { season, items, total, area } }: { order: OrderInHand }) {
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
      </div>
      <p className="text-right lg:border-t lg:border-board-line lg:pt-4 lg:text-left">
        <span className="block text-sm text-on-board-soft">Total</span>
        <span className="figures text-2xl leading-none lg:text-score">{formatCents(total)}</span>
      </p>
    </section>
  )
}

type Reading = { order: OrderInHand | null; error: ApiError | null; busy: boolean; retry: () => void }

/** The cart as an order. */
function useOrder(): Reading {
  const chosen = useCart()
  const divisions = useRead(listDivisions, {})
  const me = useRead(getUser, {})
  const error = divisions.error ?? me.error
  const reading = {
    error,
    busy: divisions.isFetching || me.isFetching,
    retry: () => void Promise.all([divisions.refetch(), me.refetch()]),
  }
  if (!divisions.data || !me.data) return { ...reading, order: null }
  const items = divisions.data.items.filter(({ id }) => chosen.cart.some((item) => item.id === id))
  return {
    ...reading,
    order: {
      season: { slug: chosen.league_slug, name: chosen.league_name, year: chosen.year },
      items,
      total: items.reduce((sum, { price }) => sum + toCents(price), 0),
      area: me.data.user.location,
    },
  }
}
