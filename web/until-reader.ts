/** Events of a reader who scrolls or acts. */
type Move = 'pointerdown' | 'keydown' | 'wheel' | 'touchstart' | 'touchmove'

/** A signal that aborts at the first of these events, or after `timeoutMs`; the caller may abort it earlier. */
export function untilReaderMoves(moves: readonly Move[], timeoutMs: number): AbortController {
  const off = new AbortController()
  for (const move of moves) addEventListener(move, () => off.abort(), { signal: off.signal, passive: true })
  const timer = setTimeout(() => off.abort(), timeoutMs)
  off.signal.addEventListener('abort', () => clearTimeout(timer))
  return off
}
