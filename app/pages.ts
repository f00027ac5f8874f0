import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allAreas } from '#/contract/areas.ts'
import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { listedSeasons } from '#/contract/seasons.ts'
import { dataTag } from '#/server/areas.ts'
import type { App } from '#/server/context.ts'
import { headTags } from '#/server/page-head.ts'
import type { RefusalBody } from '#/contract/refusals.ts'
import { isProxyHeader } from '#/server/local.ts'
import type { MakePage, SendForm } from '#/server/web.ts'
import { pageHead } from './page-heads.ts'
import { postedForms } from './posted-forms.ts'
import type { PageFacts, PageRequest, RenderedPage } from './screens/rendered-page.ts'

/** Milliseconds that a page may take, with what it reads. Then the browser makes it. */
const PAGE_TIMEOUT_MS = 1_000

/** Pages that are made at once, before the browsers make them: no more than the calls leave room for. */
const MOST_AT_ONCE = 16

/** The programs of the screens that need a session, loaded with the document. They read what their frame shows first. */
const frameFiles: Readonly<Record<string, string>> = {
  [paths.profile]: 'dashboard-routes',
  [paths.organizer.overview]: 'organizer-routes',
}

const dist = join(import.meta.dirname, '../dist')

/** What app/screens/render.tsx exports. */
type PageProgram = {
  renderPage: (page: PageRequest) => Promise<RenderedPage | null>
  renderFrame: (page: PageFacts & { url: string }) => Promise<string | null>
  findFirst: (pathname: string, search: string) => Promise<{ screens: string[]; reads: string[] }>
}

/**
 * Makes the public pages on the server, with React (app/screens/render.tsx, built to dist/pages) and the calls of this very
 * server. Answers null where the browser has to make the page: a screen of its own, too slow, too many, or an error.
 */
export async function openPages(server: FastifyInstance, { clock }: Pick<App, 'clock'>): Promise<MakePage> {
  const program = join(dist, 'pages/render.js')
  if (!existsSync(program)) return () => Promise.resolve(null)
  const scriptsOf = readScripts(await readFile(join(dist, 'web/.vite/manifest.json'), 'utf8'))
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

  /** Makes something with React, unless that takes too long, or too many are at it; then it is null. */
  const make = async <Made>(
    { log }: FastifyRequest,
    site: string,
    work: (program: PageProgram, facts: PageFacts) => Promise<Made>,
  ): Promise<Made | null> => {
    if (making >= MOST_AT_ONCE) return null
    making += 1
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(new Error('the page took too long')), PAGE_TIMEOUT_MS)
    try {
      return await work(await load(), {
        site,
        areas: allAreas(),
        seasons: listedSeasons(),
        organization: organization(),
        now: clock.now().toISOString(),
        signal: timeout.signal,
      })
    } catch (error) {
      log.warn({ err: error }, 'a page was left to the browser')
      return null
    } finally {
      clearTimeout(timer)
      making -= 1
    }
  }

  /** A signed-in screen: its program, and what it reads first, begin with the document. A player's is seen before they come. */
  const makeFrame = async (file: string, request: FastifyRequest, site: string) => {
    const { url, log } = request
    const { pathname, search } = new URL(url, 'http://here')
    const { screens, reads } = await load()
      .then(({ findFirst }) => findFirst(pathname, search))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'a page begins without its first reads')
        return { screens: [], reads: [] }
      })
    const scripts = new Set([file, ...screens].flatMap(scriptsOf))
    const first = reads.length > 0 ? dataTag('first', { at: pathname + search, reads }) : ''
    // Who may see the desk is not known before it is read.
    const isShown = file === frameFiles[paths.profile] && screens.length > 0
    const frame = isShown ? await make(request, site, ({ renderFrame }, facts) => renderFrame({ url, ...facts })) : null
    return { status: 200, head: [...scripts, first].join(''), body: null, frame, data: '' }
  }

  const makePage: MakePage = async (request, site, posted) => {
    const { url } = request
    const frame = frameFiles[/^\/[^/?]*/.exec(url)?.[0] ?? '']
    if (frame !== undefined) return makeFrame(frame, request, site)
    return make(request, site, async ({ renderPage }, facts) => {
      const page = await renderPage({
        url,
        ...facts,
        posted: posted ?? null,
        send: (path, init) => answerHere(server, path, init, request),
      })
      if (!page) return null
      const head = page.status === 200 ? pageHead(new URL(url, site), { reads: page.reads, site }) : null
      return {
        status: page.status,
        head: [
          page.head,
          head ? headTags(head, { site, name: organization().name }) : '<meta name="robots" content="noindex">',
          ...scriptsOf(page.screen),
        ].join(''),
        body: page.body,
        frame: null,
        data: dataTag('reads', page.reads),
      }
    })
  }
  return makePage
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

/** Answers a call of a page from this server itself, as it would answer the visitor who sent `request`. */
async function answerHere(
  server: FastifyInstance,
  url: string,
  { method, headers, body }: RequestInit,
  request: FastifyRequest,
): Promise<Response> {
  const from = Object.entries(request.headers).filter(([name]) => name === 'host' || isProxyHeader(name))
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
