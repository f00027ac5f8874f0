import { Suspense, type ComponentProps } from 'react'
import { lazyPart, Nothing } from '#/web/lazy-part.tsx'

const LiveNow = lazyPart(() => import('./LiveNow.tsx'), Nothing)

/** `LiveNow`, loaded after the page. Renders nothing if its code fails to load. */
export function LiveNowLater(props: ComponentProps<typeof LiveNow>) {
  return (
    <Suspense>
      <LiveNow {...props} />
    </Suspense>
  )
}
