import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Milliseconds for which a screen that is still filling is waited for. */
const timeoutMs = 2000

/** New screens start at the top, going back returns to where one was, and a change of filters stays put. */
export function useScrollMemory(): void {
  const { key, pathname, hash } = useLocation()
  const how = useNavigationType()
  const positions = useRef(new Map<string, number>())
  const last = useRef(pathname)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = 'auto'
    }
  }, [])

  useEffect(() => {
    const remembered = positions.current
    const remember = () => remembered.set(key, scrollY)
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [key])

  useLayoutEffect(() => {
    const samePage = last.current === pathname
    last.current = pathname
    if (how === 'POP') return returnTo(positions.current.get(key) ?? 0)
    if (!samePage && hash === '') scrollTo(0, 0)
    return undefined
  }, [key, pathname, hash, how])
}

/** Scrolls as soon as the screen is tall enough; until then the player's own scrolling calls it off. */
function returnTo(y: number): () => void {
  const off = new AbortController()
  const tall = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight < y + innerHeight) return
    scrollTo(0, y)
    off.abort()
  })
  off.signal.addEventListener('abort', () => tall.disconnect())
  for (const event of ['wheel', 'touchmove', 'keydown'] as const)
    addEventListener(event, () => off.abort(), { signal: off.signal, passive: true })
  const timer = setTimeout(() => off.abort(), timeoutMs)
  off.signal.addEventListener('abort', () => clearTimeout(timer))
  tall.observe(document.documentElement)
  return () => off.abort()
}
