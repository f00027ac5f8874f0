import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { paths } from '#/contract/paths.ts'
import { organization } from '#/contract/organization.ts'
import { areasTag, dataTag } from './areas.ts'
import type { App } from './context.ts'
import { iconsOf, organizationHead, themeColorOf } from './organization-files.ts'
import { escapeHtml } from './outside/email-layout.ts'

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

/** HTML for the page's head, for crawlers and link previews, which do not run scripts; '' for none. */
type HeadOf = (page: { path: string; query: unknown; site: string }) => Promise<string>

/** Serves the browser's files (`npm run build`): hashed files cached for a year, the page for every other address. */
export async function serveWeb(
  server: FastifyInstance,
  { config, clock }: Pick<App, 'config' | 'clock'>,
  headOf: HeadOf,
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
        reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
        )
      },
    })
  })
  const page = await readFile(join(built, 'index.html'), 'utf8')
  server.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = !noPage.test(path)
    if (request.method !== 'GET' && request.method !== 'HEAD' && isPage)
      return reply.code(405).header('allow', 'GET, HEAD').type('text/plain; charset=utf-8').send('Method not allowed.')
    if (!isPage) return reply.code(404).type('text/plain; charset=utf-8').send('Not found.')
    if (mailedLinks.has(path)) void reply.header('referrer-policy', 'no-referrer')
    const site = config.PUBLIC_URL === undefined ? `${request.protocol}://${request.host}` : config.site
    // Without its tags the page still works, and shows by itself that the database is unavailable.
    const head = await headOf({ path, query: request.query, site }).catch(() => '')
    const icons = iconsOf(organization())
    const fill: Record<string, string> = {
      organization: organization().name,
      theme_color: themeColorOf(organization()),
      favicon: icons.favicon,
      touch_icon: icons.touch,
    }
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        page
          .replaceAll(/\{(organization|theme_color|favicon|touch_icon)\}/g, (_, key: string) =>
            escapeHtml(fill[key] ?? ''),
          )
          .replace(
            '</head>',
            () =>
              `${organizationHead(organization())}${dataTag('organization', organization())}${areasTag()}${dataTag('now', clock.now().toISOString())}${head}</head>`,
          ),
      )
  })
}
