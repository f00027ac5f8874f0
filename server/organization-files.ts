import type { FastifyInstance, FastifyReply } from 'fastify'
import { defaultOrganization, organization, type Organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { paletteOf, themeColorsOf } from '#/rules/colors.ts'
import type { App } from './context.ts'
import { openLettering } from './lettering.ts'
import { refuse } from './refuse.ts'
import { pictureOf } from './send-picture.ts'
import { drawSign, signHashOf, type SignSource } from './sign.ts'
import { etagOf, matchesEtag } from './etag.ts'

/**
 * The pictures of an organization, and how each is drawn if there is no logo. `address`: the conventional address that
 * browsers request by themselves.
 */
const icons = {
  'icon-192': { side: 192, address: '/icon-192.png' },
  'icon-512': { side: 512, address: '/icon-512.png' },
  'apple-touch-icon': { side: 180, address: '/apple-touch-icon.png' },
} as const
type Icon = keyof typeof icons

/** Serves the organization's files: the web app's manifest, its logo or sign, its icons, and its colors. */
export function serveOrganizationFiles(server: FastifyInstance, { db }: Pick<App, 'db'>): void {
  server.get('/manifest.webmanifest', (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifestOf(organization()))),
  )

  server.get<{ Params: { name: string } }>('/organization/:name', async (request, reply) => {
    const { name } = request.params
    const [, main, accent] = /^colors-([0-9a-f]{6})-([0-9a-f]{6})\.css$/.exec(name) ?? []
    if (main !== undefined && accent !== undefined) {
      const sheet = styleSheetOf({ main: `#${main}`, accent: `#${accent}` })
      return sendForever(reply, 'text/css; charset=utf-8', sheet)
    }
    const [, kind = '', hash = ''] =
      /^(logo|icon-192|icon-512|apple-touch-icon)-([0-9a-f]{32})\.png$/.exec(name) ??
      /^(sign)-([0-9a-f]{32})\.svg$/.exec(name) ??
      refuse('not_found')
    const sign = kind === 'logo' ? null : await findSign(db, hash)
    if (sign && kind === 'sign') return sendForever(reply, 'image/svg+xml; charset=utf-8', await drawFavicon(sign))
    if (sign) return sendForever(reply, 'image/png', await drawIcon(sign, kind as Icon))
    const picture = await db
      .selectFrom('organization_pictures')
      .select('png')
      .where('kind', '=', kind as 'logo')
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (!picture) refuse('not_found')
    return sendForever(reply, 'image/png', picture.png)
  })

  // For clients that have not loaded a page: notifications, and browsers that request an icon by its usual name.
  for (const [kind, { address }] of Object.entries(icons)) serveByName(address, kind as Icon)
  serveByName('/favicon.ico', 'icon-192')

  function serveByName(address: string, kind: Icon): void {
    server.get(address, async (request, reply) => {
      const of = organization()
      const picture = of.logo_hash === null ? null : await findPicture(db, kind)
      const tag = etagOf(`${kind} ${picture ? of.logo_hash : signHashOf(of)}`)
      void reply.headers({ 'cache-control': 'no-cache', etag: tag })
      if (matchesEtag(request, tag)) return reply.code(304).send()
      return reply.type('image/png').send(picture ?? (await drawIcon(of, kind)))
    })
  }
}

/** Sends a file whose address has the hash of its content. A refusal is not cached, because the file may come back. */
function sendForever(reply: FastifyReply, type: string, content: string | Buffer): FastifyReply {
  return reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(content)
}

/** The parts of the sign with this name. Null if there is no such sign, or if another process has just changed it. */
async function findSign(db: App['db'], hash: string): Promise<SignSource | null> {
  const known = organization()
  if (signHashOf(known) === hash) return known
  const stored = await db
    .selectFrom('organization')
    .select(['short_name', 'main_color', 'accent_color', 'locale'])
    .executeTakeFirstOrThrow()
  return signHashOf(stored) === hash ? stored : null
}

/** The organization's logo as a PNG. Null if it has none. */
export async function findLogo(db: App['db']): Promise<Buffer | null> {
  return organization().logo_hash === null ? null : findPicture(db, 'logo')
}

async function findPicture(db: App['db'], kind: Icon | 'logo'): Promise<Buffer | null> {
  const found = await db.selectFrom('organization_pictures').select('png').where('kind', '=', kind).executeTakeFirst()
  return found?.png ?? null
}

async function drawFavicon(of: SignSource): Promise<string> {
  return drawSign(of, await openLettering(), { side: 64, texts: true })
}

async function drawIcon(of: SignSource, kind: Icon): Promise<Buffer> {
  return pictureOf(drawSign(of, await openLettering(), { side: icons[kind].side, icon: true }))
}

function manifestOf(of: Organization) {
  const { name, short_name, main_color, accent_color, logo_hash } = of
  const { favicon, small, large } = iconsOf(of)
  return {
    name,
    short_name,
    description: 'Recreational tennis leagues: join a season, play, climb the table.',
    id: '/',
    start_url: paths.profile,
    scope: '/',
    display: 'standalone',
    background_color: paletteOf({ main: main_color, accent: accent_color }).light.page,
    theme_color: themeColorOf({ main_color, accent_color }),
    icons: [
      ...(logo_hash === null ? [{ src: favicon, type: 'image/svg+xml', sizes: 'any' }] : []),
      // All icons have their mark in the middle, so a home screen may cut them.
      ...(['any', 'maskable'] as const).flatMap((purpose) => [
        { src: small, type: 'image/png', sizes: '192x192', purpose },
        { src: large, type: 'image/png', sizes: '512x512', purpose },
      ]),
    ],
  }
}

/** The addresses of the organization's icons: the logo's, or those of its sign. `large` has 512 pixels. */
export function iconsOf(of: Organization): { favicon: string; touch: string; small: string; large: string } {
  const { logo_hash } = of
  const hash = logo_hash ?? signHashOf(of)
  const small = paths.organizationPicture('icon-192', hash)
  return {
    favicon: logo_hash === null ? paths.organizationSign(hash) : small,
    touch: paths.organizationPicture('apple-touch-icon', hash),
    small,
    large: paths.organizationPicture('icon-512', hash),
  }
}

/** The color around the page: of a phone's bar, and of the window of an installed app. */
export function themeColorOf({
  main_color: main,
  accent_color: accent,
}: Pick<Organization, 'main_color' | 'accent_color'>) {
  return themeColorsOf({ main, accent })['board']?.[0] ?? main
}

/** The organization's tags for the page's head: its colors, if they are not the product's. */
export function organizationHead(of: Organization): string {
  const { main_color: main, accent_color: accent } = of
  const isOwn = main !== defaultOrganization.main_color || accent !== defaultOrganization.accent_color
  return isOwn ? `<link rel="stylesheet" href="${paths.organizationColors(main, accent)}">` : ''
}

function styleSheetOf(colors: { main: string; accent: string }): string {
  const lines = Object.entries(themeColorsOf(colors)).map(
    ([name, [light, dark]]) => `--color-${name}:${light === dark ? light : `light-dark(${light},${dark})`};`,
  )
  return `:root{${lines.join('')}}`
}
