import type { FastifyInstance, FastifyRequest } from 'fastify'
import { integrationPaths } from '#/contract/integration-paths.ts'
import { pictureSize } from '#/features/pictures/drawing.ts'
import { openLettering } from '#/server/lettering.ts'
import { sendPicture } from '#/server/send-picture.ts'
import type { App } from '#/server/context.ts'
import { networkOf } from '#/server/limits.ts'
import { siteFor } from '#/server/site.ts'
import { etagOf, matchesEtag } from '#/server/etag.ts'
import { embedCalls, embedViews, type EmbedView } from './contract.ts'
import { embedPage, embedPolicy, missingPage, type Theme } from './page.ts'
import { drawSheet } from './picture.ts'
import { readEmbed, type EmbedReplies } from './queries.ts'
import { sheetOf, type Sheet } from './sheet.ts'

/** Seconds for which a page may be cached publicly. */
const KEPT_FOR_S = 60

type EmbedRequest = { Params: { area: string; division: string; view: string }; Querystring: Record<string, unknown> }

/**
 * Serves the pages that other websites embed, and their link-preview pictures, at the call's address without /api. No
 * other page may be framed.
 */
export function serveEmbeds(server: FastifyInstance, app: App): void {
  server.get<EmbedRequest>('/public/embed/:area/:division/:view', async (request, reply) => {
    app.admission.check('anonymous')
    const site = siteFor(app.config, request)
    const theme = readTheme(request.query)
    const shown = await readShown(request, app, site)
    const html = shown ? embedPage(shown.sheet, headOf(shown), { theme, site }) : missingPage({ theme, site })
    const tag = etagOf(html)
    void reply.removeHeader('x-frame-options').headers({
      'content-security-policy': embedPolicy(),
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': shown ? `public, max-age=${KEPT_FOR_S}` : 'no-cache',
      etag: tag,
    })
    if (shown && matchesEtag(request, tag)) return reply.code(304).send()
    return reply
      .code(shown ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(html)
  })

  server.get<EmbedRequest>('/public/embed/:area/:division/:view/picture.png', async (request, reply) => {
    app.admission.check('anonymous')
    const shown = await readShown(request, app, siteFor(app.config, request))
    if (!shown) return reply.code(404).type('text/plain; charset=utf-8').send('Not found.')
    const svg = drawSheet(shown.sheet, await openLettering())
    return sendPicture(request, reply, { svg, cache_control: `public, max-age=${KEPT_FOR_S}` })
  })
}

type Shown = { view: EmbedView; reply: EmbedReplies[EmbedView]; sheet: Sheet }

/** The content of a page. Null if there is no such page. */
async function readShown(
  { params, query, ip }: FastifyRequest<EmbedRequest>,
  app: App,
  site: string,
): Promise<Shown | null> {
  await app.limits.spend('address', networkOf(ip))
  const view = embedViews.find((each) => each === params.view)
  if (view === undefined) return null
  const which = embedCalls[view].params.safeParse(params)
  const season = embedCalls[view].query.safeParse(query)
  if (!which.success || !season.success) return null
  const choice = { ...which.data, ...season.data }
  const reply = await readEmbed(app.db, view, choice, { now: app.clock.now(), site })
  return reply ? { view, reply, sheet: sheetOf(view, reply) } : null
}

function headOf({ reply: { area, division, season, year }, view, sheet: { title, subtitle } }: Shown) {
  const canonical = integrationPaths.embed({ area, division, view, season, year })
  const image = {
    path: canonical.replace('?', '/picture.png?'),
    type: 'image/png',
    ...pictureSize,
    alt: `${title}, ${subtitle}`,
  }
  return { canonical, title, description: subtitle, image }
}

function readTheme({ theme }: Record<string, unknown>): Theme | null {
  return theme === 'light' || theme === 'dark' ? theme : null
}
