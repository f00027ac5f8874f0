import { isServer } from './served-page.ts'

/** Milliseconds after a finger or the mouse has let go, in which a second tap may follow. */
const TAP_MS = 400

/** Milliseconds after a key in a field, in which somebody still types. */
const TYPING_MS = 1_500

let isDown = false
let letGoAt = -Infinity
let typedAt = -Infinity

/** What is to be done when the press is over. */
let afterwards: (() => void)[] = []
let ending: ReturnType<typeof setTimeout> | undefined

const on = { capture: true, passive: true }
if (!isServer) listen()

function listen(): void {
  // A tap takes the focus from a field with the mousedown that the browser sends after the pointerup.
  for (const start of ['pointerdown', 'mousedown']) addEventListener(start, press, on)
  // A drag has no pointerup, and a menu of the system may keep it.
  for (const end of ['pointerup', 'mouseup', 'pointercancel', 'dragend', 'contextmenu'])
    addEventListener(end, letGo, on)
  addEventListener('pointermove', ({ buttons }) => isDown && buttons === 0 && letGo(), on)
  addEventListener('keydown', ({ key }) => isDown && key === 'Tab' && letGo(), on)
  // Every field that is left sends one too.
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
  // A click comes in the same task as the mouseup before it, and no event says that none will come.
  ending = setTimeout(release)
}

function release(): void {
  isDown = false
  const works = afterwards
  afterwards = []
  for (const work of works) work()
}

/**
 * Does what may move the page: at once, or, while a finger or the mouse is down, after its click. A button that moves away
 * under a pointer gets no click.
 */
export function afterClick(work: () => void): void {
  if (isDown) afterwards.push(work)
  else work()
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
