import { isValidElement, type ReactNode } from 'react'
import { createRoutesFromChildren, matchRoutes, type RouteObject } from 'react-router'
import { paths } from '#/contract/paths.ts'
import type { LazyScreen } from './lazy-screen.tsx'
import { token } from './session.ts'

/** How long the mouse or the focus has to stay on a link: what is only passed over is not fetched. */
const dwellMs = 65

const trees: { base: string; routes: RouteObject[] }[] = []

/** Makes the screens below an address known to `prepareScreen`. */
export function knowScreens(base: string, routes: ReactNode): void {
  trees.push({ base, routes: createRoutesFromChildren(routes) })
}

/** Fetches the code and the first data of the screen at an address of ours. */
export function prepareScreen(pathname: string, search: string): void {
  if (token.get() === null && needsSession(pathname)) return
  for (const { base, routes } of trees) {
    const match = matchRoutes(routes, pathname, base)?.at(-1)
    const element = match?.route.element
    if (!match || match.route.path === '*' || !isValidElement(element)) continue
    const screen = element.type as Partial<LazyScreen>
    screen.prefetch?.({ params: match.params, search: new URLSearchParams(search) })
    const known = trees.length
    // The code may be a list of screens itself, as that of the dashboard is.
    screen.load?.().then(
      () => trees.length > known && prepareScreen(pathname, search),
      () => undefined,
    )
  }
}

function needsSession(pathname: string): boolean {
  return [paths.profile, paths.organizer.overview].some((area) => pathname === area || pathname.startsWith(`${area}/`))
}

/** Prepares the screen of any link that somebody is about to follow: hovered, focused or touched. Answers how to stop. */
export function prepareOnIntent(): () => void {
  const off = new AbortController()
  let dwelling: ReturnType<typeof setTimeout> | undefined
  let last: HTMLAnchorElement | null = null
  const intend = ({ type, target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link === last && type !== 'touchstart') return
    last = link
    clearTimeout(dwelling)
    if (link === null || link.origin !== location.origin || link.target !== '' || savesData()) return
    const prepare = () => prepareScreen(link.pathname, link.search)
    if (type === 'touchstart') prepare()
    else dwelling = setTimeout(prepare, dwellMs)
  }
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, intend, { signal: off.signal, passive: true })
  off.signal.addEventListener('abort', () => clearTimeout(dwelling))
  return () => off.abort()
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
