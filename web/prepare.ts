import type { ReactNode } from 'react'
import { listRoutes, matchRoute, type ListedRoute, type Params } from './router.tsx'
import { paths } from '#/contract/paths.ts'
import type { LazyScreen } from './lazy-screen.tsx'
import { setChunkGraph, type ChunkGraph } from './preload.ts'
import { token } from './session.ts'

/** How long the mouse or the focus has to stay on a link, so that passing over it does not fetch anything. */
const dwellMs = 65

const trees: (readonly ListedRoute[])[] = []

/** Registers the screens below an address for `prepareScreen` and `findScreens`. */
export function registerScreens(base: string, routes: ReactNode): void {
  trees.push(listRoutes(routes, base))
}

/** Finds the registered screens at an address, including those around them, and the address's parameters. */
export function findScreens(pathname: string): { screens: LazyScreen[]; params: Params } {
  const matches = trees
    .map((routes) => matchRoute(routes, pathname))
    .filter((match) => match !== null && !match.route.isRest)
  return {
    screens: matches
      .flatMap((match) => match?.route.elements ?? [])
      .map(({ type }) => type as LazyScreen)
      .filter((type) => 'load' in type),
    params: Object.assign({}, ...matches.map((match) => match?.params)) as Params,
  }
}

/** Whether two addresses are tabs of the same screen, which is shown around both. */
export function haveSameFrame(one: string, other: string): boolean {
  return trees.some((routes) => {
    const [frames, others] = [one, other].map(
      (pathname) => matchRoute(routes, pathname)?.route.elements.slice(0, -1) ?? [],
    )
    return (
      frames?.some((frame) => typeof frame.type !== 'string' && 'load' in frame.type && others?.includes(frame)) ===
      true
    )
  })
}

/** Fetches the code and the first data of the screen at an address of this site. */
export function prepareScreen(pathname: string, search: string): void {
  if (token.get() === null && needsSession(pathname)) return
  for (const routes of trees) {
    const match = matchRoute(routes, pathname)
    if (!match || match.route.isRest) continue
    const screen = match.route.elements.at(-1)?.type as Partial<LazyScreen>
    screen.prefetch?.({ params: match.params, search: new URLSearchParams(search) })
    const known = trees.length
    // The code may register more screens, as the dashboard's code does.
    screen.load?.().then(
      () => trees.length > known && prepareScreen(pathname, search),
      () => undefined,
    )
  }
}

function needsSession(pathname: string): boolean {
  return [paths.profile, paths.desk].some((area) => pathname === area || pathname.startsWith(`${area}/`))
}

/** Prepares the screen of each link that the reader hovers over, focuses or touches, until `signal` aborts. */
export function prepareOnIntent(signal: AbortSignal): void {
  if (!savesData()) void readChunkGraph()
  let dwelling: ReturnType<typeof setTimeout> | undefined
  let last: HTMLAnchorElement | null = null
  const intend = ({ type, target }: Pick<Event, 'type' | 'target'>) => {
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
    document.addEventListener(type, intend, { signal, passive: true })
  // The link that the reader was already on when this code loaded.
  intend({ type: 'focusin', target: document.querySelector('a[href]:hover') ?? document.activeElement })
  signal.addEventListener('abort', () => clearTimeout(dwelling))
}

/** Reads which files import which. Without that list a screen's files are requested one level of imports after the other. */
async function readChunkGraph(): Promise<void> {
  try {
    setChunkGraph((await (await fetch('/chunk-graph.json')).json()) as ChunkGraph)
  } catch {
    // There is no network, or this is the development server, which has no such list.
  }
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
