import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allAreas } from '#/contract/areas.ts'
import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { listedSeasons } from '#/contract/seasons.ts'
import { readerOf } from '#/contract/document-reader.ts'
import type { PostedForm } from '#/contract/posted-form.ts'
import { asAdmitted, isCrawler } from '#/server/admission.ts'
import { dataTag } from '#/server/areas.ts'
import { findDocumentReader } from '#/server/document-cookie.ts'
import { networkOf } from '#/server/limits.ts'
import type { App } from '#/server/context.ts'
import { headTags } from '#/server/page-head.ts'
import type { RefusalBody } from '#/contract/refusals.ts'
import { Refusal } from '#/server/refuse.ts'
import type { MakePage, SendForm } from '#/server/web.ts'
import { pageHead } from './page-heads.ts'
import { postedForms } from './posted-forms.ts'
import type { PageRequest, RenderedPage } from './screens/rendered-page.ts'

/** Milliseconds that rendering a page may take, including its reads. After that the browser renders it. */
const PAGE_TIMEOUT_MS = 1_000

/** Pages rendered at the same time. More would slow down the calls, so browsers render the rest. */
const MOST_AT_ONCE = 16

/** The route files of the screens that need a session, by the start of the address. */
const signedInRoutes: Readonly<Record<string, string>> = {
  [paths.profile]: 'dashboard-routes',
  [paths.desk]: 'organizer-routes',
}

/** The exports of app/screens/render.tsx. */
type PageProgram = {
  renderPage: (page: PageRequest) => Promise<RenderedPage | null>
  listScreens: (pathname: string) => Promise<string[]>
}

/** The parts of a page request that depend on the reader and the submitted form. */
type Wanted = Pick<PageRequest, 'posted' | 'isSignedIn' | 'send'>

/**
 * Renders pages on the server, with React (app/screens/render.tsx, built to dist/pages) and the calls of this server:
 * public ones, and a player's for the session of the document cookie. Returns null if the browser has to render the
 * page: the page has another kind of screen, rendering took too long or failed, or too many pages were requested at
 * once.
 */
export async function openPages(
  server: FastifyInstance,
  { clock, sessions, limits, admission }: Pick<App, 'clock' | 'sessions' | 'limits' | 'admission'>,
  built: string,
): Promise<MakePage> {
  const program = join(built, 'pages/render.js')
  if (!existsSync(program)) return () => Promise.resolve(null)
  const scriptsOf = readScripts(await readFile(join(built, 'web/.vite/manifest.json'), 'utf8'))
  let loading: Promise<PageProgram> | undefined
  const load = () => {
    if (!loading) {
      loading = import(pathToFileURL(program).href) as Promise<PageProgram>
      loading.catch((error: unknown) =>
        server.log.error({ err: error }, 'the program that makes pages cannot be loaded'),
      )
    }
    return loading
  }
  // Loading keeps the process busy, so it starts once the server listens. A page that is requested earlier waits for it.
  server.addHook('onListen', () => void load())
  let making = 0
  /** The reader's time zone of each page that is being rendered. */
  const zones = new AsyncLocalStorage<string>()

  /** Runs `work`. Returns null if it fails or takes too long, or if too many pages are being rendered. */
  const inTime = async <Made>({ log }: FastifyRequest, work: (signal: AbortSignal) => Promise<Made>) => {
    if (making >= MOST_AT_ONCE || !admission.admits('documents')) return null
    making += 1
    const timeout = new AbortController()
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      const error = new Error('the page took too long')
      timeout.abort(error)
      reject(error)
    }, PAGE_TIMEOUT_MS)
    try {
      return await Promise.race([work(timeout.signal), tooLate])
    } catch (error) {
      // A refusal is expected: each call refuses a visitor who requests too many pages.
      if (!(error instanceof Refusal)) log.warn({ err: error }, 'a page was left to the browser')
      return null
    } finally {
      clearTimeout(timer)
      making -= 1
    }
  }

  const render = async ({ url }: FastifyRequest, site: string, signal: AbortSignal, wanted: Wanted) => {
    const { renderPage } = await load()
    return renderPage({
      url,
      site,
      areas: allAreas(),
      seasons: listedSeasons(),
      organization: organization(),
      now: clock.now().toISOString(),
      signal,
      findZone: () => zones.getStore(),
      ...wanted,
    })
  }

  /** Renders a page that is the same for all visitors. */
  const makePublic = (request: FastifyRequest, site: string, posted: PostedForm | null) =>
    inTime(request, async (signal) => {
      const send = (path: string, init: RequestInit) => answerHere(server, path, init, request)
      const page = await render(request, site, signal, { posted, isSignedIn: false, send })
      if (!page) return null
      const head = page.status === 200 ? pageHead(new URL(request.url, site), { reads: page.reads, site }) : null
      return {
        status: page.status,
        head: [
          page.head,
          head ? headTags(head, { site, name: organization().name }) : '<meta name="robots" content="noindex">',
          ...page.screens.flatMap(scriptsOf),
        ].join(''),
        body: page.body,
        data: dataTag('reads', page.reads),
      }
    })

  /** Renders a player's page with the data that the session of the document cookie may read. Null if there is no session. */
  const makeOwn = async (routes: string, request: FastifyRequest, site: string) => {
    const reader = isNavigation(request) ? findDocumentReader(request, site) : null
    if (reader === null) return null
    const { key, zone } = reader
    return inTime(request, async (signal) => {
      await limits.spend('address', networkOf(request.ip))
      const { headers } = request
      return sessions.openDocument({ key, headers, now: clock.now(), counts_as_use: true }, async ({ id }, bearer) => {
        request.player_id = id
        await limits.spend('player', id)
        const send = (path: string, init: RequestInit) => readHere(server, path, init, { request, bearer })
        const page = await zones.run(zone, () =>
          render(request, site, signal, { posted: null, isSignedIn: true, send }),
        )
        if (!page) return null
        const { screens, head, body, reads } = page
        return {
          status: 200,
          head: [head, ...new Set([routes, ...screens].flatMap(scriptsOf))].join(''),
          body,
          data: dataTag('reads', reads),
          reader: { name: readerOf(key), zone },
        }
      })
    })
  }

  /** The page without a body, with the program of its screen. */
  const makeShell = async (routes: string, { url, log }: FastifyRequest) => {
    const screens = await load()
      .then(({ listScreens }) => listScreens(new URL(url, 'http://here').pathname))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'a page begins without the program of its screen')
        return []
      })
    return { status: 200, head: [...new Set([routes, ...screens].flatMap(scriptsOf))].join(''), body: null, data: '' }
  }

  return async (request, site, posted) => {
    if (isCrawler(request)) admission.check('anonymous')
    const area = /^\/[^/?]*/.exec(request.url)?.[0] ?? ''
    const routes = signedInRoutes[area]
    if (routes === undefined) return makePublic(request, site, posted ?? null)
    if (area !== paths.profile) return makeShell(routes, request)
    return (await makeOwn(routes, request, site)) ?? { ...(await makeShell(routes, request)), reader: null }
  }
}

/** Whether a browser requests a page to show in a tab, as opposed to a script's request or a frame. */
function isNavigation({ method, headers }: FastifyRequest): boolean {
  const [mode = 'navigate', dest = 'document'] = [headers['sec-fetch-mode'], headers['sec-fetch-dest']]
  // A request through a service worker has the mode 'navigate', which no script can set, and no destination.
  return method === 'GET' && mode === 'navigate' && (dest === 'document' || dest === 'empty')
}

/** Sends a form that was submitted without JavaScript to its call, as the visitor. */
export function sendForms(server: FastifyInstance): SendForm {
  return async (request, fields) => {
    const form = postedForms[request.url.split('?')[0] ?? '']
    if (!form) return null
    const { endpoint, shown } = form
    const body = JSON.stringify(Object.fromEntries(form.fields.map((name) => [name, fields.get(name) ?? ''])))
    const init = { method: endpoint.method, headers: { 'content-type': 'application/json' }, body }
    const response = await answerHere(server, `/api${endpoint.path}`, init, request)
    const values = { [shown]: fields.get(shown) ?? '' }
    if (!response.ok)
      return { posted: { values, status: response.status, refusal: (await response.json()) as RefusalBody } }
    const { token, message } = (await response.json()) as { token?: string; message?: string }
    return {
      posted: { values, reply: message === undefined ? {} : { message } },
      ...(token !== undefined && { token }),
    }
  }
}

/** Makes a read for a player's page. The document cookie allows nothing else. */
async function readHere(
  server: FastifyInstance,
  url: string,
  init: RequestInit,
  { request, bearer }: { request: FastifyRequest; bearer: string },
): Promise<Response> {
  if (init.method !== 'GET') throw new Error(`a page may not send ${init.method} ${url}`)
  return answerHere(
    server,
    url,
    { ...init, headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${bearer}` } },
    request,
  )
}

/** The headers that say who the visitor is, at which address; a trusted proxy sets some. */
const ofVisitor = new Set(['host', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'])

/** Makes a page's call inside this server, with the response that the visitor who sent `request` would get. */
async function answerHere(
  server: FastifyInstance,
  url: string,
  { method, headers, body }: RequestInit,
  request: FastifyRequest,
): Promise<Response> {
  const from = Object.entries(request.headers).filter(([name]) => ofVisitor.has(name))
  const { statusCode, payload } = await asAdmitted(
    async () =>
      // The call begins when it is awaited.
      await server.inject({
        method: method as 'GET' | 'POST',
        url,
        headers: { ...Object.fromEntries(from), ...(headers as Record<string, string>) },
        remoteAddress: request.socket.remoteAddress ?? request.ip,
        ...(typeof body === 'string' && { payload: body }),
      }),
  )
  return new Response(payload, { status: statusCode, headers: { 'content-type': 'application/json' } })
}

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[]; isEntry?: boolean }>

/** The preload links of a screen's scripts, so that they load with the document and not after the main program. */
function readScripts(manifest: string): (screen: string) => string[] {
  const files = JSON.parse(manifest) as Manifest
  const needs = (key: string, seen: Set<string>): Set<string> => {
    if (seen.has(key)) return seen
    seen.add(key)
    for (const each of files[key]?.imports ?? []) needs(each, seen)
    return seen
  }
  const atStart = new Set(Object.keys(files).flatMap((key) => (files[key]?.isEntry ? [...needs(key, new Set())] : [])))
  return (screen) => {
    const key = Object.keys(files).find((path) => `/${path}`.endsWith(`/${screen}.tsx`))
    if (key === undefined) return []
    return [...needs(key, new Set())]
      .filter((each) => !atStart.has(each))
      .map((each) => `<link rel="modulepreload" crossorigin href="/${files[each]?.file}">`)
  }
}
