import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { getConfig } from '#/features/site/contract.ts'
import { iconsOf } from '#/server/organization-files.ts'
import { readOrganization } from '#/server/organization.ts'
import { signHashOf } from '#/server/sign.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer } from '#/test/make.ts'
import { changeOrganization } from './contract.ts'

const t = await startApp()
const owner = await makeOrganizer(t)
const [stored] = await t.db.selectFrom('organization').selectAll().execute()
const blue = { main: '#0b3d6b', accent: '#ffb400' }
/** Part of the SVG path of the letter D in the product's own icon. */
const productBoard = 'c18 0 30 11 30 28'

afterEach(async () => {
  await t.db
    .updateTable('organization')
    .set({ ...stored, genders: JSON.stringify(stored?.genders) })
    .execute()
  await readOrganization(t.app)
})

async function rename(body: { short_name?: string; colors?: { main: string; accent: string }; locale?: string }) {
  expect((await t.call(changeOrganization, { token: owner.token, body })).status).toBe(200)
  return iconsOf(organization())
}

const fetchSvg = async (address: string) => {
  const { statusCode, headers, body } = await t.server.inject(address)
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  return { body, headers }
}

/** The color at a point of a picture, from 0 to 1 in both directions. */
async function colorAt(address: string, x: number, y: number): Promise<string> {
  const { rawPayload } = await t.server.inject(address)
  const { width, height } = await sharp(rawPayload).metadata()
  const at = { left: Math.floor(x * width), top: Math.floor(y * height), width: 1, height: 1 }
  return `#${(await sharp(rawPayload).extract(at).removeAlpha().raw().toBuffer()).toString('hex')}`
}

/** Counts the points of a picture with a color. */
async function countOf(address: string, color: string): Promise<number> {
  const { rawPayload } = await t.server.inject(address)
  const points = await sharp(rawPayload).removeAlpha().raw().toBuffer()
  const wanted = Buffer.from(color.slice(1), 'hex')
  let count = 0
  for (let at = 0; at < points.length; at += 3) if (points.subarray(at, at + 3).equals(wanted)) count += 1
  return count
}

test('the product has its D on every icon', async () => {
  const { favicon, touch, small, large } = iconsOf(organization())
  expect((await fetchSvg(favicon)).body).toContain(productBoard)
  for (const address of [touch, small, large]) {
    expect(await colorAt(address, 0.02, 0.02)).toBe('#0c2118')
    expect(await colorAt(address, 0.3, 0.5)).toBe('#def53b')
  }
})

test('an organization without a logo has the initials of its short name, in its color, on every icon and in the manifest', async () => {
  const { favicon, touch, small, large } = await rename({ short_name: 'Bayside', colors: blue })
  const { body, headers } = await fetchSvg(favicon)
  expect(body).not.toContain(productBoard)
  expect(body).not.toMatch(/<text|<script|style=|href=/)
  expect(body).toContain(blue.main)
  expect(headers['cache-control']).toContain('immutable')
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  for (const [address, side] of [
    [touch, 180],
    [small, 192],
    [large, 512],
  ] as const) {
    const answer = await t.server.inject(address)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expect(answer.headers['cache-control']).toContain('immutable')
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: side, height: side })
    // A phone may cut off the corners, so the letter is in the middle.
    expect(await colorAt(address, 0.1, 0.5)).toBe(blue.main)
    expect(await countOf(address, blue.accent)).toBeGreaterThan((side * side) / 20)
  }
  const { icons } = (await t.server.inject('/manifest.webmanifest')).json<{ icons: { src: string }[] }>()
  expect(icons.map(({ src }) => src)).toEqual([favicon, small, large, small, large])
  expect((await t.call(getConfig, {})).body.organization.logo).toBe(null)
})

test('another name or color changes the sign immediately, and the previous one is gone', async () => {
  const seen = new Set<string>()
  for (const change of [
    { short_name: 'Bayside' },
    { colors: blue },
    { colors: { ...blue, accent: '#ffffff' } },
    { short_name: 'South Bend' },
    { short_name: 'South Dock' },
  ]) {
    const before = iconsOf(organization())
    const after = await rename(change)
    for (const address of Object.values(after)) {
      expect(seen).not.toContain(address)
      expect((await t.server.inject(address)).statusCode).toBe(200)
    }
    for (const address of Object.values(before)) {
      const gone = await t.server.inject(address)
      // The name or color may come back, so the 404 must not be cached.
      expect([gone.statusCode, gone.headers['cache-control'] ?? '']).toEqual([
        404,
        expect.not.stringContaining('max-age'),
      ])
      seen.add(address)
    }
  }
})

test('a name with the same initials keeps its sign', async () => {
  const before = await rename({ short_name: 'Bayside' })
  expect(await rename({ short_name: 'Bondi' })).toEqual(before)
})

test('a process that has not yet learned of a change can draw the new sign that another process links to', async () => {
  await rename({ short_name: 'Bayside', colors: blue })
  const { icon } = { icon: iconsOf(organization()).small }
  // Another process has stored the new name.
  await t.db.updateTable('organization').set({ short_name: 'Zebra', main_color: '#123456' }).execute()
  expect(organization().short_name).toBe('Bayside')
  const changed = signHashOf({ ...organization(), short_name: 'Zebra', main_color: '#123456' })
  const address = paths.organizationPicture('icon-192', changed)
  expect((await t.server.inject(address)).statusCode).toBe(200)
  expect(await colorAt(address, 0.02, 0.02)).toBe('#123456')
  expect((await fetchSvg(paths.organizationSign(changed))).body).toContain('#123456')
  // A page of this process still links to the earlier sign.
  expect((await t.server.inject(icon)).statusCode).toBe(200)
})

describe.each([
  ['رابطة', 'ar-EG', 'ر'],
  ['網球', 'zh-TW', '網'],
  ['🎾 Club', 'en-US', '🎾'],
  ['Лига Москвы', 'ru-RU', 'ЛМ'],
])('letters that our font does not have: %s', (short_name, locale, letters) => {
  test('letters that the product’s font lacks use the reader’s font in drawings; pixel icons show the lines of a court', async () => {
    const { favicon, large } = await rename({ short_name, locale, colors: blue })
    const { body } = await fetchSvg(favicon)
    expect(body).toContain(`>${letters}</text>`)
    expect(await colorAt(large, 0.02, 0.02)).toBe(blue.main)
    expect(await countOf(large, blue.accent)).toBeGreaterThan(5_000)
    // The point on the net of the court.
    expect(await colorAt(large, 0.4, 0.5)).toBe(blue.accent)
  })
})

test.each(['<&">', '!!!', "'"])(
  'a name without letters (%s) has the lines of a court as its sign, and is never treated as markup',
  async (short_name) => {
    const { body } = await fetchSvg((await rename({ short_name })).favicon)
    expect(body).toContain('stroke=')
    expect(body).not.toMatch(/<text|&|"'/)
  },
)

test.each(['#ffffff', '#000000', '#808080', '#ffe600', '#ff0000'])(
  'the letters of a sign in %s are legible',
  async (main) => {
    const { large } = await rename({ short_name: 'Bayside', colors: { main, accent: main } })
    expect(await colorAt(large, 0.02, 0.02)).toBe(main)
    const { contrastOf, wordsOn } = await import('#/rules/colors.ts')
    expect(contrastOf(wordsOn(main, main), main)).toBeGreaterThanOrEqual(4.5)
    expect(await countOf(large, wordsOn(main, main))).toBeGreaterThan(5_000)
  },
)

test('icons at their usual addresses are current, and are revalidated', async () => {
  await rename({ short_name: 'Bayside', colors: blue })
  for (const address of ['/favicon.ico', '/icon-192.png', '/icon-512.png', '/apple-touch-icon.png']) {
    const first = await t.server.inject(address)
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'image/png'])
    expect(first.headers['cache-control']).toBe('no-cache')
    expect(await colorAt(address, 0.02, 0.02)).toBe(blue.main)
    const headers = { 'if-none-match': first.headers['etag'] }
    expect((await t.server.inject({ url: address, headers })).statusCode).toBe(304)
  }
  const { etag } = (await t.server.inject('/icon-192.png')).headers
  await rename({ short_name: 'Zebra' })
  expect((await t.server.inject({ url: '/icon-192.png', headers: { 'if-none-match': etag } })).statusCode).toBe(200)
})

test.each(['sign-x.svg', 'sign-0123456789abcdef0123456789abcdef.svg', 'icon-192-0123456789abcdef0123456789abcdef.png'])(
  '%s is not found',
  async (name) => {
    expect((await t.server.inject(`/organization/${name}`)).statusCode).toBe(404)
  },
)
