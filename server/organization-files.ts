import type { FastifyInstance } from 'fastify'
import { defaultOrganization, organization, type Organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { paletteOf, themeColorsOf } from '#/rules/colors.ts'
import type { App } from './context.ts'
import { refuse } from './refuse.ts'

const forever = 'public, max-age=31536000, immutable'

/** Serves what browsers load of the organization: the web app's manifest, its logo and icons, and its colors. */
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
      return reply.type('text/css; charset=utf-8').header('cache-control', forever).send(sheet)
    }
    const [, kind, hash] = /^(logo|icon-192|icon-512|apple-touch-icon)-([0-9a-f]{32})\.png$/.exec(name) ?? []
    const picture =
      kind !== undefined &&
      hash !== undefined &&
      (await db
        .selectFrom('organization_pictures')
        .select('png')
        .where('kind', '=', kind as 'logo')
        .where('hash', '=', hash)
        .executeTakeFirst())
    if (!picture) refuse('not_found')
    return reply.type('image/png').header('cache-control', forever).send(picture.png)
  })
}

function manifestOf({ name, short_name, main_color, accent_color, logo_hash }: Organization) {
  const icon = (kind: 'icon-192' | 'icon-512') =>
    logo_hash === null ? `/${kind}.png` : paths.organizationPicture(kind, logo_hash)
  return {
    name,
    short_name,
    description: 'Recreational tennis leagues: join a season, play, stand in the table.',
    id: '/',
    start_url: paths.profile,
    scope: '/',
    display: 'standalone',
    background_color: paletteOf({ main: main_color, accent: accent_color }).light.page,
    theme_color: themeColorOf({ main_color, accent_color }),
    icons: [
      ...(logo_hash === null ? [{ src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' }] : []),
      // Our icons and those made of a logo have their mark in the middle, so a home screen may cut them.
      ...(['any', 'maskable'] as const).flatMap((purpose) => [
        { src: icon('icon-192'), type: 'image/png', sizes: '192x192', purpose },
        { src: icon('icon-512'), type: 'image/png', sizes: '512x512', purpose },
      ]),
    ],
  }
}

/** The addresses of the page's icons: the product's, or the logo's. */
export function iconsOf({ logo_hash }: Organization): { favicon: string; touch: string } {
  if (logo_hash === null) return { favicon: '/favicon.svg', touch: '/apple-touch-icon.png' }
  return {
    favicon: paths.organizationPicture('icon-192', logo_hash),
    touch: paths.organizationPicture('apple-touch-icon', logo_hash),
  }
}

/** The color around the page: of a phone's bar, and of the window of an installed app. */
export function themeColorOf({
  main_color: main,
  accent_color: accent,
}: Pick<Organization, 'main_color' | 'accent_color'>) {
  return themeColorsOf({ main, accent })['board']?.[0] ?? main
}

/** What the page's head gets of the organization: its colors, where they are not the product's. */
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
