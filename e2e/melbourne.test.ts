import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Browser, type BrowserContextOptions, type Download, type Page } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import sharp from 'sharp'
import { webhookEndpoint } from '#/test/stripe/shapes.ts'
import { sign, startStripe, type StandIn } from '#/test/stripe/stand-in.ts'
import { setClock, shiftDates } from './clock.ts'
import { crawl, readPage } from './crawler.ts'
import { findForeignWords } from './foreign-words.ts'
import { expectGoodScreen, test, withoutComplaint } from './journey.ts'
import { freeSite, startOwnApp } from './own-app.ts'
import { stubStripe } from './stripe-script.ts'

// A league in another country, set up from nothing in the browser, and then read to its last page.
test.describe.configure({ mode: 'serial' })
// Tracing a hundred pages would take longer than reading them.
test.use({ trace: 'off' })

/** Friday, September 4, 8:30 in the morning in Melbourne; in UTC and America it is Thursday. */
const now = new Date('2026-09-03T22:30:00Z')
const password = 'a lob into the sun'
const suburbs = ['Brighton', 'Hampton', 'Sandringham']
const levels = ['2.5', '3.0', '3.5', '4.0', '4.5', '5.0', '5.5']
const league = 'Singles 4.0'
const owner = { first: 'Edith', last: 'Barraclough', email: 'edith@bayside.example' }
const matilda = { first: 'Matilda', last: 'Ashgrove', email: 'matilda@bayside.example', phone: '0491 570 156' }
const banjo = { first: 'Banjo', last: 'Kelleher', email: 'banjo@bayside.example', phone: '0491 570 157' }
const saoirse = { first: 'Saoirse', last: 'Dunstan', email: 'saoirse@bayside.example', phone: '0491 570 158' }
type Player = typeof matilda
const nameOf = ({ first, last }: { first: string; last: string }) => `${first} ${last}`

const dataDir = join(tmpdir(), `league-${randomUUID()}`)
let site = ''
let startedAt = 0
let ownerLink = ''
let stopApp: () => Promise<void>
let stripe: StandIn
/** Signed-in sessions for the second part. */
const sessions = new Map<string, NonNullable<BrowserContextOptions['storageState']>>()

const clock = () => new Date(now.getTime() + Date.now() - startedAt)

test.beforeAll(async () => {
  stripe = await startStripe()
  stripe.dateBy({ now: clock })
  const own = await freeSite()
  site = own.site
  startedAt = Date.now()
  // Production has no setting for its clock: the process itself begins at this instant.
  const shift = `(${shiftDates.toString()})(${now.getTime() - startedAt})`
  const settings = {
    NODE_ENV: 'production',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}`,
    DATA_DIR: dataDir,
    PUBLIC_URL: site,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    MAIL_TRANSPORT: 'outbox',
    MAIL_FROM: 'play@bayside.example',
    SUPPORT_EMAIL: 'play@bayside.example',
    BACKUPS: 'off',
    LOG_LEVEL: 'error',
    ...stripe.settings,
  }
  stopApp = await startOwnApp(own.port, settings)
  // The app writes it after it listens.
  await expect.poll(() => readFile(join(dataDir, 'owner-link'), 'utf8').catch(() => '')).not.toBe('')
  ownerLink = (await readFile(join(dataDir, 'owner-link'), 'utf8')).trim()
  // Adds the webhook, which the owner of a Stripe account does in Stripe's dashboard.
  stripe.webhooks.push(webhookEndpoint(`${site}/api/payments/webhook`, ['*']))
})

test.afterAll(async () => {
  await stopApp()
  await stripe.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** A browser in Melbourne. Returns its stored state. */
async function inBrowser(
  browser: Browser,
  use: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<NonNullable<BrowserContextOptions['storageState']>> {
  const context = await browser.newContext({
    baseURL: site,
    locale: 'en-AU',
    timezoneId: 'Australia/Melbourne',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  })
  try {
    await withoutComplaint(await context.newPage(), async (page) => {
      await setClock(page, clock())
      await use(page)
    })
    return await context.storageState()
  } finally {
    await context.close()
  }
}

const delivered = new Set<unknown>()

/** Sends pending Stripe events to the league, as Stripe does. */
async function deliverEvents(): Promise<void> {
  for (const event of stripe.events.filter((each) => !delivered.has(each))) {
    delivered.add(event)
    const { payload, signature } = sign(event, { age: Math.round((Date.now() - clock().getTime()) / 1000) })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const answer = await fetch(`${site}/api/payments/webhook`, { method: 'POST', headers, body: payload })
    expect(answer.status).toBe(200)
  }
}

/** All emails of the league's outbox. */
async function readEmails(): Promise<Email[]> {
  const folder = join(dataDir, 'outbox')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
}

/** The email with this subject to a person, once it is there. */
async function emailTo({ email }: { email: string }, subject: RegExp): Promise<Email> {
  let found: Email | undefined
  await expect
    .poll(async () => {
      const emails = await readEmails()
      found = emails.find((each) => each.to?.some((to) => to.address === email) && subject.test(each.subject ?? ''))
      return emails.map((each) => `${each.to?.[0]?.address}: ${each.subject}`)
    })
    .toContainEqual(expect.stringMatching(new RegExp(`^${email}: .*${subject.source}`)))
  return found!
}

/** Types a day in the league's date order. */
async function typeDay(
  page: Page,
  label: string,
  [day, month, year]: readonly [string, string, string],
): Promise<void> {
  const field = page.getByRole('group', { name: label, exact: true })
  await field.getByRole('spinbutton', { name: /^day/ }).fill(day)
  await field.getByRole('spinbutton', { name: /^month/ }).fill(month)
  await field.getByRole('spinbutton', { name: /^year/ }).fill(year)
  await expect(field).toContainText(`${day}/${month}/${year}`)
}

async function setUp(page: Page): Promise<void> {
  const step = (title: RegExp) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: title }) })
  const expectDone = (title: RegExp) => expect(step(title).getByText('Done', { exact: true })).toBeVisible()

  await page.goto('/')
  await expect(page.getByText('This league is being set up.')).toBeVisible()
  await page.goto(ownerLink)
  await page.getByLabel('First name').fill(owner.first)
  await page.getByLabel('Last name').fill(owner.last)
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Open my account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Set up the league' })).toBeVisible()

  // The name first: the short one follows it until another is entered.
  await page.getByLabel('Name of the league').fill('Bayside Tennis')
  await page.getByLabel('Main color').fill('#0b3d6b')
  await page.getByLabel('Accent color').fill('#ffb400')
  await page.getByRole('button', { name: 'Save name and colors' }).click()
  await expectDone(/^Organization/)
  await page.goto('/organizer/organization')
  await expect(page.getByLabel('Short name')).toHaveValue('Bayside Tennis')
  await page.getByLabel('Short name').fill('Bayside')
  await page.getByRole('textbox', { name: 'Phone' }).fill('+61 3 7010 2345')
  await page.getByLabel('Address').fill('1 Beach Road\nSandringham VIC 3191')
  await page.getByLabel('Currency').selectOption('AUD')
  await page.getByLabel('Tax', { exact: false }).first().fill('GST')
  await page.getByLabel('Rate in percent').fill('10')
  await page.getByLabel('Time zone').selectOption('Australia/Melbourne')
  await page.getByLabel('Locale').fill('en-AU')
  await page.getByLabel('The week starts on').selectOption({ label: 'Monday' })
  await page.getByLabel('Country for phone numbers').selectOption('AU')
  await page.getByLabel('Units').selectOption('metric')
  await page.getByRole('button', { name: 'Save the organization' }).click()
  await expect(page.getByText('The organization is saved.')).toBeVisible()

  await page.goto('/organizer/setup')
  await step(/^Areas/)
    .getByRole('button', { name: 'Start with nothing' })
    .click()
  await expect(page.getByText('You start with nothing.')).toBeVisible()
  await step(/^Areas/)
    .getByRole('link', { name: 'Areas' })
    .click()
  const dialog = page.getByRole('dialog')
  for (const suburb of suburbs) {
    await page.getByRole('button', { name: 'Open an area' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill(suburb)
    await dialog.getByLabel('Time zone').selectOption('Australia/Melbourne')
    await dialog.getByRole('button', { name: 'Open the area' }).click()
    await expect(page.getByRole('rowheader', { name: suburb })).toBeVisible()
  }

  await page.goto('/organizer/seasons/divisions')
  for (const level of levels) {
    await page.getByRole('button', { name: 'Create a division' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill(`Singles ${level}`)
    await dialog.getByRole('radio', { name: 'Singles' }).check()
    await dialog.getByLabel('Level').selectOption(level)
    await dialog.getByLabel('Price').fill('45')
    await dialog.getByRole('button', { name: 'Create the division' }).click()
    await expect(page.getByRole('row').filter({ hasText: `Singles ${level}` })).toContainText('$45.00')
  }

  await page.goto('/organizer/seasons')
  await page.getByRole('button', { name: 'Create a season' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Spring')
  await typeDay(page, 'First day', ['07', '09', '2026'])
  await typeDay(page, 'Last day', ['13', '12', '2026'])
  await expectGoodLeagueScreen(page)
  await dialog.getByRole('button', { name: 'Create the season' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Spring 2026' })).toBeVisible()
  await expect(page.getByText('Mon, 7 Sept – Sun, 13 Dec 2026').first()).toBeVisible()
  await page.getByRole('button', { name: `Change the format of ${league}, Sandringham` }).click()
  await dialog.getByRole('radio', { name: 'Box league' }).check()
  await dialog.getByLabel('For', { exact: true }).selectOption({ label: 'Every division in every area' })
  await dialog.getByRole('button', { name: 'Save the format' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(
    page.getByRole('region', { name: 'Leagues' }).getByRole('row').filter({ hasText: 'Box league' }),
  ).toHaveCount(suburbs.length * levels.length)
  await page.getByRole('button', { name: 'Publish the season' }).click()
  await page.getByRole('alertdialog').or(dialog).getByRole('button', { name: 'Publish it' }).click()
  await expect(page.getByRole('button', { name: 'Publish the season' })).toHaveCount(0)

  await page.goto('/organizer/setup')
  await page.getByRole('button', { name: 'Send me a test email' }).click()
  await expect(page.getByText(`The mail server accepted an email to ${owner.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Check Stripe' }).click()
  await expect.poll(() => stripe.events.length).toBe(1)
  await deliverEvents()
  await expect(page.getByText('Payments work')).toBeVisible()
  for (const done of [/^Areas/, /^Divisions/, /^Seasons/, /^Rules/, /^Payments and mail/]) await expectDone(done)
  await expectGoodLeagueScreen(page)
  await page.getByRole('button', { name: 'Go on sale' }).click()
  await expect(page.getByText('The league is on sale.')).toBeVisible()
}

/** Fills in the fields that both kinds of sign-up share. */
async function fillPlayer(page: Page, player: Player, gender: 'Female' | 'Male'): Promise<void> {
  await page.getByLabel('First name').fill(player.first)
  await page.getByLabel('Last name').fill(player.last)
  await page.getByRole('textbox', { name: 'Email' }).fill(player.email)
  await page.getByRole('textbox', { name: 'Phone' }).fill(player.phone)
  await page.getByRole('radio', { name: '4.0' }).check()
  await page.getByRole('radio', { name: gender, exact: true }).check()
  await page.getByRole('radio', { name: 'Sandringham' }).check()
}

async function pay(page: Page): Promise<void> {
  await page.getByLabel('Card number (Stripe)').fill('4242424242424242')
  expect(await page.evaluate('window.stripeOptions')).toMatchObject({ amount: 4500, currency: 'aud' })
  await page.getByRole('button', { name: 'Pay $45.00' }).click()
  const success = page.getByRole('dialog', { name: 'You are in' })
  await expect(success).toBeVisible()
  await deliverEvents()
  await success.getByRole('button', { name: 'Go to my league' }).click()
  await expect(page.getByText(league, { exact: true }).first()).toBeVisible()
}

/** Signs up, signs in, and joins. */
async function signUpAndJoin(page: Page): Promise<void> {
  await stubStripe(page, stripe)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Tennis leagues in Brighton, Hampton, and Sandringham',
  )
  await page.getByRole('link', { name: 'Create an account' }).first().click()
  await fillPlayer(page, matilda, 'Female')
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page.getByText('Welcome to Bayside Tennis, Matilda.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: nameOf(matilda) })).toBeVisible()
  await page.getByRole('link', { name: 'Join League' }).click()
  await page.getByRole('link', { name: /Select.*Spring/ }).click()
  await page.getByRole('button', { name: new RegExp(`Add to Cart.*${league}`) }).click()
  await page.getByRole('link', { name: 'Order summary' }).click()
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await pay(page)
}

/** Buys without an account, which opens one. */
async function buyAsGuest(page: Page, player: Player, gender: 'Female' | 'Male'): Promise<void> {
  await stubStripe(page, stripe)
  await page.goto('/leagues')
  await page.getByRole('button', { name: new RegExp(`Add to Cart.*${league}`) }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await fillPlayer(page, player, gender)
  await page.getByRole('button', { name: 'Continue to the card' }).click()
  await pay(page)
}

/** Checks a screen under the league's own name. */
async function expectGoodLeagueScreen(page: Page): Promise<void> {
  await expectGoodScreen(page, 'Bayside Tennis')
}

test('an operator in Melbourne goes from an empty database to the first paid entry, draw, result and email', async ({
  browser,
}) => {
  expect(ownerLink).toContain(site)
  sessions.set('owner', await inBrowser(browser, setUp))
  sessions.set('matilda', await inBrowser(browser, signUpAndJoin))
  sessions.set('banjo', await inBrowser(browser, (page) => buyAsGuest(page, banjo, 'Male')))
  sessions.set('saoirse', await inBrowser(browser, (page) => buyAsGuest(page, saoirse, 'Female')))
  expect(stripe.succeeded().map(({ amount, currency }) => [amount, currency])).toEqual(
    Array.from({ length: 3 }, () => [4500, 'aud']),
  )
  const again = (who: string, use: (page: Page) => Promise<void>) =>
    inBrowser(browser, use, { storageState: sessions.get(who)! })

  await again('owner', async (page) => {
    await page.goto('/organizer/matches/draw')
    await page.getByRole('link', { name: `${league}, Sandringham` }).click()
    await expect(page.getByRole('heading', { name: '1 box' })).toBeVisible()
    await expectGoodLeagueScreen(page)
    await page.getByRole('button', { name: 'Draw: 3 added' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing to draw' })).toBeVisible()
  })

  // Two players arrange a match, which then appears in their calendars.
  const confirm = await emailTo(matilda, /Confirm your email for Bayside Tennis/)
  await again('matilda', async (page) => {
    // Offers are emailed, so the email must be confirmed first.
    await page.goto(/https?:\/\/\S+\/verify-email#token=[\w-]+/.exec(confirm.text ?? '')?.[0] ?? '/none')
    await page.getByRole('button', { name: 'Confirm my email' }).click()
    await expect(page.getByText(/Your email is confirmed/).first()).toBeVisible()
    await page.goto('/dashboard')
    await page.getByRole('button', { name: `Options for the match against ${nameOf(saoirse)}` }).click()
    await page.getByRole('menuitem', { name: 'Times and messages' }).click()
    await page.getByRole('button', { name: /^Use (this|these)/ }).click()
    await page.getByRole('button', { name: 'Send the offer' }).click()
    await expect(page.getByText('Your times are offered').first()).toBeVisible()
  })
  await again('saoirse', async (page) => {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Answer the offer' }).first().click()
    await page
      .getByRole('button', { name: /^Take / })
      .first()
      .click()
    await expect(page.getByText('Agreed. See you on court!')).toBeVisible()
  })

  // Two have played: one reports, the other confirms, and the table shows it.
  let result = ''
  await again('matilda', async (page) => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: `Options for the match against ${nameOf(banjo)}` }).click()
    await page.getByRole('menuitem', { name: 'Submit Score' }).click()
    await page.getByRole('radio', { name: nameOf(matilda) }).check()
    await page.getByLabel('Score line').fill('6-4 6-3')
    await page.getByLabel('Match location').fill('Thomas Street, court 2')
    await page.getByRole('button', { name: 'Submit Score' }).click()
    await expect(page.getByText('Waiting for the other side')).toBeVisible()
    await expectGoodLeagueScreen(page)
    result = page.url()
  })
  await again('banjo', async (page) => {
    await page.goto(result)
    await expect(page.getByText('Fri, 4 Sept 2026').first()).toBeVisible()
    await page.getByRole('button', { name: 'Confirm score' }).click()
    await expect(page.getByText('This score is final')).toBeVisible()
    await page.goto('/dashboard/standings')
    const table = page.getByRole('table', { name: new RegExp(`^Box 1, ${league}`) })
    // Banjo has not confirmed the email yet, so the others' names are short.
    await expect(table.getByRole('row', { name: 'Matilda A.' })).toContainText('1')
    await expect(table.getByRole('rowheader').first()).toContainText('Matilda A.')
    await expectGoodLeagueScreen(page)
  })

  await emailTo(owner, /Emails from Bayside Tennis arrive/)
  await emailTo(banjo, /Choose your Bayside Tennis password/)
  await emailTo(banjo, /Is this score right\? 6-4 6-3/)
  const receipt = await emailTo(matilda, /You are in: Spring 2026/)
  expect(receipt.from).toMatchObject({ name: 'Bayside Tennis', address: 'play@bayside.example' })
  for (const words of ['Mon, 7 Sept – Sun, 13 Dec 2026', `${league}: $45.00`, 'GST', '$4.09'])
    expect(receipt.text).toContain(words)
  const appointment = await emailTo(matilda, /Your match: Mon, 7 Sept 2026, 6:00 pm/)
  const calendar = appointment.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  expect(textOf(calendar?.content)).toContain('TZID=Australia/Melbourne')
})

function textOf(content: string | ArrayBuffer | Uint8Array | undefined): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}

/** A saved file's name and text. */
async function readDownload(saving: Promise<Download>): Promise<string> {
  const download = await saving
  return `${download.suggestedFilename()} | ${await readFile(await download.path(), 'utf8')}`
}

test('no page, email or file names the demo, its places, its currency or the product', async ({ browser }) => {
  const found: string[] = []
  const heard = new Set<string>()
  const hear = (where: string, text: string | null) => {
    heard.add(where)
    if (text === null || text.length < 5) found.push(`${where}: nothing`)
    else found.push(...findForeignWords(where, text))
  }
  const who = (name: string) => ({ storageState: sessions.get(name)! })

  const visitor = inBrowser(browser, async (page) => {
    const sitemap = await (await page.request.get('/sitemap.xml')).text()
    const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) =>
      address.replaceAll('&amp;', '&'),
    )
    expect(listed).toContain(`${site}/leagues`)
    const links = ['reset-password', 'verify-email', 'confirm-email', 'connect', 'score-link', 'offer', 'partner']
    const kinds = await crawl(page, site, {
      starts: [
        '/',
        ...listed,
        ...[...links, 'invitation', 'unsubscribe', 'confirm-merge', 'claim', 'owner'].map(
          (link) => `/${link}#token=none`,
        ),
        '/signup?referral=none',
        '/auth/callback',
        '/payment',
        '/live/1',
        '/texts/rules',
        '/no-such-page',
      ],
      hear: (path, text) => hear(`a visitor at ${path}`, text),
    })
    expect(kinds).toEqual(expect.arrayContaining(['/', '/leagues', '/signup', '/results/:id', '/texts/rules']))
    const embedded = '/public/embed/sandringham/singles-4-0'
    const files = [
      '/manifest.webmanifest',
      '/robots.txt',
      '/sitemap.xml',
      '/api/public/config',
      '/api/no-such-call',
      '/none.txt',
      '/api/docs',
      '/api/openapi.json',
      ...['standings', 'results', 'bracket', 'schedule', 'join'].flatMap((view) => [
        `${embedded}/${view}`,
        `/api${embedded}/${view}`,
      ]),
    ]
    for (const path of files) hear(`the file ${path}`, withoutTags(await (await page.request.get(path)).text()))
    await expectOwnSign(page)
  })

  const player = inBrowser(
    browser,
    async (page) => {
      const kinds = await crawl(page, site, {
        starts: ['/dashboard', '/dashboard/no-such-page', '/dashboard/add-match'],
        hear: (path, text) => hear(`a player at ${path}`, text),
      })
      expect(kinds).toEqual(
        expect.arrayContaining(
          [
            'myleague standings play-offs results/:id rules contact-us refer matches/:id payment-history/:id',
            'settings/notifications settings/availability notifications',
          ]
            .flatMap((paths) => paths.split(' '))
            .map((path) => `/dashboard/${path}`),
        ),
      )
      await page.goto('/dashboard/settings/account')
      await page.getByRole('button', { name: 'Download my data' }).click()
      await page.getByRole('dialog').getByLabel('Your password').fill(password)
      const data = readDownload(page.waitForEvent('download'))
      await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
      hear('the file of the player’s data', await data)

      await page.goto('/dashboard')
      await page.getByRole('button', { name: `Options for the match against ${nameOf(saoirse)}` }).click()
      const event = readDownload(page.waitForEvent('download'))
      await page.getByRole('menuitem', { name: 'Add to calendar' }).click()
      hear('the file for a calendar', await event)
    },
    who('matilda'),
  )

  const desk = inBrowser(
    browser,
    async (page) => {
      const kinds = await crawl(page, site, {
        starts: ['/organizer', '/organizer/setup', '/organizer/matches/1', '/organizer/no-such-page'],
        hear: (path, text) => hear(`the owner at ${path}`, text),
      })
      expect(kinds).toEqual(
        expect.arrayContaining(
          [
            'seasons seasons/:id seasons/:id/leagues entries entries/:id matches matches/:id payments payments/:id',
            'players/:id exchange record organization texts/emails/:kind',
          ]
            .flatMap((paths) => paths.split(' '))
            .map((path) => `/organizer/${path}`),
        ),
      )
      // Records from before the first entry are listed without their content.
      await page.goto('/organizer/record?subject=organization')
      await expect(page.locator('del', { hasText: 'Default' }).first()).toBeAttached()

      await page.goto('/organizer/exchange')
      for (const kind of ['players', 'entries', 'results']) {
        const sample = readDownload(page.waitForEvent('download'))
        await page.getByRole('button', { name: `Sample of ${kind}` }).click()
        hear(`the sample of ${kind}`, await sample)
      }
      for (const kind of ['players', 'entries', 'results', 'payments', 'standings']) {
        await page.goto('/organizer/exchange')
        await page.getByLabel('List', { exact: true }).selectOption(kind)
        const button = page.getByRole('button', { name: /^Download / })
        // A hundred pages in a minute reach the limit of calls from one address.
        await expect(async () => {
          await page.getByRole('button', { name: 'Create the file' }).click({ timeout: 1_000 })
          await expect(button).toBeVisible({ timeout: 4_000 })
        }).toPass({ timeout: 90_000 })
        const file = readDownload(page.waitForEvent('download'))
        await button.click()
        hear(`the export of ${kind}`, await file)
        hear(`the page of the export of ${kind}`, await readPage(page))
      }
    },
    who('owner'),
  )
  await Promise.all([visitor, player, desk])
  await inBrowser(
    browser,
    async (page) => {
      await page.goto('/dashboard')
      // Opens a screen whose code is not loaded yet, without a network.
      await page.context().setOffline(true)
      await page.getByRole('link', { name: 'Contact Us' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
      hear('a page without a network', await readPage(page))
      await page.context().setOffline(false)
      await expect(page.getByRole('heading', { level: 1, name: /Contact/ })).toBeVisible()
    },
    who('matilda'),
  )

  for (const { subject, from, replyTo, to, headers, text = '', html = '', attachments } of await readEmails()) {
    const where = `the email “${subject}” to ${to?.[0]?.address}`
    const senders = [from, ...(replyTo ?? [])].map((each) => `${each?.name} ${each?.address}`)
    const files = attachments.map(({ filename, content }) => `${filename} ${textOf(content)}`)
    const heads = headers.filter(({ key }) => /^(?:list|x)-|^message-id$/.test(key)).map(({ value }) => value)
    hear(where, [subject, ...senders, ...heads, text, withoutTags(html), ...files].join(' | '))
  }
  expect(found).toEqual([])
  expect(heard.size).toBeGreaterThan(100)
})

/**
 * The symbol in a page's head, and every icon and picture that its HTML and the manifest name, are the league's own.
 */
async function expectOwnSign(page: Page): Promise<void> {
  await page.goto('/leagues')
  const letters = page.getByRole('banner').locator('[data-letters]').filter({ visible: true })
  await expect(letters).toHaveAttribute('data-letters', 'B')
  const named = await page.evaluate(() =>
    [...document.querySelectorAll('link[rel~="icon"], link[rel="apple-touch-icon"], meta[property="og:image"]')].map(
      (tag) => tag.getAttribute('href') ?? tag.getAttribute('content') ?? '',
    ),
  )
  expect(named).toHaveLength(3)
  const { icons } = (await (await page.request.get('/manifest.webmanifest')).json()) as { icons: { src: string }[] }
  const usual = ['/favicon.ico', '/icon-192.png', '/icon-512.png', '/apple-touch-icon.png']
  for (const address of new Set([...named, ...icons.map(({ src }) => src), ...usual])) {
    const answer = await page.request.get(address)
    expect([address, answer.status()]).toEqual([address, 200])
    if (answer.headers()['content-type']?.startsWith('image/svg')) {
      expect(await answer.text()).toContain('fill="#0b3d6b"')
      expect(await answer.text()).not.toContain('c18 0 30 11 30 28')
      continue
    }
    const picture = sharp(await answer.body()).removeAlpha()
    const corner = await picture.clone().extract({ left: 2, top: 2, width: 1, height: 1 }).raw().toBuffer()
    expect([address, corner.toString('hex')]).toEqual([address, '0b3d6b'])
    // The product's symbol would be recognized by its yellow, the color of a ball.
    const points = await picture.raw().toBuffer()
    let [own, foreign] = [0, 0]
    for (let at = 0; at < points.length; at += 3) {
      const color = points.subarray(at, at + 3).toString('hex')
      if (color === 'ffb400') own += 1
      if (color === 'def53b') foreign += 1
    }
    expect([address, own > points.length / 60, foreign]).toEqual([address, true, 0])
  }
}

/** The text of a page's HTML without a browser. */
function withoutTags(html: string): string {
  return html.replaceAll(/<style[^]*?<\/style>/g, ' ').replaceAll(/<[^>]*>/g, ' | ')
}
