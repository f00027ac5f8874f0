import {
  Children,
  createContext,
  Fragment,
  isValidElement,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { parse } from 'regexparam'
import { addressAt, resolveAddress, type Location, type Move, type Place, type RouterHistory } from './history.ts'

// A small router for this app (docs/decisions/075): links, addresses and nested layouts.

type RouterState = Place & { history: RouterHistory }

const RouterContext = createContext<RouterState | null>(null)

/** The match of the outer routes: the base address for the inner ones, and the parameters. */
const MatchContext = createContext<{ base: string; params: Params; inner: ReactNode }>({
  base: '',
  params: {},
  inner: null,
})

export type Params = Readonly<Record<string, string | undefined>>

/** Shows the new location after a navigation. */
type ShowStep = (show: () => void, to: Place) => void

let showStep: ShowStep = startTransition

/** Replaces how a navigation is shown: used by web/view-transition.ts, which loads after the first screen. */
export function setShowStep(show: ShowStep): void {
  showStep = show
}

/** Wraps all screens. Navigation is a transition: the old screen stays until the new one can be shown. */
export function Router({ history, children }: { history: RouterHistory; children: ReactNode }) {
  const [place, setPlace] = useState(history.place)
  useLayoutEffect(() => history.subscribe(() => showStep(() => setPlace(history.place()), history.place())), [history])
  const here = useMemo(() => ({ ...place, history }), [place, history])
  return <RouterContext value={here}>{children}</RouterContext>
}

function useRouter(): RouterState {
  const here = useContext(RouterContext)
  if (!here) throw new Error('A component that needs the router is outside it.')
  return here
}

export function useLocation(): Location {
  return useRouter().location
}

/** The location being navigated to, while the previous screen is still shown. */
export function useTarget(): Location {
  const { history } = useRouter()
  return useSyncExternalStore(history.subscribe, history.place, history.place).location
}

/** The index of the address being navigated to while another is still shown. -1 if none. */
export function useGoingTo(addresses: readonly string[]): number {
  const { location } = useRouter()
  const target = useTarget()
  if (target.key === location.key) return -1
  const here = addressAt(location)
  return addresses.findIndex((to) => addressAt(resolveAddress(to, here)) === addressAt(target))
}

/** How the reader reached this address. */
export function useNavigationType(): Move {
  return useRouter().how
}

export function useParams(): Params {
  return useContext(MatchContext).params
}

export type NavigateOptions = { replace?: boolean | undefined; state?: unknown }

/** Navigates to an address on this site, or by a number of steps through the history. */
export type NavigateFunction = (to: string | number, options?: NavigateOptions) => void | Promise<void>

export function useNavigate(): NavigateFunction {
  const { history } = useRouter()
  return useCallback(
    (to, { replace = false, state } = {}) => {
      if (typeof to === 'number') return history.go(to)
      const target = addressAt(resolveAddress(to, addressAt(history.place().location)))
      return history.move(target, replace ? 'REPLACE' : 'PUSH', state)
    },
    [history],
  )
}

type Search = string | URLSearchParams | Record<string, string>

/** The address's search parameters, and a function to change them. */
export function useSearchParams(): [
  URLSearchParams,
  (next: Search | ((current: URLSearchParams) => Search), options?: NavigateOptions) => void,
] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const set = useCallback(
    (next: Search | ((current: URLSearchParams) => Search), options?: NavigateOptions) =>
      void navigate(`?${new URLSearchParams(typeof next === 'function' ? next(params) : next)}`, options),
    [navigate, params],
  )
  return [params, set]
}

/** Redirects as soon as it is rendered. */
export function Navigate({ to, replace, state }: { to: string; replace?: boolean; state?: unknown }): null {
  const navigate = useNavigate()
  const kept = JSON.stringify(state ?? null)
  useEffect(() => void navigate(to, { replace, state: JSON.parse(kept) as unknown }), [navigate, to, replace, kept])
  return null
}

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  /** Replaces the current history entry. */
  replace?: boolean
  state?: unknown
  /** Leaves the link to the browser: it leads to a file, or reloads the page. */
  reloadDocument?: boolean
}

export function Link({ to, replace, state, reloadDocument = false, onClick, target, children, ...rest }: LinkProps) {
  const { location } = useRouter()
  const navigate = useNavigate()
  const here = addressAt(location)
  const address = addressAt(resolveAddress(to, here))
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
    if (event.defaultPrevented || reloadDocument || !isPlain || (target && target !== '_self')) return
    event.preventDefault()
    // A link to the current address adds no history entry.
    void navigate(to, { replace: replace ?? address === here, state })
  }
  return (
    <a {...rest} href={address} target={target} onClick={follow}>
      {children}
    </a>
  )
}

type RouteProps = {
  /** Relative to the outer routes: 'results/:id', or 'settings/*' for a screen with nested routes. */
  path?: string
  /** Whether it matches the address of the outer routes itself. */
  index?: boolean
  element?: ReactElement
  /** Rendered inside this route's element, at its `<Outlet>`. */
  children?: ReactNode
}

/** Declares the screen at an address; read by `Routes`, never rendered. */
export function Route(_props: RouteProps): null {
  return null
}

/** A screen at an address with its layouts, outermost first. */
export type ListedRoute = { path: string; isRest: boolean; elements: readonly ReactElement[] }

/** The routes among these elements, in order: the first match is shown. */
export function listRoutes(children: ReactNode, base = '', frames: readonly ReactElement[] = []): ListedRoute[] {
  return Children.toArray(children).flatMap((child) => {
    if (!isValidElement<RouteProps>(child)) return []
    const { path = '', element, children: inner } = child.props
    if (child.type === Fragment) return listRoutes(inner, base, frames)
    const full = path.startsWith('/') ? path : path === '' ? base : `${base}/${path}`
    const elements = element ? [...frames, element] : frames
    return inner === undefined ? [{ path: full, isRest: path === '*', elements }] : listRoutes(inner, full, elements)
  })
}

export type Match<R> = { route: R; params: Params; base: string }

type Pattern = { keys: readonly string[]; pattern: RegExp }

const patterns = new Map<string, Pattern>()

/** The first route that matches a path. */
export function matchRoute<R extends ListedRoute>(routes: readonly R[], pathname: string): Match<R> | null {
  for (const route of routes) {
    const { keys, pattern } = patternOf(route.path)
    const found = pattern.exec(pathname)
    if (!found) continue
    const params = Object.fromEntries(keys.map((key, index) => [key, decoded(found[index + 1])]))
    return { route, params, base: route.path.replace(/\/?\*$/, '') }
  }
  return null
}

function patternOf(path: string): Pattern {
  let pattern = patterns.get(path)
  // The rest of an address may be empty.
  if (!pattern) patterns.set(path, (pattern = parse(path.replace(/\*$/, '*?') || '/')))
  return pattern
}

function decoded(part: string | undefined): string | undefined {
  try {
    return part && decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Shows the first route that matches the address. */
export function Routes({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const outer = useContext(MatchContext)
  const match = matchRoute(listRoutes(children, outer.base), pathname)
  if (!match) return null
  const { base, params, route } = match
  return route.elements.reduceRight<ReactNode>(
    (inner, element) => (
      <MatchContext value={{ base, params: { ...outer.params, ...params }, inner }}>{element}</MatchContext>
    ),
    null,
  )
}

/** The place in a layout where the nested screen is shown. */
export function Outlet(): ReactNode {
  return useContext(MatchContext).inner
}
