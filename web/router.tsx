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

// The routes of this app and no more (docs/decisions/075): what a link, an address and a frame around screens need.

type Here = Place & { history: RouterHistory }

const HereContext = createContext<Here | null>(null)

/** What the routes above have matched: the address below which the next ones are, and the parameters. */
const MatchContext = createContext<{ base: string; params: Params; inner: ReactNode }>({
  base: '',
  params: {},
  inner: null,
})

export type Params = Readonly<Record<string, string | undefined>>

/** Shows the place that a step has led to. */
type ShowStep = (show: () => void, to: Place) => void

let showStep: ShowStep = startTransition

/** Replaces how a step is shown: web/view-transition.ts, which comes after the first screen. */
export function setShowStep(show: ShowStep): void {
  showStep = show
}

/** Around all screens. A step to another screen is a transition: the old one stays until the new one can be shown. */
export function Router({ history, children }: { history: RouterHistory; children: ReactNode }) {
  const [place, setPlace] = useState(history.place)
  useLayoutEffect(() => history.subscribe(() => showStep(() => setPlace(history.place()), history.place())), [history])
  const here = useMemo(() => ({ ...place, history }), [place, history])
  return <HereContext value={here}>{children}</HereContext>
}

function useHere(): Here {
  const here = useContext(HereContext)
  if (!here) throw new Error('A part that links or is routed stands outside the router.')
  return here
}

export function useLocation(): Location {
  return useHere().location
}

/** The address that the reader has gone to: while its screen is drawn, the one before is still shown. */
export function useTarget(): Location {
  const { history } = useHere()
  return useSyncExternalStore(history.subscribe, history.place, history.place).location
}

/** Which of these addresses that is, while another one is still shown; -1: none of them. */
export function useGoingTo(addresses: readonly string[]): number {
  const { location } = useHere()
  const target = useTarget()
  if (target.key === location.key) return -1
  const here = addressAt(location)
  return addresses.findIndex((to) => addressAt(resolveAddress(to, here)) === addressAt(target))
}

/** How the reader came to this address. */
export function useNavigationType(): Move {
  return useHere().how
}

export function useParams(): Params {
  return useContext(MatchContext).params
}

export type NavigateOptions = { replace?: boolean | undefined; state?: unknown }

/** Goes to an address of ours, or so many steps through the history. */
export type NavigateFunction = (to: string | number, options?: NavigateOptions) => void | Promise<void>

export function useNavigate(): NavigateFunction {
  const { history } = useHere()
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

/** The search parameters of the address, and how to change them. */
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

/** Leads on, as soon as it is rendered. */
export function Navigate({ to, replace, state }: { to: string; replace?: boolean; state?: unknown }): null {
  const navigate = useNavigate()
  const kept = JSON.stringify(state ?? null)
  useEffect(() => void navigate(to, { replace, state: JSON.parse(kept) as unknown }), [navigate, to, replace, kept])
  return null
}

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  /** Instead of a new entry in the history. */
  replace?: boolean
  state?: unknown
  /** The browser follows it: it leads to a file, or the page is to be loaded again. */
  reloadDocument?: boolean
}

export function Link({ to, replace, state, reloadDocument = false, onClick, target, children, ...rest }: LinkProps) {
  const { location } = useHere()
  const navigate = useNavigate()
  const here = addressAt(location)
  const address = addressAt(resolveAddress(to, here))
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
    if (event.defaultPrevented || reloadDocument || !isPlain || (target && target !== '_self')) return
    event.preventDefault()
    // To where one is already: no second entry in the history.
    void navigate(to, { replace: replace ?? address === here, state })
  }
  return (
    <a {...rest} href={address} target={target} onClick={follow}>
      {children}
    </a>
  )
}

type RouteProps = {
  /** Below the routes around it: 'results/:id', or 'settings/*' for a screen that has routes of its own. */
  path?: string
  /** The address of the routes around it itself. */
  index?: boolean
  element?: ReactElement
  /** Shown in its frame, where it has `<Outlet>`. */
  children?: ReactNode
}

/** Says which screen is at an address; read by `Routes`, never rendered. */
export function Route(_props: RouteProps): null {
  return null
}

/** A screen at an address: the frames around it, from the outside, and itself. */
export type ListedRoute = { path: string; isRest: boolean; elements: readonly ReactElement[] }

/** The routes among these elements, in their order: the first that matches is shown. */
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

/** The first route at a path. */
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
  // The rest of an address may be nothing.
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

/** Shows the first of the routes that matches the address. */
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

/** Where a frame shows what is inside it. */
export function Outlet(): ReactNode {
  return useContext(MatchContext).inner
}
