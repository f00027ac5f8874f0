import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from './router.tsx'
import { untilReaderMoves } from './until-reader.ts'

/** How long the heading of a screen that is still loading is waited for. */
const headingTimeoutMs = 10_000

/** How long the rows of a page may take to arrive. */
const arrivalTimeoutMs = 5_000

/**
 * Where the focus is after something changed: on the heading of a new screen, on the list after its pager was used, and
 * where what had the focus has disappeared, on the nearest heading. Rendered once, at the root of the app.
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
  const off = untilReaderMoves(['pointerdown', 'keydown'], headingTimeoutMs)
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

/** While its rows arrive a list may be too short to be at the top; it is put there again, unless the reader scrolls. */
function keepAtTop(list: HTMLElement): () => void {
  const off = untilReaderMoves(['pointerdown', 'keydown', 'wheel', 'touchstart'], arrivalTimeoutMs)
  const resized = new ResizeObserver(() => list.scrollIntoView({ block: 'start' }))
  off.signal.addEventListener('abort', () => resized.disconnect())
  resized.observe(document.body)
  list.scrollIntoView({ block: 'start' })
  return () => off.abort()
}

/** Puts the focus on the nearest heading when the element that had it is removed and nothing else takes it. */
function watchLostFocus(): () => void {
  /** The element that had the focus last, and those around it. */
  let path: Element[] = []
  /** The same of the last one on the screen itself: from a dialog the way leads back to it. */
  let pathOnScreen: Element[] = []

  const remember = (event: FocusEvent) => {
    path = event.composedPath().filter((target) => target instanceof Element)
    if (path.some(({ id }) => id === 'main')) pathOnScreen = path
  }
  const leave = (event: FocusEvent) => {
    if (event.relatedTarget !== null) return
    // A press beside everything takes the focus away on purpose: what had it is still there.
    queueMicrotask(() => {
      if (path[0]?.isConnected && document.activeElement === document.body) path = []
    })
  }
  const repair = () => {
    if (!isLost(path)) return
    // A dialog that closes gives the focus back by itself, one frame later.
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

/** The first of them that is still there, or else a heading in what is around it. */
function focusNearest(path: readonly Element[]): void {
  const [element] = path
  if (element instanceof HTMLElement && element.isConnected) return focusOn(element)
  const around = path.find((each) => each.isConnected && each.querySelector('h1, h2, h3'))
  const heading = (around ?? document).querySelector<HTMLElement>('h1, h2, h3')
  if (heading) focusOn(heading)
}

function focusOn(element: HTMLElement): void {
  // A heading takes the focus only with it, and not every screen writes it.
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
