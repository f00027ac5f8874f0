import { Suspense, useState, type MouseEvent } from 'react'
import { organization } from '#/contract/organization.ts'
import { useNavigate } from '#/web/router.tsx'
import { lazyPart } from '#/web/lazy-part.tsx'
import { isServer, useWasServed } from '#/web/served-page.ts'
import type { StoryProps } from './StoryParts.tsx'

// Without its code there is the way in.
const Parts = lazyPart(() => import('./StoryParts.tsx'), NameOnly)

/**
 * A part of what the front door tells. A page from the server has it as HTML, which stays as it is: its code, and what it
 * reads, are loaded only by somebody who comes here from another screen (docs/decisions/085).
 */
export function Story({ part }: StoryProps) {
  const wasServed = useWasServed()
  const navigate = useNavigate()
  const [kept] = useState({ __html: '' })
  if (wasServed && !isServer)
    // React leaves what is inside alone, and so its links to us.
    return (
      <div suppressHydrationWarning dangerouslySetInnerHTML={kept} onClick={(event) => followLink(event, navigate)} />
    )
  const parts = <Parts part={part} />
  // On the server the page waits for it.
  return <div>{isServer ? parts : <Suspense fallback={<div className="on-board min-h-dvh" />}>{parts}</Suspense>}</div>
}

function NameOnly({ part }: Pick<StoryProps, 'part'>) {
  return part === 'opening' && <h1 className="sr-only">{organization().name}</h1>
}

/** A link that is pressed leads to a screen without loading the page. */
function followLink(event: MouseEvent, navigate: (to: string) => unknown): void {
  const link = (event.target as Element).closest('a')
  const isPlain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
  if (!link || link.origin !== location.origin || !isPlain) return
  event.preventDefault()
  void navigate(link.pathname + link.search)
}
