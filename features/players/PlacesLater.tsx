import { Suspense } from 'react'
import { lazyPart, Nothing } from '#/web/lazy-part.tsx'
import type { PlacesChartProps } from './PlacesChart.tsx'

const PlacesChart = lazyPart(() => import('./PlacesChart.tsx'), Nothing)

/** `PlacesChart`, loaded after the page. Its height is kept, so that nothing moves. */
export function PlacesLater(props: PlacesChartProps) {
  if (props.series.length < 2) return null
  return (
    <Suspense fallback={<div aria-hidden="true" className="h-60" />}>
      <PlacesChart {...props} />
    </Suspense>
  )
}
