import { Suspense, useState, type MouseEvent } from 'react'
import { organization } from '#/contract/organization.ts'
import { useNavigate } from '#/web/router.tsx'
import { lazyPart } from '#/web/lazy-part.tsx'
import { isServer, useWasServed } from '#/web/served-page.ts'
import type { StoryProps } from './StoryParts.tsx'

// If this code fails to load, visitors can still sign in.
const Parts = lazyPart(() => import('./StoryParts.tsx'), NameOnly)

/**
 * A part of the front door's content. In a page from the server it stays as HTML: its code and data are loaded only
 * after navigation from another screen (docs/decisions/085).
 */
export function Story({ part }: StoryProps) {
  const wasServed = useWasServed()
  const navigate = useNavigate()
  const [kept] = useState({ __html: '' })
  if (wasServed && !isServer)
    // React does not manage this HTML, so its links are handled here.
    return (
      <div suppressHydrationWarning dangerouslySetInnerHTML={kept} onClick={(event) => followLink(event, navigate)} />
    )
  const parts = <Parts part={part} />
  // The server waits for this part before sending the page.
  return <div>{isServer ? parts : <Suspense fallback={<div className="on-board min-h-dvh" />}>{parts}</Suspense>}</div>
}

function NameOnly({ part }: Pick<StoryProps, 'part'>) {
  return part === 'opening' && <h1 className="sr-only">{organization().name}</h1>
}

/** Opens a pressed link's screen without loading the page. */
function followLink(event: MouseEvent, navigate: (to: string) => unknown): void {
  const link = (event.target as Element).closest('a')
  const isPlain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
  if (!link || link.origin !== location.origin || !isPlain) return
  event.preventDefault()
  void navigate(link.pathname + link.search)
}
