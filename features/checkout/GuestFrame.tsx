import type { ReactNode } from 'react'
import { listDivisions } from '#/features/seasons/contract.ts'
import { toCents } from '#/features/seasons/words.ts'
import { useRead } from '#/web/api.ts'
import { useCart } from '#/web/cart.ts'
import { ErrorState } from '#/web/ui/ErrorState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { Total, type OrderInHand } from './CheckoutFrame.tsx'
import { useGuestDetails } from '#/web/guest-details.ts'

type GuestFrameProps = {
  title: string
  back: { to: string; label: string }
  children: (order: OrderInHand) => ReactNode
}

/** The frame of a guest's steps: what one does beside the total, which is always in sight. */
export function GuestFrame({ title, back, children }: GuestFrameProps) {
  const chosen = useCart()
  const { location } = useGuestDetails()
  const divisions = useRead(listDivisions, {})
  const items = divisions.data?.items.filter(({ id }) => chosen.cart.some((item) => item.id === id))
  const order = items && {
    season: { slug: chosen.league_slug, name: chosen.league_name, year: chosen.year },
    items,
    total: items.reduce((sum, { price }) => sum + toCents(price), 0),
    area: location === '' ? null : location,
  }
  return (
    <>
      <PageHeader kicker={<TextLink to={back.to}>{back.label}</TextLink>} title={title} />
      {order ? (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-10">
          <Total order={order} />
          <div className="min-w-0 lg:order-first">{children(order)}</div>
        </div>
      ) : divisions.error ? (
        <ErrorState
          onRetry={() => void divisions.refetch()}
          busy={divisions.isFetching}
          requestId={divisions.error.request_id ?? undefined}
        >
          {divisions.error.message}
        </ErrorState>
      ) : (
        <Skeleton kind="rows" label="Loading your order" />
      )}
    </>
  )
}
