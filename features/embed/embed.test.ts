import { afterEach, describe, expect, test } from 'vitest'
import { setOrganization, organization } from '#/contract/organization.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { arrange, scoreBody } from '#/features/matches/score-fixture.ts'
import { getSettings, updatePrivacy, deleteAccount } from '#/features/settings/contract.ts'
import { changePublicPages, listPublicPages } from '#/organizer/embed/contract.ts'
import { changeArea } from '#/organizer/areas/contract.ts'
import { startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer, password } from '#/test/make.ts'
import * as calls from './contract.ts'

const start = '2026-05-20T16:00:00Z'
const t = await startApp(start)
afterEach(() => void t.clock.set(start))

const divisions = ['3-0', '3-5', '4-0', '4-5', '5-0'].flatMap((level) => [
  `womens-singles-${level}`,
  `mens-singles-${level}`,
])
let used = 0
const nextDivision = () => divisions[used++ % divisions.length] ?? ''

const get = (url: string, headers: Record<string, string> = {}) => t.server.inject({ method: 'GET', url, headers })

/** A league of Ada Moreno and Bea O'Neil with a result. */
async function makeShown(division = nextDivision(), area: 'south-bend' | 'dc' = 'south-bend') {
  const ada = await makePlayer(t, { first_name: 'Ada', last_name: 'Moreno' })
  const bea = await makePlayer(t, { first_name: 'Bea', last_name: "O'Neil <b>" })
  const league = { season: 'summer-1', division, area }
  const one = await joinLeague(t, ada, league)
  const two = await joinLeague(t, bea, league)
  const report = () =>
    t.call(reportScore, { token: ada.token, body: scoreBody(ada, bea, '6-4 6-3', { division, match_area: area }) })
  return { ada, bea, division, report, league_id: one.league_id, entries: [one.entry_id, two.entry_id] as const }
}

const paramsOf = (division: string, area = 'south-bend') => ({ params: { area, division } })

describe('data for other websites', () => {
  test('players are shown as "Ada M." until they allow the full name', async () => {
    const { ada, division, report } = await makeShown()
    await report()
    const namesIn = async () => {
      const { body } = await t.call(calls.embedStandings, paramsOf(division))
      return body.standings.map(({ name }) => name)
    }
    expect(await namesIn()).toEqual(['Ada M.', 'Bea O.'])
    const results = (await t.call(calls.embedResults, paramsOf(division))).body
    expect(results).toEqual({
      area: 'south-bend',
      area_name: 'South Bend',
      division,
      division_name: expect.any(String),
      season: 'summer-1',
      season_name: 'Summer 1',
      year: 2026,
      results: [
        {
          winner: 'Ada M.',
          opponent: 'Bea O.',
          tie: false,
          score: '6-4 6-3',
          match_date: '2026/05/18',
          playoffs: false,
        },
      ],
    })
    expect((await t.call(getSettings, { token: ada.token })).body.shows_name).toBe(false)
    const privacy = { shows_email: true, shows_phone: true }
    await t.call(updatePrivacy, { token: ada.token, body: { ...privacy, shows_name: true } })
    expect(await namesIn()).toEqual(['Ada Moreno', 'Bea O.'])
    // Pages of the previous release do not send the field.
    await t.call(updatePrivacy, { token: ada.token, body: privacy })
    expect(await namesIn()).toEqual(['Ada Moreno', 'Bea O.'])
  })

  test('a player with a deleted account is shown as a former player', async () => {
    const { bea, division } = await makeShown()
    await t.call(deleteAccount, { token: bea.token, body: { password } })
    const { body } = await t.call(calls.embedStandings, paramsOf(division))
    expect(JSON.stringify(body)).not.toMatch(/Bea|Former P\./)
  })

  test('the schedule has the upcoming matches, without the place', async () => {
    const { division, league_id, entries } = await makeShown()
    await arrange(t, league_id, entries[0], entries[1], '2026-05-28', '18:30')
    await arrange(t, league_id, entries[0], entries[1], '2026-05-12')
    const { body } = await t.call(calls.embedSchedule, paramsOf(division))
    expect(body.matches).toEqual([
      {
        player_one: 'Ada M.',
        player_two: 'Bea O.',
        match_date: '2026/05/28',
        match_time: '18:30',
        play_by: null,
        playoffs: false,
      },
    ])
    expect(JSON.stringify(body)).not.toMatch(/Park|court|location/)
  })

  test('a bracket before the play-offs is empty', async () => {
    const { division } = await makeShown()
    expect((await t.call(calls.embedBracket, paramsOf(division))).body.stages).toEqual([])
  })

  test('the leagues to join have their price, entrants and deadline', async () => {
    const { division } = await makeShown()
    const { body } = await t.call(calls.embedJoin, { ...paramsOf(division), query: { season: 'summer-2' } })
    expect(body).toMatchObject({
      season: 'summer-2',
      on_sale: true,
      price: 39,
      currency: 'USD',
      starting_date: '2026/07/30',
      entries: 0,
      capacity: null,
      url: expect.stringMatching(/\/leagues\?season=summer-2&year=2026$/),
    })
    // Without a season, the call selects the first one on sale.
    expect((await t.call(calls.embedJoin, paramsOf(division))).body).toMatchObject({ season: 'summer-1', entries: 2 })
  })

  test('the season defaults to the newest in progress, then the next one', async () => {
    const { division } = await makeShown()
    const seasonOn = async (day: string, query = {}) => {
      t.clock.set(`${day}T16:00:00Z`)
      const { body } = await t.call(calls.embedStandings, { ...paramsOf(division), query })
      return `${body.season} ${body.year}`
    }
    expect(await seasonOn('2026-05-20')).toBe('summer-1 2026')
    // Summer 2 has begun, although results in Summer 1 still count.
    expect(await seasonOn('2026-08-01')).toBe('summer-2 2026')
    expect(await seasonOn('2026-08-01', { season: 'Summer 1' })).toBe('summer-1 2026')
    expect(await seasonOn('2026-05-20', { season: 'fall', year: 2026 })).toBe('fall 2026')
  })

  test('any website may read the data, caches may keep it for a minute, and unchanged data is 304', async () => {
    const { division } = await makeShown()
    const url = `/api/public/embed/south-bend/${division}/standings`
    const first = await get(url, { origin: 'https://club.example' })
    expect(first.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=60',
      etag: expect.stringMatching(/^W\/"/),
    })
    const again = await get(url, { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const missing = await get('/api/public/embed/south-bend/no-such-division/standings')
    expect(missing.statusCode).toBe(404)
    expect(missing.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
  })

  test('other websites can read no other call', async () => {
    expect((await get('/api/public/seasons', { origin: 'https://club.example' })).headers).not.toHaveProperty(
      'access-control-allow-origin',
    )
  })
})

describe('the embeddable page', () => {
  const pageOf = (division: string, view: string, query = '') =>
    get(`/public/embed/south-bend/${division}/${view}${query}`)

  test.each(calls.embedViews)(
    '%s is rendered on the server, may be framed, and loads nothing from other sites',
    async (view) => {
      const { division, report } = await makeShown()
      await report()
      const page = await pageOf(division, view)
      expect(page.statusCode).toBe(200)
      expect(page.headers).not.toHaveProperty('x-frame-options')
      const policy = String(page.headers['content-security-policy'])
      expect(policy).toContain('frame-ancestors *')
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toContain('unsafe')
      expect(page.headers).toMatchObject({ 'cache-control': 'public, max-age=60', etag: expect.any(String) })
      expect(page.body).toContain(
        `<meta property="og:image" content="http://localhost:80/public/embed/south-bend/${division}/${view}/picture.png?`,
      )
      expect(page.body).not.toMatch(/Moreno|O'Neil|<b>/)
      const again = await get(`/public/embed/south-bend/${division}/${view}`, {
        'if-none-match': String(page.headers.etag),
      })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    },
  )

  test('names are always escaped', async () => {
    const { bea, division } = await makeShown()
    await t.call(updatePrivacy, { token: bea.token, body: { shows_email: true, shows_phone: true, shows_name: true } })
    expect((await pageOf(division, 'standings')).body).toContain('Bea O&#39;Neil &lt;b&gt;')
  })

  test('a league without a price is shown as free to join', async () => {
    await t.db
      .updateTable('leagues')
      .set({ price_cents: 0 })
      .where('division_id', '=', (eb) => eb.selectFrom('divisions').select('id').where('slug', '=', 'mixed-doubles'))
      .execute()
    const { body } = await pageOf('mixed-doubles', 'join')
    expect(body).toContain('<td>Price</td><td>Free</td>')
  })

  test('the page’s theme is the reader’s, or the one in the query string', async () => {
    const { division } = await makeShown()
    expect((await pageOf(division, 'standings')).body).toContain('<html lang="en">')
    expect((await pageOf(division, 'standings', '?theme=dark')).body).toContain('<html lang="en" data-theme="dark">')
    expect((await pageOf(division, 'standings', '?theme=%22onload')).body).toContain('<html lang="en">')
  })

  test('the page’s picture is a PNG in the size of chat previews', async () => {
    const { division } = await makeShown()
    const picture = await pageOf(division, 'standings', '/picture.png')
    expect(picture.statusCode).toBe(200)
    expect(picture.headers['content-type']).toBe('image/png')
    expect([picture.rawPayload.readUInt32BE(16), picture.rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
  })

  test('the page’s picture and its ETag change with the table, the colors and the organization’s name', async () => {
    const { division, report } = await makeShown()
    const fetchPicture = async () => {
      const { headers, rawPayload } = await pageOf(division, 'standings', '/picture.png')
      return { tag: headers.etag, bytes: rawPayload.toString('base64') }
    }
    const before = organization()
    const pictures = [await fetchPicture()]
    expect(await fetchPicture()).toEqual(pictures[0])
    await report()
    pictures.push(await fetchPicture())
    for (const change of [{ main_color: '#7a1f5c' }, { name: 'The Other League' }]) {
      setOrganization({ ...before, ...change })
      pictures.push(await fetchPicture())
    }
    setOrganization(before)
    for (const key of ['tag', 'bytes'] as const) expect(new Set(pictures.map((each) => each[key])).size).toBe(4)
  })

  test('a missing league gets a page that says so, and is not cached', async () => {
    const { division } = await makeShown()
    for (const path of ['/players', '/standings?season=never', '/standings?year=x', '/..%2f..%2fetc'])
      expect([path, (await get(`/public/embed/south-bend/${division}${path}`)).statusCode]).toEqual([path, 404])
    const page = await get('/public/embed/nowhere/x/standings')
    expect([page.statusCode, page.headers['cache-control']]).toEqual([404, 'no-cache'])
    expect(page.body).toContain('This page is not available.')
  })

  test.each(['/', '/leagues', '/dashboard', '/organizer', '/api/public/seasons', '/results/1', '/api/docs'])(
    '%s may not be framed',
    async (path) => {
      const { headers } = await get(path)
      expect(headers['x-frame-options']).toBe('DENY')
      expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'")
    },
  )
})

describe('an area', () => {
  test('an organizer of the area turns its pages off and on; organizers of other areas cannot', async () => {
    const { division } = await makeShown(nextDivision(), 'dc')
    const [here, elsewhere] = [await makeOrganizer(t, ['dc']), await makeOrganizer(t, ['south-bend'])]
    const set = (token: string, shown: boolean) =>
      t.call(changePublicPages, { token, params: { area: 'dc' }, body: { shown } })
    expect((await set(elsewhere.token, false)).status).toBe(404)
    expect((await set(here.token, false)).status).toBe(200)
    expect((await set(here.token, false)).status).toBe(200)
    expect((await t.call(listPublicPages, { token: here.token })).body).toEqual({
      areas: [{ area: 'dc', shown: false }],
    })
    const statuses = async () => [
      (await t.call(calls.embedStandings, paramsOf(division, 'dc'))).status,
      (await get(`/public/embed/dc/${division}/standings`)).statusCode,
      (await get(`/public/embed/dc/${division}/standings/picture.png`)).statusCode,
    ]
    expect(await statuses()).toEqual([404, 404, 404])
    const changes = t.db.selectFrom('audit_log').select('summary').where('kind', '=', 'change_public_pages').execute()
    expect(await changes).toHaveLength(1)
    await set(here.token, true)
    expect(await statuses()).toEqual([200, 200, 200])
  })

  test('an area is found by its old address after a rename', async () => {
    const { division } = await makeShown()
    const owner = await makeOrganizer(t)
    const body = { name: 'Michiana' }
    expect((await t.call(changeArea, { token: owner.token, params: { slug: 'south-bend' }, body })).status).toBe(200)
    for (const area of ['south-bend', 'michiana'])
      expect((await t.call(calls.embedStandings, paramsOf(division, area))).body.area_name).toBe('Michiana')
    await t.call(changeArea, { token: owner.token, params: { slug: 'south-bend' }, body: { name: 'South Bend' } })
  })
})
