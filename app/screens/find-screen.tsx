import { createRoutesFromElements, matchRoutes } from 'react-router'
import { isValidElement } from 'react'
import type { LazyScreen } from '#/web/lazy-screen.tsx'
import { browserRoutes, notFoundRoute, servedRoutes } from './routes.tsx'

/** The screen at an address, and whether the server makes it. */
export type FoundScreen = { screen: LazyScreen; params: Readonly<Record<string, string | undefined>>; kind: Kind }
type Kind = 'served' | 'browser' | 'not-found'

const kinds = [
  ['served', servedRoutes],
  ['browser', browserRoutes],
  ['not-found', notFoundRoute],
] as const
const routes = kinds.flatMap(([kind, elements]) =>
  createRoutesFromElements(elements).map((route) => ({ ...route, handle: kind })),
)

/** Finds the public screen at a path as the router does. */
export function findScreen(path: string): FoundScreen | null {
  const found = matchRoutes(routes, path)?.at(-1)
  if (!found || !isValidElement(found.route.element)) return null
  return {
    screen: found.route.element.type as LazyScreen,
    params: found.params,
    kind: found.route.handle as Kind,
  }
}
