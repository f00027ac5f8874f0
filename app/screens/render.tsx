import { StrictMode, type ContextType } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { QueryClient } from '@tanstack/react-query'
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
import type { PageFacts, PageRequest, RenderedPage } from './rendered-page.ts'
import { Screens } from './routes.tsx'

type Served = NonNullable<ContextType<typeof ServedPage>>

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
 * Makes a signed-in screen as it looks before anything is read: the same for everybody, without a session. The screen's code
 * is there (`findFirst`). Null where there is nothing to show.
 */
export async function renderFrame({
  url,
  site,
  signal,
  ...facts
}: PageFacts & { url: string }): Promise<string | null> {
  const dashboard = findScreen(new URL(url, site).pathname)?.screen
  if (!dashboard) return null
  know(facts)
  await dashboard.load()
  const { body } = await renderScreens(url, { queries: new QueryClient(), site, posted: null, isFrame: true }, signal)
  if (!body.includes('<main')) return null
  // Links work as they are; what needs the code is inert. The content security policy refuses styles in HTML.
  return body.replaceAll(/<(button|input|select|textarea)\b/g, '<$1 inert').replaceAll(/ style="[^"]*"/g, '')
}

/**
 * Makes a page as the browser would, with what it reads; null for a screen that only a browser can make. Throws what a screen
 * throws, and when `signal` aborts.
 */
export async function renderPage({
  url,
  site,
  posted,
  send,
  signal,
  ...facts
}: PageRequest): Promise<RenderedPage | null> {
  const found = findScreen(new URL(url, site).pathname)
  if (!found || found.kind === 'browser') return null
  know(facts)
  const page = await found.screen.load()
  const queries = openServedQueries(send)
  const { head, body } = await renderScreens(url, { queries, site, posted, isFrame: false }, signal)
  const failures = queries
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.error)
    .filter((error) => error !== null)
  const lasting = failures.every((error) => error instanceof ApiError && [404, 422].includes(error.status))
  // What a retry may bring is better asked for by the browser.
  if (!lasting) return null
  return {
    status: found.kind === 'not-found' || failures.length > 0 ? 404 : 200,
    head,
    body,
    reads: servedReadsOf(queries),
    screen: page.name,
  }
}

function know({ areas, seasons, organization, now }: Omit<PageFacts, 'site' | 'signal'>): void {
  knowAreas(areas)
  knowSeasons(seasons)
  knowOrganization(organization)
  setRegion(organization)
  setClock(now)
}

/** The screens at an address as HTML: what belongs into the head, and the rest. */
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
    // Whole: what came later would be put into its place by a script.
    { signal, progressiveChunkSize: Infinity, onError: (error) => void (failure ??= error) },
  )
  await stream.allReady
  // React leaves a part empty that failed or was aborted, up to the whole screen, and the browser logs its error 419.
  if (failure !== null && !page.isFrame) throw failure
  const html = await new Response(stream).text()
  // React writes what belongs into the head first, and then the outermost Suspense.
  const start = html.indexOf('<!--$')
  return { head: html.slice(0, start), body: html.slice(start) }
}
