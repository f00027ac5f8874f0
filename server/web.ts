import { createHash, randomBytes, randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { movedAddress } from '#/contract/areas.ts'
import { paths } from '#/contract/paths.ts'
import { organization } from '#/contract/organization.ts'
import type { PostedForm } from '#/contract/posted-form.ts'
import { areasTag, dataTag } from './areas.ts'
import { compressFor } from './compress.ts'
import { setDocumentCookie } from './document-cookie.ts'
import { policyOf, sendAsPart } from './http.ts'
import { seasonsTag } from './seasons.ts'
import { answerOf, Refusal } from './refuse.ts'
import type { App } from './context.ts'
import { iconsOf, organizationHead, themeColorOf } from './organization-files.ts'
import { escapeHtml } from './outside/email-layout.ts'
import { siteFor } from './site.ts'

/**
 * Addresses that are never a screen: what machines ask (a load balancer's check must not get the page), a file's ending,
 * and hidden files.
 */
const noPage = /^\/(api|calendar|health|ready|metrics|photos|organization|assets|dev)(\/|$)|\.\w+$|\/\./

/** Pages whose address may carry a mailed token: nothing that they load may learn it. */
const mailedLinks: ReadonlySet<string> = new Set([
  paths.resetPassword(),
  paths.verifyEmail(),
  paths.confirmEmail(),
  paths.linkIdentity(),
  paths.scoreLink(),
  paths.partnerLink(),
  paths.entryInvitation(),
  paths.confirmMerge(),
  paths.unsubscribe(),
  paths.owner(),
])

/** A page that the server has made. `data` is what its screens have read; without a body the browser makes the page. */
export type MadePage = {
  status: number
  head: string
  body: string | null
  data: string
  /** Below /dashboard: the reader of the session that it was made for (contract/document-reader.ts); null for a page without. */
  reader?: string | null
}

/** Makes the page that a request is for; null: the browser makes it. `site` is the origin, `posted` the form that it answers. */
export type MakePage = (request: FastifyRequest, site: string, posted?: PostedForm) => Promise<MadePage | null>

/** Sends a form to its call; null when its page has none. `token`: it has started a session. */
export type SendForm = (
  request: FastifyRequest,
  fields: URLSearchParams,
) => Promise<{ posted: PostedForm; token?: string } | null>

type Web = {
  makePage: MakePage
  /** The addresses of the pages whose forms work without JavaScript. */
  forms: readonly string[]
  sendForm: SendForm
}

/**
 * In a player's document, for service workers of releases up to 0.5, which keep a page with all files that it names: there is no
 * such file, so they keep none that is somebody's.
 */
const unkept = '<meta name="unkept" content="/assets/unkept.js">'

/** Bytes by which two documents of the same player differ in length, at most. */
const MOST_PADDING_BYTES = 96

/**
 * In a player's document, so that its compressed length does not tell what is in it beside an address that another site has led to
 * (BREACH; the same as in Django's GZipMiddleware).
 */
function padding(): string {
  return `<meta name="padding" content="${randomBytes(randomInt(MOST_PADDING_BYTES)).toString('base64url')}">`
}

/** Bytes of a form that is sent without JavaScript. */
const MOST_FORM_BYTES = 16_384

/** Serves the browser's files (`npm run build`): hashed files cached for a year, the page for every other address. */
export async function serveWeb(
  server: FastifyInstance,
  { config, clock }: Pick<App, 'config' | 'clock'>,
  { makePage, forms, sendForm }: Web,
  built = join(import.meta.dirname, '../dist/web'),
): Promise<void> {
  if (!existsSync(built)) return
  await server.register(async (files) => {
    // The types of the library name no charset for SVG, which is text.
    files.addHook('onSend', async (_request, reply) => {
      if (reply.getHeader('content-type') === 'image/svg+xml') void reply.type('image/svg+xml; charset=utf-8')
    })
    await files.register(fastifyStatic, {
      root: built,
      index: false,
      wildcard: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        // A browser that kept the service worker would keep an old release.
        if (/\/service-worker\.js(\.\w+)?$/.test(path)) return void reply.header('cache-control', 'no-cache')
        const isAsset = path.includes('/assets/')
        void reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
        if (isAsset) sendAsPart(reply)
      },
    })
  })
  const start = await readFile(join(import.meta.dirname, '../app/screens/page-start.js'), 'utf8')
  const page = await readFile(join(built, 'index.html'), 'utf8')
  const policy = policyOf(config, [`'sha256-${createHash('sha256').update(start).digest('base64')}'`])
  const send = async (request: FastifyRequest, reply: FastifyReply, posted?: PostedForm, token?: string) => {
    const site = siteFor(config, request)
    const made = await makePage(request, site, posted)
    const session = token === undefined ? '' : dataTag('session', token)
    if (token !== undefined) setDocumentCookie(reply, site, token)
    const tags = `${organizationHead(organization())}${dataTag('organization', organization())}${areasTag()}${seasonsTag()}${dataTag('now', clock.now().toISOString())}${session}<script>${start}</script>`
    const { body = null, reader } = made ?? {}
    const isOwn = typeof reader === 'string'
    const data = [made?.data ?? '', posted ? dataTag('posted', posted) : '', isOwn ? unkept + padding() : ''].join('')
    const html = fill(page, { head: (made?.head ?? '') + tags, body, data, reader: reader ?? null })
    void reply
      .code(posted && 'status' in posted ? posted.status : (made?.status ?? 200))
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': posted ? 'no-store' : isOwn ? 'private, no-store' : 'no-cache',
        'content-security-policy': policy,
      })
    // Never what answers a form: the length of a session's token beside what was typed would tell of it (BREACH).
    const content = posted ? html : await compressFor(request, reply, html)
    if (reader !== undefined) void reply.header('vary', 'accept-encoding, cookie')
    return reply.send(content)
  }
  server.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = !noPage.test(path)
    if (request.method !== 'GET' && request.method !== 'HEAD' && isPage)
      return reply
        .code(405)
        .header('allow', forms.includes(path) ? 'GET, HEAD, POST' : 'GET, HEAD')
        .type('text/plain; charset=utf-8')
        .send('Method not allowed.')
    if (!isPage) return reply.code(404).type('text/plain; charset=utf-8').send('Not found.')
    const moved = movedAddress(request.url)
    // Checked again each time: the area may get its old address back. Never to another host: '//' begins one.
    if (moved !== null && !/^[/\\]{2}/.test(moved))
      return reply.header('cache-control', 'no-cache').redirect(moved, 301)
    if (mailedLinks.has(path)) void reply.header('referrer-policy', 'no-referrer')
    return send(request, reply)
  })
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MOST_FORM_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    for (const path of forms)
      scope.post<{ Body: URLSearchParams }>(path, async (request, reply) => {
        // Another site could sign the visitor in to an account of its own, and read there what they do (login CSRF).
        const sent = isFromHere(request, siteFor(config, request)) ? await sendForm(request, request.body) : null
        if (sent) return send(request, reply, sent.posted, sent.token)
        const { status, body: refusal } = answerOf(new Refusal('cross_site'), request.id)
        return send(request, reply, { values: {}, status, refusal })
      })
  })
}

/** Whether a form was sent from a page of ours: as the browser says, or by the origin, which older ones send. */
function isFromHere({ headers }: FastifyRequest, site: string): boolean {
  const from = headers['sec-fetch-site']
  return from === undefined ? headers.origin === site : from === 'same-origin'
}

type Filling = { head: string; body: string | null; data: string; reader: string | null }

/**
 * The page of the build with what the server has made. With a body it has a title and a description of its own, and is read
 * without scripts: its program comes after its first paint (app/screens/page-start.js).
 */
function fill(page: string, { head, body, data, reader }: Filling): string {
  const own =
    body === null
      ? page
      : page
          .replace(/<title>[^]*?<\/title>|<meta\s+name="description"[^>]*>/g, '')
          .replace(/<noscript>[^]*?<\/noscript>/, '')
  const program: string[] = []
  const withoutProgram = (text: string) =>
    body === null
      ? text
      : text.replaceAll(/<(script type="module"|link rel="modulepreload")[^>]*>(<\/script>)?/g, (tag) => {
          program.push(tag)
          return ''
        })
  const icons = iconsOf(organization())
  const words: Record<string, string> = {
    organization: organization().name,
    theme_color: themeColorOf(organization()),
    favicon: icons.favicon,
    touch_icon: icons.touch,
  }
  return own
    .replaceAll(/\{(organization|theme_color|favicon|touch_icon)\}/g, (_, key: string) => escapeHtml(words[key] ?? ''))
    .replace('<html lang="en"', (tag) => (reader === null ? tag : `${tag} data-reader="${reader}"`))
    .replace(/[^]*<\/head>/, (start) =>
      // Before the style sheet, for which a script after it would wait.
      withoutProgram(start.replace(/<link rel="stylesheet"|<\/head>/, (tag) => `${head}${tag}`)),
    )
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root">${body ?? ''}</div>${data}${program.length > 0 ? `<template id="program">${program.join('')}</template>` : ''}`,
    )
}
