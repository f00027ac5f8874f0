import { listRoutes, matchRoute } from '#/web/router.tsx'
import type { LazyScreen } from '#/web/lazy-screen.tsx'
import { browserRoutes, notFoundRoute, servedRoutes, signedInRoutes } from './routes.tsx'

/** The screen at an address, and whether the server renders it. */
export type FoundScreen = { screen: LazyScreen; params: Readonly<Record<string, string | undefined>>; kind: Kind }
type Kind = 'served' | 'signed-in' | 'browser' | 'not-found'

const kinds = [
  ['served', servedRoutes],
  ['signed-in', signedInRoutes],
  ['browser', browserRoutes],
  ['not-found', notFoundRoute],
] as const
const routes = kinds.flatMap(([kind, elements]) => listRoutes(elements).map((route) => ({ ...route, kind })))

/** Finds the public screen at a path, with the router's rules. */
export function findScreen(path: string): FoundScreen | null {
  const found = matchRoute(routes, path)
  const screen = found?.route.elements.at(-1)?.type as LazyScreen | undefined
  return found && screen ? { screen, params: found.params, kind: found.route.kind } : null
}
