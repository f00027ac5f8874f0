import { formatDay } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { PlayerRating, PoolName } from './contract.ts'
import { formatPool } from './format.ts'
import { RatingCurve } from './RatingCurve.tsx'

type RatingCardProps = {
  rating: PlayerRating | null
  pools: readonly PoolName[]
  /** All changes. Without it, there is no link to them. */
  changesHref?: ((pool: string) => string) | undefined
}

/** A rating, how certain it is, and how it came about. */
export function RatingCard({ rating, pools, changesHref }: RatingCardProps) {
  return (
    <Card className="flex flex-col gap-4">
      {pools.length > 1 && (
        <TabLinks
          label="Ratings"
          tabs={pools.map((pool) => ({
            to: `?pool=${pool}`,
            label: formatPool(pool, pools),
            current: pool === rating?.pool,
          }))}
        />
      )}
      {rating === null ? <p className="text-ink-soft">No rated match here yet.</p> : <Value rating={rating} />}
      {rating && rating.series.length > 1 && <RatingCurve title={formatCurve(rating)} series={rating.series} />}
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        {rating && changesHref && <TextLink to={changesHref(rating.pool)}>Why this rating?</TextLink>}
        <TextLink to={paths.rating}>How ratings work</TextLink>
      </p>
    </Card>
  )
}

function Value({ rating: { pool, value, deviation, provisional } }: { rating: PlayerRating }) {
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="figures text-4xl">{value}</span>
        <span className="tabular text-lg text-ink-soft">
          <span aria-hidden="true">±</span>
          <span className="sr-only">plus or minus</span> {deviation}
        </span>
        {provisional && <Badge tone="warn">Provisional</Badge>}
      </p>
      <p className="mt-1 text-sm text-ink-soft">
        {provisional
          ? `${formatPool(pool)}. A first estimate from the level and fewer than three matches.`
          : `${formatPool(pool)}. Most likely between ${value - deviation} and ${value + deviation}.`}
      </p>
    </div>
  )
}

function formatCurve({ series, value }: PlayerRating): string {
  const [first] = series
  const best = series.reduce((top, each) => (each.value > top.value ? each : top))
  const change = value - (first?.value ?? value)
  const moved = change === 0 ? 'As high as' : `${change > 0 ? 'Up' : 'Down'} ${Math.abs(change)} since`
  return `${moved} ${formatDay(first?.day ?? '')}. Highest: ${best.value} on ${formatDay(best.day)}. The band shows how uncertain it is.`
}
