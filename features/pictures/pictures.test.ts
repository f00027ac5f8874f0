import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { playoffSeasons } from '#/features/playoffs/season-fixture.ts'
import { startApp } from '#/test/app.ts'
import { setOrganization, organization } from '#/contract/organization.ts'
import { drawBracket } from './bracket-picture.ts'
import { openLettering } from '#/server/lettering.ts'
import { playoffsHead } from './page-head.ts'
import { pictureOf } from '#/server/send-picture.ts'
import { emptyRow, getPublicBracket } from '#/features/playoffs/contract.ts'
import { makePlayoffs } from '#/features/playoffs/actions.ts'

/** A final between the two, with its champion. */
function finalOf(one: string, two: string) {
  const played = { ...emptyRow, player_one: one, player_two: two, seed_one: 1, seed_two: 2, score: '6-4 3-6 12-10' }
  return {
    area: 'dc',
    division_name: 'Mixed Doubles',
    season: 'Summer 1',
    year: 2026,
    stages: [
      { stage: 1, name: 'Quarter-finals', date: '2026/08/12', rows: [] },
      { stage: 2, name: 'Semi-finals', date: '2026/08/22', rows: [] },
      { stage: 3, name: 'Finals', date: '2026/09/07', rows: [{ ...played, winner: 'player_one' as const }] },
      { stage: 4, name: 'Champion', date: null, rows: [{ ...emptyRow, player_one: one }] },
    ],
  }
}

/** The pixels of a rectangle in the picture, as bytes. */
async function pointsOf(svg: string, left: number, top: number, width: number, height: number): Promise<Buffer> {
  return sharp(Buffer.from(svg)).extract({ left, top, width, height }).removeAlpha().raw().toBuffer()
}

describe("a picture does not use the machine's fonts", async () => {
  const pen = await openLettering()

  test('all text of the picture is drawn as outlines', () => {
    const svg = drawBracket(finalOf('Ada Moreno', 'Bea Lund'), pen)
    expect(svg).not.toMatch(/<text|font-family|<style|href=/)
    expect(svg.match(/<path/g)?.length).toBeGreaterThan(80)
  })

  test('a final that can still be set aside is marked provisional, below the match and on the champion’s board', async () => {
    const final = finalOf('Ada Moreno', 'Bea Lund')
    const stages = final.stages.map((stage) => ({
      ...stage,
      rows: stage.rows.map((row) => ({ ...row, provisional: stage.stage === 3 })),
    }))
    const [sure, open] = [drawBracket(final, pen), drawBracket({ ...final, stages }, pen)]
    for (const [left, top] of [
      [40, 435],
      [510, 350],
    ] as const) {
      const [before, after] = await Promise.all([sure, open].map((svg) => pointsOf(svg, left, top, 240, 30)))
      expect(after?.equals(before ?? Buffer.alloc(0))).toBe(false)
    }
  })

  test.each([
    ['of another name', 'Eve Moreno'],
    ['of letters beyond the first file', 'Łda Moreno'],
  ])('the name is legible: the picture changes if %s', async (_, other) => {
    const [one, two] = await Promise.all(
      ['Ada Moreno', other].map((name) => pointsOf(drawBracket(finalOf(name, 'Bea Lund'), pen), 40, 365, 300, 34)),
    )
    expect(new Set(one).size).toBeGreaterThan(20)
    expect(one?.equals(two ?? Buffer.alloc(0))).toBe(false)
  })

  test('letters have the font’s widths, and a letter with an accent is one letter', () => {
    const face = { weight: 780, width: 75 }
    expect(pen.widthOf('Ada', face, 40)).toBeCloseTo(2 * pen.widthOf('Ada', face, 20), 5)
    expect(pen.widthOf('e\u0301', face, 20)).toBe(pen.widthOf('\u00e9', face, 20))
    expect(pen.widthOf('Ada', { weight: 780, width: 100 }, 20)).toBeGreaterThan(pen.widthOf('Ada', face, 20))
  })

  test('long names stay within their box: smaller, with initials, then cut', () => {
    const names = 'Maximiliana Featherstonehaugh-Cholmondeley & Guillermina Fernandez-Wolfeschlegelstein'
    const svg = drawBracket(finalOf(names, 'Bea Lund'), pen)
    const drawn = [...svg.matchAll(/translate\((\d+(?:\.\d+)?) [\d.]+\) scale/g)].map(([, x]) => Number(x))
    expect(Math.max(...drawn)).toBeLessThan(1200)
  })
})

test('concurrent requests render a picture once, and a failed picture is rendered again', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>'
  expect(pictureOf(svg)).toBe(pictureOf(svg))
  await pictureOf(svg)
  expect(pictureOf(svg)).toBe(pictureOf(svg))
  await expect(pictureOf('no drawing')).rejects.toThrow('unsupported image format')
  await expect(pictureOf('no drawing')).rejects.toThrow('unsupported image format')
})

describe('the bracket of a league', async () => {
  const t = await startApp('2026-05-20T16:00:00Z')
  const days = { joining: '2026-05-20T16:00:00Z', closed: '2026-08-10T16:00:00Z' }
  const { makeSeason } = playoffSeasons(t, days)
  const division = 'womens-singles-3-5'
  const { league_id } = await makeSeason(5, division)
  const fetchPicture = (query: string, headers = {}) =>
    t.server.inject({ method: 'GET', url: `/api/public/play-offs/picture.png?${query}`, headers })
  const head = async () =>
    playoffsHead((await t.call(getPublicBracket, { query: { city: 'south-bend', division } })).body)
  const query = `city=south-bend&division=${division}`

  test('a bracket that is not made yet has no picture, and its page has no link preview', async () => {
    expect((await fetchPicture(query)).statusCode).toBe(404)
    expect(await head()).toBeNull()
  })

  test('the picture of a bracket is a PNG at a public address, sent once while it is unchanged', async () => {
    t.clock.set(days.closed)
    await makePlayoffs(t.db, league_id, t.clock.now())
    const answer = await fetchPicture(query)
    expect(answer).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/png' } })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    const again = await fetchPicture(`${query}&season=summer-1&year=2026`, { 'if-none-match': answer.headers['etag'] })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  test('the picture of a bracket has the organization’s default symbol in its colors, or its logo', async () => {
    const before = organization()
    const signOf = async () => {
      const { rawPayload } = await fetchPicture(query)
      const { data, info } = await sharp(rawPayload)
        .extract({ left: 0, top: 0, width: 1200, height: 122 })
        .raw()
        .toBuffer({ resolveWithObject: true })
      return (color: string) => {
        const wanted = Buffer.from(color.slice(1), 'hex')
        let count = 0
        for (let at = 0; at < data.length; at += info.channels) if (data.subarray(at, at + 3).equals(wanted)) count += 1
        return count
      }
    }
    const own = { ...before, short_name: 'Bayside', main_color: '#0b3d6b', accent_color: '#ffb400' }
    setOrganization(own)
    const drawn = await signOf()
    expect([drawn('#ffb400') > 1000, drawn('#def53b'), drawn('#0c2118')]).toEqual([true, 0, 0])
    const red = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    const picture = { kind: 'logo' as const, hash: '0'.repeat(32), png: red }
    await t.db.insertInto('organization_pictures').values(picture).execute()
    setOrganization({ ...own, logo_hash: picture.hash })
    const withLogo = await signOf()
    await t.db.deleteFrom('organization_pictures').execute()
    setOrganization(before)
    expect([withLogo('#ff0000') > 1000, withLogo('#ffb400')]).toEqual([true, 0])
  })

  test('the picture of a bracket changes with the organization’s name', async () => {
    const before = organization()
    const first = await fetchPicture(query)
    setOrganization({ ...before, short_name: 'The Others' })
    const other = await fetchPicture(query, { 'if-none-match': first.headers['etag'] })
    setOrganization(before)
    expect(other.statusCode).toBe(200)
    expect(other.rawPayload.equals(first.rawPayload)).toBe(false)
  })

  test('the picture of a bracket has public names, and changes as soon as a player allows the full name', async () => {
    const tag = async () => (await fetchPicture(query)).headers['etag']
    const { competitor } = ((await head())?.thing ?? {}) as { competitor?: { name: string }[] }
    expect(competitor?.map(({ name }) => name)).toEqual(['Player N.'])
    const before = await fetchPicture(query)
    expect(before.headers['cache-control']).toBe('public, no-cache')
    const show = (shows_name: boolean) =>
      sql`update players set shows_name = ${shows_name} where id in (
        select player_id from entry_players ep join playoff_seeds ps using (entry_id) where ps.league_id = ${league_id} and ps.seed = 1)`.execute(
        t.db,
      )
    await show(true)
    expect((await fetchPicture(query, { 'if-none-match': before.headers['etag'] })).statusCode).toBe(200)
    expect(await tag()).not.toBe(before.headers['etag'])
    await show(false)
    expect(await tag()).toBe(before.headers['etag'])
  })

  test.each([
    ['another city', `city=chicago&division=${division}`],
    ['another year', `${query}&year=2025`],
    ['no division', 'city=south-bend'],
    ['an unknown division', 'city=south-bend&division=none'],
  ])('%s has no picture', async (_, otherQuery) => {
    expect((await fetchPicture(otherQuery)).statusCode).toBe(404)
  })

  test('the picture of a bracket is in the public page’s head for link previews, with a URL that works', async () => {
    const { title = '', image } = (await head()) ?? {}
    expect(title).toBe("Women's Singles 3.5 play-offs, South Bend")
    expect(image?.path).toMatch(/^\/api\/public\/play-offs\/picture\.png\?.*&season=summer-1&year=2026$/)
    expect((await t.server.inject({ method: 'GET', url: image?.path ?? '' })).statusCode).toBe(200)
  })
})
