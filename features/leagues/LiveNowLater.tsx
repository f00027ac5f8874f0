import { Suspense, type ComponentProps } from 'react'
import { lazyPart, Nothing } from '#/web/lazy-part.tsx'

const LiveNow = lazyPart(() => import('./LiveNow.tsx'), Nothing)

/** `LiveNow`, whose code is loaded beside the page and not before it; without it there is nothing. */
export function LiveNowLater(props: ComponentProps<typeof LiveNow>) {
  return (
    <Suspense>
      <LiveNow {...props} />
    </Suspense>
  )
}
