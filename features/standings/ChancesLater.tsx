import { Suspense, type ComponentProps } from 'react'
import { lazyPart, Nothing } from '#/web/lazy-part.tsx'

const Chances = lazyPart(() => import('./Chances.tsx'), Nothing)

/** `Chances`, loaded after the page. Renders nothing if its code fails to load. */
export function ChancesLater(props: ComponentProps<typeof Chances>) {
  return (
    <Suspense>
      <Chances {...props} />
    </Suspense>
  )
}
