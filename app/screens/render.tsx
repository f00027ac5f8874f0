import { StrictMode } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { openMemoryHistory } from '#/web/history.ts'
import { Router } from '#/web/router.tsx'
import { knowAreas } from '#/contract/areas.ts'
import { knowOrganization } from '#/contract/organization.ts'
import { knowSeasons } from '#/contract/known-seasons.ts'
import { ApiError } from '#/web/call.ts'
import { openServedQueries, recordReads, servedReadsOf } from '#/web/api.ts'
import { findScreens } from '#/web/prepare.ts'
import { paths } from '#/contract/paths.ts'
import { setClock } from '#/web/now.ts'
import { setRegion } from '#/web/ui/region.ts'
import { ServedPage } from '#/web/served-page.ts'
import { findScreen } from './find-screen.tsx'
import type { PageRequest, RenderedPage } from './rendered-page.ts'
import { Screens } from './routes.tsx'

const signedInRoutes: Readonly<Record<string, () => Promise<{ prefetchFrame: () => void }>>> = {
  [paths.profile]: () => import('./dashboard-routes.tsx'),
  [paths.organizer.overview]: () => import('./organizer-routes.tsx'),
}

/** What a signed-in screen begins with: the names of its components, from the frame inwards, and the addresses that it reads first. */
export async function findFirst(pathname: string, search: string): Promise<{ screens: string[]; reads: string[] }> {
  const { prefetchFrame } = (await signedInRoutes[/^\/[^/]*/.exec(pathname)?.[0] ?? '']?.()) ?? {}
  const { screens, params } = findScreens(pathname)
  const components = await Promise.all(screens.map((screen) => screen.load()))
  const reads = recordReads(() => {
    prefetchFrame?.()
    for (const screen of screens) screen.prefetch({ params, search: new URLSearchParams(search) })
  })
  return { screens: components.map(({ name }) => name), reads }
}

/**
 * Makes a page as the browser would, with what it reads; null for a screen that only a browser can make. Throws what a screen
 * throws, and when `signal` aborts.
 */
export async function renderPage({
  url,
  site,
  areas,
  seasons,
  organization,
  now,
  posted,
  send,
  signal,
}: PageRequest): Promise<RenderedPage | null> {
  const found = findScreen(new URL(url, site).pathname)
  if (!found || found.kind === 'browser') return null
  knowAreas(areas)
  knowSeasons(seasons)
  knowOrganization(organization)
  setRegion(organization)
  setClock(now)
  const page = await found.screen.load()
  const queries = openServedQueries(send)
  const stream = await renderToReadableStream(
    <StrictMode>
      <ServedPage value={{ queries, site, posted }}>
        <Router history={openMemoryHistory(url)}>
          <Screens />
        </Router>
      </ServedPage>
    </StrictMode>,
    // Whole: what came later would be put into its place by a script.
    { signal, progressiveChunkSize: Infinity, onError: () => {} },
  )
  await stream.allReady
  const html = await new Response(stream).text()
  const failures = queries
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.error)
    .filter((error) => error !== null)
  const lasting = failures.every((error) => error instanceof ApiError && [404, 422].includes(error.status))
  // What a retry may bring is better asked for by the browser.
  if (!lasting) return null
  // React writes what belongs into the head first, and then the outermost Suspense.
  const start = html.indexOf('<!--$')
  return {
    status: found.kind === 'not-found' || failures.length > 0 ? 404 : 200,
    head: html.slice(0, start),
    body: html.slice(start),
    reads: servedReadsOf(queries),
    screen: page.name,
  }
}
