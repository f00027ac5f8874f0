/** What a reader does who wants to be elsewhere. */
type Move = 'pointerdown' | 'keydown' | 'wheel' | 'touchstart' | 'touchmove'

/** A signal that aborts at the first of these moves, and after `timeoutMs`; the caller may abort it before. */
export function untilReaderMoves(moves: readonly Move[], timeoutMs: number): AbortController {
  const off = new AbortController()
  for (const move of moves) addEventListener(move, () => off.abort(), { signal: off.signal, passive: true })
  const timer = setTimeout(() => off.abort(), timeoutMs)
  off.signal.addEventListener('abort', () => clearTimeout(timer))
  return off
}
