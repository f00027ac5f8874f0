import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

/** Maximum addresses in a sitemap, and sitemaps in an index (sitemaps.org/protocol.html). */
const MOST_ADDRESSES = 50_000

/** Seconds for which crawlers and proxies may cache both files. */
const KEPT_SECONDS = 3600

/** Days for which the contact in security.txt is stated. */
const SECURITY_CONTACT_DAYS = 180

/** Excluded from crawling: pages that need a session, and targets of mailed links. */
const closed = [
  '/api/',
  '/calendar/',
  `${paths.profile}/`,
  `${paths.desk}/`,
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

/** Serves robots.txt and the sitemaps. During set-up there are none. */
export function serveCrawlers(server: FastifyInstance, app: App): void {
  server.get('/robots.txt', (request, reply) => {
    const rules = organization().is_open
      ? // A page from the server contains its data, but a crawler that runs scripts may request it again.
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

  // RFC 9116. `Expires` is required, and at most a year ahead.
  server.get('/.well-known/security.txt', (request, reply) => {
    const expires = new Date(app.clock.now().getTime() + SECURITY_CONTACT_DAYS * 86_400_000)
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${KEPT_SECONDS}`)
      .send(
        [
          `Contact: mailto:${organization().support_email}`,
          `Expires: ${expires.toISOString()}`,
          `Canonical: ${siteFor(app.config, request)}/.well-known/security.txt`,
          '',
        ].join('\n'),
      )
  })

  // One sitemap, or an index of several.
  server.get('/sitemap.xml', async (request, reply) => {
    const site = await admit(request)
    const first = await listFirstAddresses(app.db, app.clock.now())
    const brackets = await countBrackets(app.db)
    if (first.length + brackets <= MOST_ADDRESSES)
      return sendXml(reply, 'urlset', site, [...first, ...(await listBrackets(app.db, 0))])
    const sitemaps = Array.from({ length: 1 + Math.ceil(brackets / MOST_ADDRESSES) }, (_, n) => `/sitemap-${n}.xml`)
    return sendXml(reply, 'sitemapindex', site, sitemaps)
  })

  // The sitemaps of the index: number 0 has the first addresses, the others the brackets.
  server.get<{ Params: { number: string } }>('/sitemap-:number(^\\d{1,5}$).xml', async (request, reply) => {
    const site = await admit(request)
    const number = Number(request.params.number)
    const addresses =
      number === 0
        ? await listFirstAddresses(app.db, app.clock.now())
        : await listBrackets(app.db, (number - 1) * MOST_ADDRESSES)
    if (addresses.length === 0) refuse('not_found')
    return sendXml(reply, 'urlset', site, addresses)
  })

  /** The site's origin for crawlers. Refuses not_found during set-up. */
  async function admit(request: FastifyRequest): Promise<string> {
    await app.limits.spend('address', networkOf(request.ip))
    if (!organization().is_open) refuse('not_found')
    return siteFor(app.config, request)
  }
}

function sendXml(reply: FastifyReply, root: 'urlset' | 'sitemapindex', site: string, addresses: readonly string[]) {
  const entry = root === 'urlset' ? 'url' : 'sitemap'
  return reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', `public, max-age=${KEPT_SECONDS}`)
    .send(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
        ...addresses.map((address) => `<${entry}><loc>${escapeHtml(site + address)}</loc></${entry}>`),
        `</${root}>`,
        '',
      ].join('\n'),
    )
}

/**
 * Pages that every visitor may find: the entrance, what is on sale, and the organization's texts. Results are excluded:
 * players share their links.
 */
async function listFirstAddresses(db: Db, now: Date): Promise<string[]> {
  const seasons = await listSeasonsOnSale(db, saleDay(now))
  return [
    paths.signIn,
    paths.signUp,
    paths.leagues,
    paths.rating,
    ...seasons.map((season) => paths.leaguesOf(season.slug, yearInAddress(seasons, season))),
    ...organization().texts.map(({ key }) => paths.text(key)),
  ]
}

async function countBrackets(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('playoffs')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The brackets of a sitemap, oldest league first, so that a new one does not move others to another sitemap. */
async function listBrackets(db: Db, skip: number): Promise<string[]> {
  const { rows } = await sql<{ city: AreaSlug; division: string; season: SeasonSlug; year: number }>`
    select l.area as city, d.slug as division, se.slug as season, se.year
    from (select league_id from playoffs order by league_id limit ${MOST_ADDRESSES} offset ${skip}) made
    join ${leagueTables} on l.id = made.league_id
    order by l.id`.execute(db)
  return rows.map((which) => paths.sharedPlayoffs(which))
}
