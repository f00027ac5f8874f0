import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import { findScreens, haveSameFrame } from './prepare.ts'
import { setShowStep } from './router.tsx'

/**
 * Fades one screen into the next, if the browser can and the reader allows motion. Only if the next screen's code is
 * loaded: the page is frozen until it is rendered, and nobody should wait for an animation.
 */
export function fadeSteps(): void {
  if (!('startViewTransition' in document)) return
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  let before = location.pathname
  setShowStep((show, { location: { pathname }, how }) => {
    // Tabs of one screen render in steps, so that the page stays usable.
    const isSame = pathname === before || haveSameFrame(pathname, before)
    before = pathname
    // Some devices animate going back themselves, and the scroll position is restored later.
    if (isSame || how === 'POP' || still.matches || document.hidden || !isLoaded(pathname)) return startTransition(show)
    // The press is painted first: from here the page is frozen until the next screen is rendered.
    afterPaint(() => {
      // The reader has already navigated elsewhere.
      if (pathname !== before) return
      const { ready, finished } = document.startViewTransition(() => flushSync(show))
      // The next navigation skips the rest of this transition, which is not an error.
      for (const each of [ready, finished]) each.catch(() => {})
    })
  })
}

function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}

function isLoaded(pathname: string): boolean {
  const { screens } = findScreens(pathname)
  return screens.length > 0 && screens.every((screen) => screen.isLoaded())
}
