import { lazy, Suspense, type ComponentType } from 'react'

type LiveNowProps = { league_ids: readonly number[] }

const LiveNow = lazy<ComponentType<LiveNowProps>>(() => import('./LiveNow.tsx').catch(() => ({ default: () => null })))

/** `LiveNow`, whose code is loaded beside the page and not before it; without it there is nothing. */
export function LiveNowLater(props: LiveNowProps) {
  return (
    <Suspense>
      <LiveNow {...props} />
    </Suspense>
  )
}
