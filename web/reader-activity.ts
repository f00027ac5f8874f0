import { isServer } from './served-page.ts'

/** Milliseconds after the end of a press in which a second tap may follow. */
const TAP_MS = 400

/** Milliseconds after an input in a field during which the reader counts as typing. */
const TYPING_MS = 1_500

let isDown = false
let letGoAt = -Infinity
let typedAt = -Infinity

/** The work that waits for the end of the press. */
let afterwards: (() => void)[] = []
let ending: ReturnType<typeof setTimeout> | undefined

const on = { capture: true, passive: true }
if (!isServer) listen()

function listen(): void {
  // After a tap, the browser sends mousedown later than pointerup, and only then moves the focus.
  for (const start of ['pointerdown', 'mousedown']) addEventListener(start, press, on)
  // A drag has no pointerup, and a system menu may swallow it.
  for (const end of ['pointerup', 'mouseup', 'pointercancel', 'dragend', 'contextmenu'])
    addEventListener(end, letGo, on)
  addEventListener('pointermove', ({ buttons }) => isDown && buttons === 0 && letGo(), on)
  addEventListener('keydown', ({ key }) => isDown && key === 'Tab' && letGo(), on)
  // Only the window's own event counts, because every field that loses the focus sends one too.
  addEventListener('blur', ({ target }) => target === window && letGo(), on)
  addEventListener('input', () => (typedAt = performance.now()), on)
}

function press(): void {
  clearTimeout(ending)
  isDown = true
}

function letGo(): void {
  letGoAt = performance.now()
  clearTimeout(ending)
  // The click of a press follows in the same task as its mouseup, but no event reports the end of a press without a
  // click.
  ending = setTimeout(release)
}

function release(): void {
  isDown = false
  const works = afterwards
  afterwards = []
  for (const work of works) work()
}

/**
 * Runs work that may move the page: at once, or after the click if a finger or the mouse button is down. A button that
 * moves away under the pointer gets no click.
 */
export function afterClick(work: () => void): void {
  if (isDown) afterwards.push(work)
  else work()
}

/** Whether the reader is neither touching the page nor typing, so that the page may update itself. */
export function isReaderIdle(): boolean {
  const now = performance.now()
  return !isDown && now - letGoAt > TAP_MS && now - typedAt > TYPING_MS
}

/** Keeps the focused element in its place on the screen, even if the work changes the page above it. */
export async function keepInPlace<T>(work: () => Promise<T>): Promise<T> {
  const held = document.activeElement
  if (!held?.closest('main')) return work()
  const root = document.documentElement
  const place = () => held.getBoundingClientRect().top + scrollY
  const before = place()
  // The browser's own scroll anchoring would move the page a second time.
  root.style.overflowAnchor = 'none'
  try {
    const result = await work()
    // The replies are in the cache now, and the frame after the next shows them.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    const moved = place() - before
    if (held.isConnected && document.activeElement === held && Math.abs(moved) >= 1)
      scrollBy({ top: moved, behavior: 'instant' })
    return result
  } finally {
    root.style.removeProperty('overflow-anchor')
  }
}
