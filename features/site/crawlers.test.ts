import { afterEach, expect, test } from 'vitest'
import { knowOrganization, organization } from '#/contract/organization.ts'
import { startApp } from '#/test/app.ts'
import { joinLeague, makePlayer } from '#/test/make.ts'

const t = await startApp('2026-07-15T16:00:00Z')
const open = organization()
afterEach(() => knowOrganization(open))

const fetchFile = (url: string, headers = {}) =>
  t.server.inject({ url, headers: { host: 'tennis.example', ...headers } })

async function listAddresses(): Promise<string[]> {
  const { body } = await fetchFile('/sitemap.xml')
  return [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))
}

test('the sitemap has the public pages, and a bracket from the day on which it is made', async () => {
  const { league_id } = await joinLeague(t, await makePlayer(t), { season: 'summer-2', division: 'womens-singles-3-5' })
  const before = await listAddresses()
  expect(before).toEqual([
    'http://tennis.example/',
    'http://tennis.example/signup',
    'http://tennis.example/leagues',
    ...['summer-2', 'fall', 'winter', 'summer-1'].map((slug) => `http://tennis.example/leagues?season=${slug}`),
  ])
  await t.db.insertInto('playoffs').values({ league_id, made_at: t.clock.now() }).execute()
  expect(await listAddresses()).toEqual([
    ...before,
    'http://tennis.example/play-offs/index?city=south-bend&division=womens-singles-3-5&season=summer-2&year=2026',
  ])
})

test('of two seasons of one name on sale, each has the address of its own page', async () => {
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

test('it is XML whatever it is asked as, and is kept for an hour', async () => {
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

test('robots.txt keeps crawlers out of what needs a session or a mailed link, and names the sitemap', async () => {
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

test('with PUBLIC_URL the addresses are those, under whatever name it is asked', async () => {
  const named = await startApp('2026-07-15T16:00:00Z', { PUBLIC_URL: 'https://leagues.example' })
  const { body } = await named.server.inject({ url: '/sitemap.xml', headers: { host: 'other.example' } })
  expect(body).toContain('<loc>https://leagues.example/leagues</loc>')
  expect(body).not.toContain('other.example')
})

test('an organization that is being set up has nothing for crawlers', async () => {
  knowOrganization({ ...open, is_open: false })
  expect((await fetchFile('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
  expect((await fetchFile('/sitemap.xml')).statusCode).toBe(404)
})
