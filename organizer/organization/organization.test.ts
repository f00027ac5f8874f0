import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { defaultOrganization, organization } from '#/contract/organization.ts'
import { forgotPassword } from '#/features/accounts/contract.ts'
import { getConfig } from '#/features/site/contract.ts'
import { purchase } from '#/features/checkout/contract.ts'
import { listDivisions } from '#/features/seasons/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { contrastOf } from '#/rules/colors.ts'
import { readOrganization, senderOf } from '#/server/organization.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, makePlayer, makeToken } from '#/test/make.ts'
import { listOrganizerDivisions } from '#/organizer/divisions/contract.ts'
import { getSetup, goOnSale } from '#/organizer/setup/contract.ts'
import { changeOrganization, deleteLogo, getOrganization, updateLogo } from './contract.ts'
import { isolateNames } from '#/rules/direction.ts'

const t = await startApp()
const { emailsTo } = mailboxOf(t)
const owner = await makeOrganizer(t)
const [stored] = await t.db.selectFrom('organization').selectAll().execute()
const change = (body: object) => t.send(changeOrganization, { token: owner.token, body })

afterEach(async () => {
  await t.db
    .updateTable('organization')
    .set({ ...stored, logo_hash: null, genders: JSON.stringify(stored?.genders) })
    .execute()
  await readOrganization(t.app)
})

test('a newly migrated database has the program’s defaults', async () => {
  expect(organization()).toEqual(defaultOrganization)
})

test('values that an owner enters apply everywhere immediately, and the audit log has the previous ones', async () => {
  const entered = {
    name: 'Bayside Tennis',
    short_name: 'Bayside',
    colors: { main: '#0B3D6B', accent: '#ffb400' },
    support_email: 'play@bayside.example',
    support_phone: '03 9555 0100',
    address: '1 Beach Road\nSandringham VIC 3191',
    tax: { name: 'GST', rate: 10 },
    sender_name: 'Bayside',
    reply_to: 'desk@bayside.example',
    locale: 'en-au',
    first_day_of_week: 1,
    phone_country: 'AU',
    units: 'metric',
    time_zone: 'Australia/Melbourne',
  }
  // The country applies from the next change on, so this number is still read in the previous country's format.
  expect((await change({ phone_country: 'AU' })).status).toBe(200)
  expect(await change(entered)).toMatchObject({ status: 200 })
  const { body } = await t.call(getOrganization, { token: owner.token })
  expect(body).toMatchObject({
    ...entered,
    colors: { main: '#0b3d6b', accent: '#ffb400' },
    support_phone: '+61 3 9555 0100',
    locale: 'en-AU',
    currency: 'USD',
    logo: null,
    open: true,
  })
  const config = (await t.call(getConfig, {})).body
  expect(config).toMatchObject({ support_email: 'play@bayside.example', support_phone: '+61 3 9555 0100' })
  expect(config.organization).toMatchObject({
    name: 'Bayside Tennis',
    locale: 'en-AU',
    phone_country: 'AU',
    open: true,
  })
  const { light } = config.organization.colors
  expect(contrastOf(light.main, light.page)).toBeGreaterThanOrEqual(3)
  expect(senderOf(t.app.config)).toEqual({
    from: { name: 'Bayside', address: 'no-reply@deuce.example' },
    reply_to: 'desk@bayside.example',
  })

  const player = await makePlayer(t)
  await t.call(forgotPassword, { body: { email: player.email } })
  const email = (await emailsTo(player.email)).at(-1)
  expect(email?.subject).toBe('Choose a new Bayside Tennis password')
  expect(`${email?.text}${email?.html}`).toContain('play@bayside.example')
  expect(`${email?.text}${email?.html}`).not.toContain('Deuce')

  const { audit_entries } = (await t.call(listAuditLog, { token: owner.token, query: { subject: 'organization' } }))
    .body
  expect(audit_entries[0]).toMatchObject({
    kind: 'change_organization',
    after: { name: 'Bayside Tennis', units: 'metric' },
  })
  // Nobody had entered anything before, so the previous values are the defaults.
  expect(audit_entries[0]?.before).toMatchObject({
    name: defaultOrganization.name,
    support_email: defaultOrganization.support_email,
    tax: null,
    units: 'imperial',
    time_zone: 'America/New_York',
  })
  expect(Object.keys(audit_entries[0]?.before ?? {})).toEqual(Object.keys(audit_entries[0]?.after ?? {}))
  expect(audit_entries[0]?.after).not.toHaveProperty('currency')
})

test.each<[body: object, field: string]>([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(61) }, 'name'],
  [{ name: 'Two\nlines' }, 'name'],
  [{ short_name: 'x'.repeat(21) }, 'short_name'],
  [{ colors: { main: 'red', accent: '#ffffff' } }, 'colors.main'],
  [{ colors: { main: '#fff', accent: '#ffffff' } }, 'colors.main'],
  [{ currency: 'BTC' }, 'currency'],
  [{ locale: 'not a locale' }, 'locale'],
  [{ first_day_of_week: 0 }, 'first_day_of_week'],
  [{ phone_country: 'XX' }, 'phone_country'],
  [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
  [{ tax: { name: 'GST', rate: 0 } }, 'tax.rate'],
  [{ tax: { name: '', rate: 10 } }, 'tax.name'],
  [{ support_email: 'nobody' }, 'support_email'],
  [{ support_phone: '12' }, 'support_phone'],
])('%o is refused at its field, and nothing changes', async (body, field) => {
  const refused = (await change(body)) as { status: number; body: { fields?: object } }
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]])
  expect((await t.call(getOrganization, { token: owner.token })).body).toMatchObject({ name: 'Deuce', currency: 'USD' })
})

test('an organization without a phone, tax and address can be saved as it was read', async () => {
  expect((await change({ support_phone: '', address: '', tax: null })).status).toBe(200)
  const {
    logo: _,
    currency_fixed: __,
    open: ___,
    ...read
  } = (await t.call(getOrganization, { token: owner.token })).body
  expect(read.support_phone).toBe('')
  expect((await change({ ...read, name: 'Bayside' })).status).toBe(200)
  expect((await t.call(getConfig, {})).body.organization).toMatchObject({ name: 'Bayside', support_phone: '' })
  // Nobody has entered a sender, so the sender follows the name.
  expect(senderOf(t.app.config).from.name).toBe('Bayside')
})

test('the short name follows the name until somebody enters another one', async () => {
  const known = async () => {
    const { name, short_name } = (await t.call(getConfig, {})).body.organization
    return [name, short_name]
  }
  await change({ name: 'Bayside Recreational Tennis League' })
  expect(await known()).toEqual(['Bayside Recreational Tennis League', 'Bayside Recreational'])
  // A form sends all fields back as it has read them.
  await change({ name: 'Bayside Tennis', short_name: 'Bayside Recreational' })
  expect(await known()).toEqual(['Bayside Tennis', 'Bayside Tennis'])
  await change({ name: 'Bayside Tennis', short_name: 'Bayside' })
  expect(await known()).toEqual(['Bayside Tennis', 'Bayside'])
  await change({ name: 'Bay Tennis', short_name: 'Bayside' })
  expect(await known()).toEqual(['Bay Tennis', 'Bayside'])
  // Two owners save two names at once: one of them wins, with its own short name.
  await change({ name: 'Bay Tennis', short_name: 'Bay Tennis' })
  await Promise.all(['North', 'South'].map((name) => change({ name })))
  const [name, short_name] = await known()
  expect(short_name).toBe(name)
})

test('a name of 60 Arabic letters appears in pages, emails and the manifest as it was typed', async () => {
  const name = 'رابطة التنس الترفيهية للهواة في مدينة ملبورن وضواحيها الجميلة'.slice(0, 60)
  expect(name).toHaveLength(60)
  expect((await change({ name, short_name: 'رابطة التنس' })).status).toBe(200)
  expect((await t.call(getConfig, {})).body.organization.name).toBe(name)
  const player = await makePlayer(t)
  await t.call(forgotPassword, { body: { email: player.email } })
  const email = (await emailsTo(player.email)).at(-1)
  expect(email?.subject).toBe(`Choose a new ${isolateNames(name)} password`)
  expect((await t.server.inject('/manifest.webmanifest')).json()).toMatchObject({ name, short_name: 'رابطة التنس' })
})

test('a name with markup is shown as text everywhere', async () => {
  await change({ name: '<img src=x onerror=alert(1)>' })
  const player = await makePlayer(t)
  await t.call(forgotPassword, { body: { email: player.email } })
  const html = (await emailsTo(player.email)).at(-1)?.html ?? ''
  expect(html).toContain('&lt;img src=x')
  expect(html).not.toContain('<img')
})

test('an organizer who is not an owner can neither see nor change the organization', async () => {
  const { token } = await makeOrganizer(t, ['dc'])
  expect((await t.call(getOrganization, { token })).status).toBe(403)
  expect((await t.call(changeOrganization, { token, body: { name: 'Mine' } })).status).toBe(403)
  expect((await t.call(deleteLogo, { token })).status).toBe(403)
})

test('a currency that leaves prices too small for a card lists them until they are changed', async () => {
  const smallPrices = async () => (await t.call(getOrganization, { token: owner.token })).body.small_prices
  const step = async () =>
    (await t.call(getSetup, { token: owner.token })).body.steps.find(({ key }) => key === 'divisions')
  expect(await smallPrices()).toEqual({ least: 0.5, total: 0, prices: [] })
  expect((await step())?.problem).toBe(null)
  const divisions = (await t.call(listOrganizerDivisions, { token: owner.token })).body.divisions
  expect(divisions.map(({ price }) => price)).toContain(49)
  // One league has its own price, and one an early price that has ended.
  const [league, other] = await t.db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'season_id')
    .select(['leagues.id', 'area', 'seasons.name', 'year', 'season_id'])
    .where('ending_date', '>', '2026-12-01')
    .orderBy('leagues.id')
    .execute()
  if (!league || !other) throw new Error('There are no leagues.')
  await t.db.updateTable('leagues').set({ price_cents: 4400 }).where('id', '=', league.id).execute()
  await t.db
    .updateTable('leagues')
    .set({ early_price_cents: 4300, early_until: '2026-01-01' })
    .where('id', '=', other.id)
    .execute()

  const { body } = await t.call(changeOrganization, { token: owner.token, body: { currency: 'JPY' } })
  expect(body.message).toMatch(/^The organization is saved\. A card cannot be charged less than ¥50\. Please change /)
  const small = await smallPrices()
  expect([small.least, small.total]).toEqual([50, divisions.length + 1])
  expect(small.prices[0]).toEqual({
    division: divisions[0]?.name,
    season: null,
    area: null,
    price: divisions[0]?.price,
  })
  expect((await step())?.problem).toContain(`${divisions[0]?.name} at ¥${divisions[0]?.price}`)
  expect((await step())?.problem).toContain(`and ${divisions.length - 2} more.`)
  // Sales cannot open while prices are this small.
  await t.db.updateTable('organization').set({ opened_at: null, name: 'Bayside' }).execute()
  expect(await t.call(goOnSale, { token: owner.token })).toMatchObject({ status: 409, body: { code: 'not_set_up' } })

  // No money has moved, and a free price is not too small.
  await t.db.updateTable('divisions').set({ price_cents: 0 }).execute()
  expect(await smallPrices()).toEqual({
    least: 50,
    total: 1,
    prices: [
      {
        division: expect.any(String),
        season: { id: league.season_id, name: `${league.name} ${league.year}` },
        area: expect.any(String),
        price: 44,
      },
    ],
  })
  await t.db.updateTable('leagues').set({ price_cents: null, early_price_cents: null, early_until: null }).execute()
  expect((await smallPrices()).total).toBe(0)
  expect((await step())?.problem).toBe(null)
  for (const { id, price } of divisions)
    await t.db
      .updateTable('divisions')
      .set({ price_cents: price * 100 })
      .where('id', '=', id)
      .execute()
})

test('a price that another currency cannot express does not become free', async () => {
  const divisions = await t.db.selectFrom('divisions').select(['id', 'price_cents']).execute()
  // Stripe names no minimum charge for this currency, so 40 centavos are enough.
  await t.db.updateTable('divisions').set({ price_cents: 40 }).execute()
  await t.db.updateTable('organization').set({ currency: 'ARS' }).execute()
  await readOrganization(t.app)
  expect((await change({ currency: 'JPY' })).status).toBe(200)
  const prices = await t.db.selectFrom('divisions').select('price_cents').distinct().execute()
  expect(prices).toEqual([{ price_cents: 1 }])
  for (const { id, price_cents } of divisions)
    await t.db.updateTable('divisions').set({ price_cents }).where('id', '=', id).execute()
})

test('another currency keeps the figures of the prices, until money has moved', async () => {
  const priceOf = async () => (await t.call(listDivisions, { query: { per_page: 1 } })).body.items[0]?.price
  const before = await priceOf()
  expect((await change({ currency: 'jpy' })).status).toBe(200)
  expect(await priceOf()).toBe(before)
  expect((await change({ currency: 'USD' })).status).toBe(200)
  expect(await priceOf()).toBe(before)
  const player = await makePlayer(t)
  const bought = await t.call(purchase, {
    token: player.token,
    body: {
      league_slug: 'fall',
      cart: [{ slug: 'womens-singles-3-5' }],
      price: 39,
      confirmationToken: await makeToken(t),
    },
  })
  expect(bought.status).toBe(201)
  expect(await change({ currency: 'AUD' })).toMatchObject({
    status: 422,
    body: { fields: { currency: expect.any(String) } },
  })
  expect((await t.call(getOrganization, { token: owner.token })).body).toMatchObject({
    currency: 'USD',
    currency_fixed: true,
  })
  expect((await change({ currency: 'USD', name: 'Still dollars' })).status).toBe(200)
})

async function upload(image: Uint8Array<ArrayBuffer> | string, type: string) {
  const form = new FormData()
  form.set('image', new Blob([image], { type }), 'logo')
  const response = new Response(form)
  const answer = await t.server.inject({
    method: 'PUT',
    url: `/api${updateLogo.path}`,
    headers: { 'content-type': response.headers.get('content-type') ?? '', authorization: `Bearer ${owner.token}` },
    payload: Buffer.from(await response.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json<{ fields?: Record<string, string> }>() }
}

test('a logo becomes a picture and icons, named by pages and the manifest; once it is removed, the sign returns', async () => {
  const red = await sharp({ create: { width: 400, height: 100, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect((await upload(new Uint8Array(red), 'image/png')).status).toBe(200)
  const { logo } = (await t.call(getConfig, {})).body.organization
  const { icons } = (await t.server.inject('/manifest.webmanifest')).json<{
    icons: { src: string; sizes: string; purpose: string }[]
  }>()
  expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['192x192', 'maskable'],
    ['512x512', 'maskable'],
  ])
  for (const address of [logo ?? '', ...icons.map(({ src }) => src)]) {
    const answer = await t.server.inject(address)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expect(answer.headers['cache-control']).toContain('immutable')
  }
  const icon = await sharp((await t.server.inject(icons[1]?.src ?? '')).rawPayload).metadata()
  expect([icon.width, icon.height]).toEqual([512, 512])
  expect((await t.call(deleteLogo, { token: owner.token })).status).toBe(200)
  expect((await t.call(getConfig, {})).body.organization.logo).toBe(null)
  expect((await t.server.inject(logo ?? '')).statusCode).toBe(404)
})

test('an SVG with a script is served as pixels, and nothing in it runs or is loaded', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">
    <script>fetch('https://evil.example')</script>
    <image xlink:href="file:///etc/passwd" width="10" height="10"/>
    <rect width="40" height="20" fill="#00ff00" onload="alert(1)"/></svg>`
  expect((await upload(svg, 'image/svg+xml')).status).toBe(200)
  const { logo } = (await t.call(getConfig, {})).body.organization
  const { rawPayload, headers } = await t.server.inject(logo ?? '')
  expect(headers['content-type']).toBe('image/png')
  expect(rawPayload.toString('latin1')).not.toMatch(/script|evil|passwd/)
  const { dominant } = await sharp(rawPayload).stats()
  expect(dominant.g).toBeGreaterThan(200)
  expect((await sharp(rawPayload).metadata()).width).toBe(512)
})

test.each([
  ['an entity bomb', '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'],
  ['a page', '<html><script>alert(1)</script></html>'],
  ['nothing', ''],
  ['an incomplete drawing', '<svg xmlns="http://www.w3.org/2000/svg"><rect'],
])('%s is not a logo', async (_, content) => {
  expect(await upload(content, 'image/svg+xml')).toMatchObject({
    status: 422,
    body: { fields: { image: expect.any(String) } },
  })
})

test('the colors are a separate style sheet, which only accepts two colors', async () => {
  const sheet = await t.server.inject('/organization/colors-0b3d6b-ffb400.css')
  expect([sheet.statusCode, sheet.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  expect(sheet.body).toMatch(/^:root\{(--color-[a-z-]+:(light-dark\()?#[0-9a-f]{6}[^;]*;)+\}$/)
  for (const name of ['colors-red-blue.css', 'colors-0b3d6b-ffb400.css.map', 'logo-x.png', '..%2f..%2fpackage.json'])
    expect((await t.server.inject(`/organization/${name}`)).statusCode).toBe(404)
})
