import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { leagueTables } from '#/features/leagues/league-filter.ts'
import { yearInAddress } from '#/features/seasons/offers.ts'
import { listSeasonsOnSale, saleDay } from '#/features/seasons/queries.ts'
import type { SeasonSlug } from '#/rules/season.ts'
import type { App } from '#/server/context.ts'
import type { Db } from '#/server/db.ts'
import { networkOf } from '#/server/limits.ts'
import { escapeHtml } from '#/server/outside/email-layout.ts'
import { refuse } from '#/server/refuse.ts'
import { siteFor } from '#/server/site.ts'

/** Addresses of one sitemap (sitemaps.org/protocol.html). The newest brackets come first. */
const MOST_ADDRESSES = 50_000

/** Seconds for which crawlers and proxies keep both files. */
const KEPT_SECONDS = 3600

/** What no crawler shall fetch: what needs a session, and what a mailed link leads to. */
const closed = [
  '/api/',
  '/calendar/',
  `${paths.profile}/`,
  `${paths.organizer.overview}/`,
  paths.resetPassword(),
  paths.verifyEmail(),
  paths.confirmEmail(),
  paths.linkIdentity(),
  paths.scoreLink(),
  paths.offerLink(),
  paths.partnerLink(),
  paths.entryInvitation(),
  paths.confirmMerge(),
  paths.unsubscribe(),
  paths.owner(),
]

/** Serves what tells crawlers which pages there are. An organization that is not open yet has none. */
export function serveCrawlers(server: FastifyInstance, app: App): void {
  server.get('/robots.txt', (request, reply) => {
    const rules = organization().is_open
      ? // A page from the server has its data, but a crawler that runs its script may ask again.
        [
          'Allow: /api/public/',
          ...closed.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${siteFor(app.config, request)}/sitemap.xml`,
        ]
      : ['Disallow: /']
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${KEPT_SECONDS}`)
      .send(['User-agent: *', ...rules, ''].join('\n'))
  })

  server.get('/sitemap.xml', async (request, reply) => {
    await app.limits.spend('address', networkOf(request.ip))
    if (!organization().is_open) refuse('not_found')
    const site = siteFor(app.config, request)
    const addresses = await listPublicAddresses(app.db, app.clock.now())
    const lines = addresses.map((address) => `<url><loc>${escapeHtml(site + address)}</loc></url>`)
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', `public, max-age=${KEPT_SECONDS}`)
      .send(
        [
          '<?xml version="1.0" encoding="UTF-8"?>',
          '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
          ...lines,
          '</urlset>',
          '',
        ].join('\n'),
      )
  })
}

/**
 * The pages that visitors may find: the entrance, what is on sale, and the bracket of every league that has one. Not the
 * results: a player shares one by its link.
 */
async function listPublicAddresses(db: Db, now: Date): Promise<string[]> {
  const seasons = await listSeasonsOnSale(db, saleDay(now))
  const addresses = [
    paths.signIn,
    paths.signUp,
    paths.leagues,
    ...seasons.map((season) => paths.leaguesOf(season.slug, yearInAddress(seasons, season))),
  ]
  const brackets = await sql<{ city: AreaSlug; division: string; season: SeasonSlug; year: number }>`
    select l.area as city, d.slug as division, se.slug as season, se.year
    from playoffs made join ${leagueTables} on l.id = made.league_id
    order by se.starting_date desc, l.id desc
    limit ${MOST_ADDRESSES - addresses.length}`.execute(db)
  return [...addresses, ...brackets.rows.map((which) => paths.sharedPlayoffs(which))]
}
