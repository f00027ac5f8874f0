import { StrictMode, type ContextType } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { openMemoryHistory } from '#/web/history.ts'
import { Router } from '#/web/router.tsx'
import { setAreas } from '#/contract/areas.ts'
import { setZoneSource } from '#/contract/locale.ts'
import { setOrganization } from '#/contract/organization.ts'
import { setSeasons } from '#/contract/season-kinds.ts'
import { ApiError } from '#/web/call.ts'
import { openServedQueries, prefetchInto, servedReadsOf } from '#/web/api.ts'
import { findScreens } from '#/web/prepare.ts'
import { paths } from '#/contract/paths.ts'
import { setClock } from '#/web/now.ts'
import { setRegion } from '#/web/ui/region.ts'
import { ServedPage } from '#/web/served-page.ts'
import { findScreen } from './find-screen.tsx'
import type { PageRequest, RenderedPage } from './rendered-page.ts'
import { Screens } from './routes.tsx'

type Served = NonNullable<ContextType<typeof ServedPage>>

const signedInRoutes: Readonly<Record<string, () => Promise<unknown>>> = {
  [paths.profile]: () => import('./dashboard-routes.tsx'),
  [paths.desk]: () => import('./organizer-routes.tsx'),
}

/** The names of the components at a signed-in address, the outermost first. */
export async function listScreens(pathname: string): Promise<string[]> {
  await signedInRoutes[/^\/[^/]*/.exec(pathname)?.[0] ?? '']?.()
  const components = await Promise.all(findScreens(pathname).screens.map((screen) => screen.load()))
  return components.map(({ name }) => name)
}

/**
 * Renders a page as the browser would, with its reads. Null for a screen that only a browser can render. Throws if a
 * screen throws or `signal` aborts.
 */
export async function renderPage({
  url,
  site,
  posted,
  isSignedIn,
  send,
  signal,
  ...facts
}: PageRequest): Promise<RenderedPage | null> {
  const { pathname, searchParams: search } = new URL(url, site)
  const found = findScreen(pathname)
  if (!found || found.kind === 'browser' || (found.kind === 'signed-in') !== isSignedIn) return null
  know(facts)
  const outer = await found.screen.load()
  // The screens inside it are only known once its code is loaded.
  const { screens, params } = findScreens(pathname)
  const inner = await Promise.all(screens.map((screen) => screen.load()))
  const queries = openServedQueries(send)
  prefetchInto(queries, () => {
    for (const screen of screens) screen.prefetch({ params, search })
  })
  const { head, body } = await renderScreens(url, { queries, site, posted }, signal)
  const failures = queries
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.error)
    .filter((error) => error !== null)
  const lasting = failures.every((error) => error instanceof ApiError && [404, 422].includes(error.status))
  // A second attempt could succeed, so the page is left to the browser.
  if (!lasting) return null
  return {
    status: found.kind === 'not-found' || failures.length > 0 ? 404 : 200,
    head,
    body,
    reads: servedReadsOf(queries),
    screens: (isSignedIn ? inner : [outer]).map(({ name }) => name),
  }
}

type Facts = Pick<PageRequest, 'areas' | 'seasons' | 'organization' | 'now' | 'findZone'>

function know({ areas, seasons, organization, now, findZone }: Facts): void {
  setAreas(areas)
  setSeasons(seasons)
  setOrganization(organization)
  setRegion(organization)
  setClock(now)
  setZoneSource(findZone)
}

/** Renders the screens at an address as HTML, in two parts: the head and the body. */
async function renderScreens(url: string, page: Served, signal: AbortSignal): Promise<{ head: string; body: string }> {
  let failure: unknown = null
  const stream = await renderToReadableStream(
    <StrictMode>
      <ServedPage value={page}>
        <Router history={openMemoryHistory(url)}>
          <Screens />
        </Router>
      </ServedPage>
    </StrictMode>,
    // In one piece: React moves later pieces into place with inline scripts.
    { signal, progressiveChunkSize: Infinity, onError: (error) => void (failure ??= error) },
  )
  await stream.allReady
  // React leaves out a part that failed or was aborted, up to the whole screen, and the browser logs its error 419.
  if (failure !== null) throw failure
  const html = await new Response(stream).text()
  // React writes the elements for the head first, and then the outermost Suspense.
  const start = html.indexOf('<!--$')
  return { head: html.slice(0, start), body: html.slice(start) }
}
