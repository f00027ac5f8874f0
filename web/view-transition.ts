import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import { findScreens, haveSameFrame } from './prepare.ts'
import { setShowStep } from './router.tsx'

/**
 * Lets one screen fade into the next, where the browser can and the reader has nothing against motion. Only a screen whose
 * code is there: the page stands still until it is drawn, and nobody waits for a picture.
 */
export function fadeSteps(): void {
  if (!('startViewTransition' in document)) return
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  let before = location.pathname
  setShowStep((show, { location: { pathname }, how }) => {
    // A tab of a screen is drawn in steps: the page can be used meanwhile.
    const isSame = pathname === before || haveSameFrame(pathname, before)
    before = pathname
    // Going back is drawn by the browser on some devices, and the position on the page is found later.
    if (isSame || how === 'POP' || still.matches || document.hidden || !isLoaded(pathname)) return startTransition(show)
    // The press is answered first: from here on the page stands still until the next screen is drawn.
    afterPaint(() => {
      // The reader has gone on.
      if (pathname !== before) return
      const { ready, finished } = document.startViewTransition(() => flushSync(show))
      // The next step skips what is left of this one.
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
