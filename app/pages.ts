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
import { dataTag } from '#/server/areas.ts'
import { findDocumentReader } from '#/server/document-cookie.ts'
import { networkOf } from '#/server/limits.ts'
import type { App } from '#/server/context.ts'
import { headTags } from '#/server/page-head.ts'
import type { RefusalBody } from '#/contract/refusals.ts'
import { isProxyHeader } from '#/server/local.ts'
import { Refusal } from '#/server/refuse.ts'
import type { MakePage, SendForm } from '#/server/web.ts'
import { pageHead } from './page-heads.ts'
import { postedForms } from './posted-forms.ts'
import type { PageRequest, RenderedPage } from './screens/rendered-page.ts'

/** Milliseconds that a page may take, with what it reads. Then the browser makes it. */
const PAGE_TIMEOUT_MS = 1_000

/** Pages that are made at once, before the browsers make them: no more than the calls leave room for. */
const MOST_AT_ONCE = 16

/** The routes of the screens that need a session, by the start of their address. */
const signedInRoutes: Readonly<Record<string, string>> = {
  [paths.profile]: 'dashboard-routes',
  [paths.organizer.overview]: 'organizer-routes',
}

/** What app/screens/render.tsx exports. */
type PageProgram = {
  renderPage: (page: PageRequest) => Promise<RenderedPage | null>
  listScreens: (pathname: string) => Promise<string[]>
}

/** A page whose work has not begun: who it is for, and what it answers. */
type Wanted = Pick<PageRequest, 'posted' | 'isSignedIn' | 'send'>

/**
 * Makes pages on the server, with React (app/screens/render.tsx, built to dist/pages) and the calls of this very server: the
 * public ones, and a player's own for the session of the document cookie. Returns null where the browser has to make the page:
 * the address has another screen, it took too long, there were too many, or something failed.
 */
export async function openPages(
  server: FastifyInstance,
  { clock, sessions, limits }: Pick<App, 'clock' | 'sessions' | 'limits'>,
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
  // Loading keeps the process busy, so it comes after the start; a page that is asked for before waits for it.
  server.addHook('onListen', () => void load())
  let making = 0
  /** The time zone of each player's page that is being made. */
  const zones = new AsyncLocalStorage<string>()

  /** Does something, unless it takes too long, or too many are at it; then it is null. */
  const inTime = async <Made>({ log }: FastifyRequest, work: (signal: AbortSignal) => Promise<Made>) => {
    if (making >= MOST_AT_ONCE) return null
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
      // Somebody who asks for too many is refused by each call.
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

  /** A page that is the same for all visitors. */
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

  /** A player's own page, with what the session of the document cookie may read; null without one. */
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
          reader: readerOf(key),
        }
      })
    })
  }

  /** The page without contents, with the program of its screen. */
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
    const area = /^\/[^/?]*/.exec(request.url)?.[0] ?? ''
    const routes = signedInRoutes[area]
    if (routes === undefined) return makePublic(request, site, posted ?? null)
    if (area !== paths.profile) return makeShell(routes, request)
    return (await makeOwn(routes, request, site)) ?? { ...(await makeShell(routes, request)), reader: null }
  }
}

/** Whether a browser asks for a page of its own to show: not a script for its text, and no frame. */
function isNavigation({ method, headers }: FastifyRequest): boolean {
  const [mode = 'navigate', dest = 'document'] = [headers['sec-fetch-mode'], headers['sec-fetch-dest']]
  // Through a service worker a page has the mode, which no script can ask for, and no destination.
  return method === 'GET' && mode === 'navigate' && (dest === 'document' || dest === 'empty')
}

/** Sends a form that was sent without JavaScript to its call, as the visitor. */
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

/** Answers a read of a player's own page. The document cookie allows nothing else. */
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

/** Answers a call of a page from this server itself, as it would answer the visitor who sent `request`. */
async function answerHere(
  server: FastifyInstance,
  url: string,
  { method, headers, body }: RequestInit,
  request: FastifyRequest,
): Promise<Response> {
  const from = Object.entries(request.headers).filter(
    ([name]) => ['host', 'user-agent'].includes(name) || isProxyHeader(name),
  )
  const { statusCode, payload } = await server.inject({
    method: method as 'GET' | 'POST',
    url,
    headers: { ...Object.fromEntries(from), ...(headers as Record<string, string>) },
    remoteAddress: request.socket.remoteAddress ?? request.ip,
    ...(typeof body === 'string' && { payload: body }),
  })
  return new Response(payload, { status: statusCode, headers: { 'content-type': 'application/json' } })
}

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[]; isEntry?: boolean }>

/** The scripts of a screen, which are loaded with the document instead of after the program that asks for them. */
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
