import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from './router.tsx'
import { abortOnInput } from './abort-on-input.ts'

/** Milliseconds to wait for a screen that is still loading. */
const restoreTimeoutMs = 5000

/** A new screen starts at the top, going back restores the position, and changing filters keeps it. */
export function useScrollMemory(): void {
  const { key, pathname, hash } = useLocation()
  const how = useNavigationType()
  const positions = useRef(new Map<string, number>())
  const last = useRef({ key, pathname })

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => positions.current.set(last.current.key, scrollY)
    addEventListener('scroll', remember, { passive: true })
    return () => {
      history.scrollRestoration = 'auto'
      removeEventListener('scroll', remember)
    }
  }, [])

  useLayoutEffect(() => {
    const samePage = last.current.pathname === pathname
    const position = positions.current.get(key) ?? 0
    // Recorded before anything scrolls, so that the old screen's position is not stored for the new one.
    last.current = { key, pathname }
    if (how === 'POP') return returnTo(position)
    if (!samePage && hash === '') scrollTo(0, 0)
    return undefined
  }, [key, pathname, hash, how])
}

/** Scrolls as soon as the screen is tall enough, unless the player scrolls before. */
function returnTo(y: number): () => void {
  const off = abortOnInput(['wheel', 'touchmove', 'keydown'], restoreTimeoutMs)
  const tall = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight < y + innerHeight) return
    scrollTo(0, y)
    off.abort()
  })
  off.signal.addEventListener('abort', () => tall.disconnect())
  tall.observe(document.documentElement)
  return () => off.abort()
}
