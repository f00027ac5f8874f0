import { Suspense, type ComponentProps } from 'react'
import { lazyPart, Nothing } from '#/web/lazy-part.tsx'

const SharePart = lazyPart(() => import('./SharePart.tsx'), Nothing)

/** `SharePart`, loaded after the page, at whose end it is. Renders nothing if its code fails to load. */
export function SharePartLater(props: ComponentProps<typeof SharePart>) {
  return (
    <Suspense>
      <SharePart {...props} />
    </Suspense>
  )
}
