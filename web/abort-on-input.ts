/** Events of a reader who scrolls or acts. */
type ReaderEvent = 'pointerdown' | 'keydown' | 'wheel' | 'touchstart' | 'touchmove'

/** A signal that aborts at the first of these events, or after `timeoutMs`; the caller may abort it earlier. */
export function abortOnInput(events: readonly ReaderEvent[], timeoutMs: number): AbortController {
  const off = new AbortController()
  for (const event of events) addEventListener(event, () => off.abort(), { signal: off.signal, passive: true })
  const timer = setTimeout(() => off.abort(), timeoutMs)
  off.signal.addEventListener('abort', () => clearTimeout(timer))
  return off
}
