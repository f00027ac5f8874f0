import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from './router.tsx'
import { abortOnInput } from './abort-on-input.ts'

/** Milliseconds to wait for the heading of a loading screen. */
const headingTimeoutMs = 10_000

/** Milliseconds for the rows of a page to arrive. */
const arrivalTimeoutMs = 5_000

/**
 * Manages the focus after a change: on the heading of a new screen, on the list after its pager was used, and on the
 * nearest heading if the focused element disappears. Rendered once, at the root of the app.
 */
export function useFocusCare(): void {
  const { pathname, search } = useLocation()
  const how = useNavigationType()
  const last = useRef({ pathname, page: pageOf(search) })

  useEffect(watchLostFocus, [])

  useEffect(() => {
    const before = last.current
    last.current = { pathname, page: pageOf(search) }
    if (before.pathname !== pathname) return focusHeadingSoon()
    if (before.page !== last.current.page) return focusList(how !== 'POP')
    return undefined
  }, [pathname, search, how])
}

function pageOf(search: string): string {
  return new URLSearchParams(search).get('page') ?? '1'
}

/** Focuses the screen's heading as soon as there is one, unless the reader moves on before. */
function focusHeadingSoon(): () => void {
  const off = abortOnInput(['pointerdown', 'keydown'], headingTimeoutMs)
  const observer = new MutationObserver(() => attempt())
  const attempt = () => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading === null) return
    off.abort()
    focusOn(heading)
  }
  off.signal.addEventListener('abort', () => observer.disconnect())
  observer.observe(document.body, { childList: true, subtree: true })
  attempt()
  return () => off.abort()
}

/** A new page begins at the top of its list. Going back restores the position instead. */
function focusList(scrolls: boolean): (() => void) | undefined {
  const list = document.querySelector<HTMLElement>('[data-list]')
  if (list === null) return undefined
  focusOn(list)
  return scrolls ? keepAtTop(list) : undefined
}

/** While its rows arrive a list may be too short to scroll; it is put at the top again, unless the reader scrolls. */
function keepAtTop(list: HTMLElement): () => void {
  const off = abortOnInput(['pointerdown', 'keydown', 'wheel', 'touchstart'], arrivalTimeoutMs)
  const resized = new ResizeObserver(() => list.scrollIntoView({ block: 'start' }))
  off.signal.addEventListener('abort', () => resized.disconnect())
  resized.observe(document.body)
  list.scrollIntoView({ block: 'start' })
  return () => off.abort()
}

/** Moves the focus to the nearest heading if the focused element is removed and nothing else takes the focus. */
function watchLostFocus(): () => void {
  /** The last focused element and its ancestors. */
  let path: Element[] = []
  /** The last focused element outside a dialog and its ancestors, for the return from a dialog. */
  let pathOnScreen: Element[] = []

  const remember = (event: FocusEvent) => {
    path = event.composedPath().filter((target) => target instanceof Element)
    if (path.some(({ id }) => id === 'main')) pathOnScreen = path
  }
  const leave = (event: FocusEvent) => {
    if (event.relatedTarget !== null) return
    // A press on empty space removes the focus on purpose: the element still exists.
    queueMicrotask(() => {
      if (path[0]?.isConnected && document.activeElement === document.body) path = []
    })
  }
  const repair = () => {
    if (!isLost(path)) return
    // A closing dialog itself returns the focus, one frame later.
    requestAnimationFrame(() => requestAnimationFrame(() => isLost(path) && focusNearest(pathOnScreen)))
  }

  const observer = new MutationObserver(repair)
  observer.observe(document.body, { childList: true, subtree: true })
  addEventListener('focusin', remember)
  addEventListener('focusout', leave)
  return () => {
    observer.disconnect()
    removeEventListener('focusin', remember)
    removeEventListener('focusout', leave)
  }
}

function isLost([element]: readonly Element[]): boolean {
  return element !== undefined && !element.isConnected && document.activeElement === document.body
}

/** Focuses the first of them that still exists, or a heading within its ancestors. */
function focusNearest(path: readonly Element[]): void {
  const [element] = path
  if (element instanceof HTMLElement && element.isConnected) return focusOn(element)
  const around = path.find((each) => each.isConnected && each.querySelector('h1, h2, h3'))
  const heading = (around ?? document).querySelector<HTMLElement>('h1, h2, h3')
  if (heading) focusOn(heading)
}

function focusOn(element: HTMLElement): void {
  // Headings need a tabindex to take the focus, and not every screen sets one.
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
