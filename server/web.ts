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
 * URLs that never return a screen: those that programs call (a load balancer's health check must not get HTML), files
 * with an extension, and hidden files.
 */
const noPage = /^\/(api|calendar|health|ready|metrics|photos|organization|assets|dev)(\/|$)|\.\w+$|\/\./

/** Pages whose address may contain an emailed token, which must not leak to anything that they load. */
const mailedLinks: ReadonlySet<string> = new Set([
  paths.resetPassword(),
  paths.verifyEmail(),
  paths.confirmEmail(),
  paths.linkIdentity(),
  paths.scoreLink(),
  paths.offerLink(),
  paths.partnerLink(),
  paths.entryInvitation(),
  paths.claim(),
  paths.confirmMerge(),
  paths.unsubscribe(),
  paths.owner(),
])

/** A page rendered by the server. `data` holds the reads of its screens. Without a body, the browser renders the page. */
export type MadePage = {
  status: number
  head: string
  body: string | null
  data: string
  /** Only below /dashboard: the session and the time zone that it was rendered for. Null without one. */
  reader?: PageReader | null
}

/** The reader of a page: the session's name (contract/document-reader.ts) and the device's IANA time zone. */
type PageReader = { name: string; zone: string }

/** Renders the requested page. Null if the browser has to. `site` is the origin; `posted`, the form that was submitted. */
export type MakePage = (request: FastifyRequest, site: string, posted?: PostedForm) => Promise<MadePage | null>

/** Sends a form to its call. Null if the page has no such form. `token`: the session that it started, if any. */
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
 * Part of a player's document, for service workers of releases up to 0.5. They store a page only together with all the
 * files that it names. This file does not exist, so they do not store personal pages.
 */
const unkept = '<meta name="unkept" content="/assets/unkept.js">'

/** The maximum length of the padding, before encoding. */
const MOST_PADDING_BYTES = 96

/**
 * Random padding in a player's document, so that its compressed length does not reveal its contents to another site that
 * chose its address (BREACH). Django's GZipMiddleware does the same.
 */
function padding(): string {
  return `<meta name="padding" content="${randomBytes(randomInt(MOST_PADDING_BYTES)).toString('base64url')}">`
}

/** The maximum size of a form that is sent without JavaScript. */
const MOST_FORM_BYTES = 16_384

/** Serves the files that `npm run build` writes, with hashed files cached for a year, and the page at every other address. */
export async function serveWeb(
  server: FastifyInstance,
  { config, clock }: Pick<App, 'config' | 'clock'>,
  { makePage, forms, sendForm }: Web,
  built = join(import.meta.dirname, '../dist/web'),
): Promise<void> {
  if (!existsSync(built)) return
  await server.register(async (files) => {
    // The library sends SVG, which is text, without a charset.
    files.addHook('onSend', async (_request, reply) => {
      if (reply.getHeader('content-type') === 'image/svg+xml') void reply.type('image/svg+xml; charset=utf-8')
    })
    await files.register(fastifyStatic, {
      root: built,
      index: false,
      wildcard: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        // A browser that cached the service worker would stay on an old release.
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
    const isOwn = reader !== undefined && reader !== null
    const data = [made?.data ?? '', posted ? dataTag('posted', posted) : '', isOwn ? unkept + padding() : ''].join('')
    const html = fill(page, { head: (made?.head ?? '') + tags, body, data, reader: reader ?? null })
    void reply
      .code(posted && 'status' in posted ? posted.status : (made?.status ?? 200))
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': posted ? 'no-store' : isOwn ? 'private, no-store' : 'no-cache',
        'content-security-policy': policy,
      })
    // The response to a form is never compressed: its length would reveal a session's token next to typed text (BREACH).
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
    // Browsers revalidate the redirect, because the area may get its old address back. '//' would lead to another host.
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
        // A form from another site could sign the visitor in to that site's own account and see what they do there
        // (login CSRF).
        const sent = isFromHere(request, siteFor(config, request)) ? await sendForm(request, request.body) : null
        if (sent) return send(request, reply, sent.posted, sent.token)
        const { status, body: refusal } = answerOf(new Refusal('cross_site'), request.id)
        return send(request, reply, { values: {}, status, refusal })
      })
  })
}

/** Whether a form was sent from this site, by Sec-Fetch-Site, or by Origin from older browsers. */
function isFromHere({ headers }: FastifyRequest, site: string): boolean {
  const from = headers['sec-fetch-site']
  return from === undefined ? headers.origin === site : from === 'same-origin'
}

type Filling = { head: string; body: string | null; data: string; reader: PageReader | null }

/**
 * Fills the page of the build with what the server has rendered. A page with a body has its own title and description,
 * and can be read without scripts, so its program loads after the first paint (app/screens/page-start.js).
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
    .replace('<html lang="en"', (tag) =>
      reader === null ? tag : `${tag} data-reader="${reader.name}" data-zone="${escapeHtml(reader.zone)}"`,
    )
    .replace(/[^]*<\/head>/, (start) =>
      // The script comes before the style sheet, because a script after it would wait for it.
      withoutProgram(start.replace(/<link rel="stylesheet"|<\/head>/, (tag) => `${head}${tag}`)),
    )
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root">${body ?? ''}</div>${data}${program.length > 0 ? `<template id="program">${program.join('')}</template>` : ''}`,
    )
}
