import { isServer } from './served-page.ts'

/** Milliseconds after a finger or the mouse has let go, in which a second tap may follow. */
const TAP_MS = 400

/** Milliseconds after a key in a field, in which somebody still types. */
const TYPING_MS = 1_500

let isDown = false
let letGoAt = -Infinity
let typedAt = -Infinity

const on = { capture: true, passive: true }
if (!isServer) listen()

function listen(): void {
  addEventListener('pointerdown', () => (isDown = true), on)
  for (const end of ['pointerup', 'pointercancel', 'blur'] as const)
    addEventListener(
      end,
      () => {
        isDown = false
        letGoAt = performance.now()
      },
      on,
    )
  addEventListener('input', () => (typedAt = performance.now()), on)
}

/** Whether nobody touches the page or types into it right now, so that it may change by itself. */
export function isHandsOff(): boolean {
  const now = performance.now()
  return !isDown && now - letGoAt > TAP_MS && now - typedAt > TYPING_MS
}

/** What has the focus stays where it is on the screen, whatever the work changes above it. */
export async function keepInPlace<T>(work: () => Promise<T>): Promise<T> {
  const held = document.activeElement
  if (!held?.closest('main')) return work()
  const root = document.documentElement
  const place = () => held.getBoundingClientRect().top + scrollY
  const before = place()
  // The browser keeps something else in place, which would move it twice.
  root.style.overflowAnchor = 'none'
  try {
    const result = await work()
    // The answers are in the cache; the frame after the next shows them.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    const moved = place() - before
    if (held.isConnected && document.activeElement === held && Math.abs(moved) >= 1)
      scrollBy({ top: moved, behavior: 'instant' })
    return result
  } finally {
    root.style.removeProperty('overflow-anchor')
  }
}
