import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { setOrganization, organization } from '#/contract/organization.ts'
import { inTransaction } from '#/server/db.ts'
import { startApp } from '#/test/app.ts'
import { joinLeague, makePlayer } from '#/test/make.ts'

const t = await startApp('2026-07-15T16:00:00Z')
const open = organization()
afterEach(() => setOrganization(open))

const fetchFile = (url: string, headers = {}) =>
  t.server.inject({ url, headers: { host: 'tennis.example', ...headers } })

async function listAddresses(): Promise<string[]> {
  const { body } = await fetchFile('/sitemap.xml')
  return [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))
}

test('the sitemap lists the public pages, and a bracket from the day it is made', async () => {
  const { league_id } = await joinLeague(t, await makePlayer(t), { season: 'summer-2', division: 'womens-singles-3-5' })
  const before = await listAddresses()
  expect(before).toEqual([
    'http://tennis.example/',
    'http://tennis.example/signup',
    'http://tennis.example/leagues',
    'http://tennis.example/rating',
    ...['summer-2', 'fall', 'winter', 'summer-1'].map((slug) => `http://tennis.example/leagues?season=${slug}`),
  ])
  await t.db.insertInto('playoffs').values({ league_id, made_at: t.clock.now() }).execute()
  expect(await listAddresses()).toEqual([
    ...before,
    'http://tennis.example/play-offs/index?city=south-bend&division=womens-singles-3-5&season=summer-2&year=2026',
  ])
})

test('more than 50,000 addresses become an index of sitemaps, with each bracket in one of them', async () => {
  const many = await startApp('2026-07-15T16:00:00Z')
  await inTransaction(many.db, async (tx) => {
    // Skips the triggers, which run for each row and would take too long.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into areas (slug, name, time_zone, position)
      select 'area-' || n, 'Area ' || n, 'America/New_York', 100 + n from generate_series(1, 3900) n`.execute(tx)
    await sql`insert into leagues (season_id, division_id, area)
      select (select id from seasons where slug = 'fall'), d.id, a.slug from divisions d, areas a where a.slug like 'area-%'`.execute(
      tx,
    )
    await sql`insert into playoffs (league_id, made_at) select id, now() from leagues where area like 'area-%'`.execute(
      tx,
    )
  })
  const fetchMany = async (path: string) =>
    (await many.server.inject({ url: path, headers: { host: 'a.example' } })).body
  const addressesOf = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
  const index = await fetchMany('/sitemap.xml')
  expect(index).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  const sitemaps = addressesOf(index)
  expect(sitemaps).toEqual([0, 1, 2].map((number) => `http://a.example/sitemap-${number}.xml`))
  const lists = await Promise.all(sitemaps.map(async (each) => addressesOf(await fetchMany(new URL(each).pathname))))
  expect(lists.map((list) => list.length)).toEqual([8, 50_000, 13 * 3900 - 50_000])
  expect(new Set(lists.flat()).size).toBe(8 + 13 * 3900)
  for (const path of ['/sitemap-3.xml', '/sitemap-x.xml', '/sitemap--1.xml', '/sitemap-999999.xml'])
    expect([path, (await many.server.inject(path)).statusCode]).toEqual([path, 404])
})

test('two seasons of the same name on sale each have an address', async () => {
  const spring = (year: number) => ({
    slug: 'spring',
    name: 'Spring',
    year,
    starting_date: `${year}-08-01`,
    ending_date: `${year}-10-01`,
    sale_from: '2026-07-01',
  })
  await t.db
    .insertInto('seasons')
    .values([spring(2026), spring(2027)])
    .execute()
  const addresses = (await listAddresses()).filter((address) => address.includes('season=spring'))
  await t.db.deleteFrom('seasons').where('slug', '=', 'spring').execute()
  expect(addresses).toEqual([
    'http://tennis.example/leagues?season=spring',
    'http://tennis.example/leagues?season=spring&year=2027',
  ])
})

test('the sitemap is always XML, and is cached for an hour', async () => {
  const { headers, body } = await fetchFile('/sitemap.xml', { host: `a"<b>&'.example` })
  expect(headers).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  })
  expect(body).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">\n/,
  )
  expect(body).not.toMatch(/<b>|&(?!amp;|lt;|gt;|quot;|#39;)/)
})

test('robots.txt excludes pages that need a session or a mailed link, and names the sitemap', async () => {
  const { headers, body } = await fetchFile('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const lines = body.split('\n')
  expect(lines[0]).toBe('User-agent: *')
  expect(lines).toEqual(
    expect.arrayContaining([
      'Disallow: /dashboard/',
      'Disallow: /organizer/',
      'Disallow: /calendar/',
      'Disallow: /reset-password',
      'Sitemap: http://tennis.example/sitemap.xml',
    ]),
  )
  for (const address of await listAddresses()) {
    const { pathname } = new URL(address)
    expect(lines.filter((line) => line.startsWith('Disallow: ') && pathname.startsWith(line.slice(10)))).toEqual([])
  }
})

test('security.txt names the support email, its expiry date, and its own address', async () => {
  const { headers, body } = await fetchFile('/.well-known/security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body.split('\n')).toEqual([
    'Contact: mailto:help@deuce.example',
    'Expires: 2027-01-11T16:00:00.000Z',
    'Canonical: http://tennis.example/.well-known/security.txt',
    '',
  ])
})

test('PUBLIC_URL determines the addresses, whatever host was requested', async () => {
  const named = await startApp('2026-07-15T16:00:00Z', { PUBLIC_URL: 'https://leagues.example' })
  const { body } = await named.server.inject({ url: '/sitemap.xml', headers: { host: 'other.example' } })
  expect(body).toContain('<loc>https://leagues.example/leagues</loc>')
  expect(body).not.toContain('other.example')
})

test('during set-up there is nothing for crawlers', async () => {
  setOrganization({ ...open, is_open: false })
  expect((await fetchFile('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
  expect((await fetchFile('/sitemap.xml')).statusCode).toBe(404)
})
