import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { setClock } from './clock.ts'
import { expectFittingScreen, expectGoodScreen, test, withoutComplaint } from './journey.ts'
import { freeSite, startOwnApp } from './own-app.ts'
import { enter, uniqueName } from './people.ts'
import { mailbox } from './mailbox.ts'

// This app is separate because an organization's questions are asked of everyone.
const owner = { email: 'owner@club.example', password: 'advantage, server' }
const now = '2026-07-15T16:00:00Z'
let site = ''
let stopApp: (() => Promise<void>) | null = null

test.beforeAll(async () => {
  const free = await freeSite()
  site = free.site
  stopApp = await startOwnApp(free.port, {
    NOW: now,
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    ORGANIZER_NAME: 'League Owner',
    ORGANIZER_EMAIL: owner.email,
    ORGANIZER_PASSWORD: owner.password,
  })
})

test.afterAll(async () => {
  await stopApp?.()
})

async function signIn(request: APIRequestContext, who: { email: string; password: string }): Promise<string> {
  const answer = await request.post(`${site}/api/users/signin`, { data: who })
  expect(answer.status(), await answer.text()).toBe(200)
  return ((await answer.json()) as { token: string }).token
}

/** Checks the page on a desktop and on a phone. */
async function expectGoodAtBothWidths(page: Page): Promise<void> {
  await expectGoodScreen(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectFittingScreen(page)
  await page.setViewportSize({ width: 1280, height: 900 })
}

async function pay(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^Pay / }).click()
}

test('an organization publishes its texts and asks its questions, and players accept and answer when they join', async ({
  page: desk,
  browser,
  request,
}) => {
  // A player who signed up before there was anything to accept.
  const early = { email: `${uniqueName('early')}@example.com`, password: 'a lob into the sun' }
  const signedUp = await request.post(`${site}/api/users/signup`, {
    data: {
      ...early,
      first_name: 'Erin',
      last_name: 'Early',
      phone: '+1 574 555 0142',
      singles_level: '3.5',
      gender: 'Female',
      location: 'South Bend',
    },
  })
  expect(signedUp.status(), await signedUp.text()).toBe(201)

  const token = await signIn(request, owner)
  await desk.setViewportSize({ width: 1280, height: 900 })
  await enter(desk, token)
  await setClock(desk, new Date(now))

  await test.step('the owner writes terms, looks at them, and publishes them', async () => {
    await desk.goto(`${site}/organizer/texts`)
    await expect(desk.getByRole('link', { name: 'Terms' })).toBeVisible()
    await expectGoodAtBothWidths(desk)
    await desk.getByRole('link', { name: 'Terms' }).click()
    await desk.getByLabel('Title').fill('House terms')
    await desk
      .getByRole('textbox', { name: /^Text/ })
      .fill(
        '# Courtesy\n\nBe **kind**. <script>alert(1)</script>\n\n- Bring balls.\n- [Our site](https://club.example)',
      )
    await desk.getByRole('button', { name: 'Preview' }).click()
    await expect(desk.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Courtesy' })).toBeVisible()
    await expectGoodAtBothWidths(desk)
    await desk.getByRole('button', { name: 'Publish' }).click()
    await expect(desk.getByText('Version 1 is published.')).toBeVisible()
    await expect(desk.getByRole('rowheader', { name: /Version 1/ })).toBeVisible()
    await expectGoodAtBothWidths(desk)
  })

  await test.step('the page can be read without signing in and without JavaScript', async () => {
    const html = await (await request.get(`${site}/texts/terms`)).text()
    expect(html).toContain('<strong>kind</strong>')
    expect(html).toContain('<title>House terms')
    expect(html).not.toContain('alert(1)</script>')
    expect((await request.get(`${site}/texts/waiver`)).status()).toBe(404)
    expect((await request.get(`${site}/texts/rules`)).status()).toBe(200)
  })

  await test.step('the owner asks for an age, changes an email, and asks two questions', async () => {
    await desk.goto(`${site}/organizer/texts`)
    await desk.getByLabel('Age in years').fill('18')
    await desk.getByRole('button', { name: 'Save the age' }).click()
    await expect(desk.getByText('The organization is saved.')).toBeVisible()
    await desk.getByRole('link', { name: 'Subjects and openings of emails' }).click()
    await expect(desk.getByRole('link', { name: 'Receipts' })).toBeVisible()
    await expectGoodAtBothWidths(desk)
    await desk.getByRole('link', { name: 'Receipts' }).click()
    await desk.getByLabel('Subject').fill('Welcome {name}')
    await desk.getByRole('button', { name: 'Save' }).click()
    await expect(desk.getByText(/\{name\} is not a field/).first()).toBeVisible()
    await desk.getByLabel('Subject').fill('Welcome {first_name}: {subject}')
    await desk.getByRole('button', { name: 'Preview' }).click()
    await expect(desk.getByText('Welcome League: Receipts')).toBeVisible()
    await expectGoodAtBothWidths(desk)
    await desk.getByRole('button', { name: 'Save' }).click()
    await expect(desk.getByRole('button', { name: 'Reset' })).toBeVisible()

    await desk.goto(`${site}/organizer/seasons`)
    await desk.getByRole('link', { name: 'Fall 2026' }).click()
    await desk.getByRole('link', { name: 'Questions' }).click()
    await desk.getByRole('button', { name: 'Add a question' }).click()
    await desk.getByRole('textbox', { name: 'Question 1' }).fill('Size of your T-shirt')
    await desk.getByLabel('Answered by').selectOption({ label: 'One of several choices' })
    await desk.getByLabel('Choices').fill('S\nM\nL')
    await desk.getByLabel('Required').check()
    await desk.getByRole('button', { name: 'Add a question' }).click()
    await desk.getByRole('textbox', { name: 'Question 2' }).fill('Anything else?')
    await expectGoodAtBothWidths(desk)
    await desk.getByRole('button', { name: 'Save the questions' }).click()
    await expect(desk.getByText('The questions are saved.')).toBeVisible()
    await expectGoodAtBothWidths(desk)
  })

  const phone = { viewport: { width: 360, height: 740 }, locale: 'en-US' }

  await test.step('a guest accepts, answers, and is asked again when the terms change during the checkout', async () => {
    const context = await browser.newContext(phone)
    await withoutComplaint(await context.newPage(), async (page) => {
      await setClock(page, new Date(now))
      await page.goto(`${site}/leagues`)
      await expect(page.getByRole('link', { name: 'House terms' })).toBeVisible()
      await page.getByRole('radio', { name: 'South Bend' }).check()
      await page.getByRole('link', { name: /^Fall 2026/ }).click()
      await page.getByRole('button', { name: /Add to Cart.*Women's Singles 3.5/ }).click()
      await page.getByRole('link', { name: 'Continue' }).click()
      await page.getByLabel('First name').fill('Gina')
      await page.getByLabel('Last name').fill('Guest')
      await page.getByRole('textbox', { name: 'Email' }).fill(`${uniqueName('gina')}@example.com`)
      await page.getByRole('textbox', { name: 'Phone' }).fill('574 555 0166')
      await page.getByRole('radio', { name: '3.5' }).check()
      await page.getByRole('radio', { name: 'Female' }).check()
      await page.getByRole('button', { name: 'Continue to the card' }).click()
      await expect(page.getByText('Please answer this question.').first()).toBeVisible()
      await expect(page.getByText('Please read this and accept it.').first()).toBeVisible()
      await expectGoodScreen(page)
      await page.getByRole('radio', { name: 'M', exact: true }).check()
      await page.getByRole('checkbox', { name: 'I am 18 or older.' }).check()
      const accept = page.getByRole('checkbox', { name: /I have read and accept/ })
      await accept.check()
      await page.getByRole('button', { name: 'Continue to the card' }).click()
      await expect(page.getByRole('button', { name: /^Pay / })).toBeVisible()

      const changed = await request.put(`${site}/api/organizer/texts/terms`, {
        headers: { authorization: `Bearer ${token}` },
        data: { text: 'Be very kind.', asks_again: true },
      })
      expect(changed.status(), await changed.text()).toBe(200)
      await pay(page)
      await expect(page.getByText('Please read and accept: House terms.').first()).toBeVisible()
      await page.getByRole('link', { name: 'Change your details' }).click()
      await expect(accept).not.toBeChecked()
      await expect(page.getByRole('radio', { name: 'M', exact: true })).toBeChecked()
      await accept.check()
      await page.getByRole('button', { name: 'Continue to the card' }).click()
      await pay(page)
      await expect(page.getByRole('dialog', { name: 'You are in' })).toBeVisible()
    })
    await context.close()
  })

  await test.step('a player who joined earlier accepts and answers before paying, and names an emergency contact', async () => {
    const context = await browser.newContext(phone)
    await withoutComplaint(await context.newPage(), async (page) => {
      await setClock(page, new Date(now))
      await enter(page, await signIn(request, early))
      await page.goto(`${site}/dashboard/join-league/fall`)
      await page.getByRole('button', { name: /Add to Cart.*Women's Singles 3.5/ }).click()
      await page.goto(`${site}/dashboard/order-summary`)
      await expect(page.getByRole('heading', { name: 'Before you join' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Make Payment' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Accept and continue' }).click()
      await expect(page.getByText('Please read this and accept it.').first()).toBeVisible()
      await expectGoodScreen(page)
      await page.getByRole('checkbox', { name: 'I am 18 or older.' }).check()
      await page.getByRole('checkbox', { name: /I have read and accept/ }).check()
      await page.getByRole('button', { name: 'Accept and continue' }).click()
      await expect(page.getByRole('heading', { name: 'A few questions' })).toBeVisible()
      await expectGoodScreen(page)
      await page.getByRole('radio', { name: 'L', exact: true }).check()
      await page.getByRole('textbox', { name: /Anything else/ }).fill('=1+1')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Make Payment' }).click()
      await pay(page)
      await expect(page.getByRole('dialog', { name: 'You are in' })).toBeVisible()

      await page.goto(`${site}/dashboard/settings`)
      const contact = page.getByRole('region', { name: 'Emergency contact' })
      await contact.getByLabel('Name').fill('Bo Early')
      await contact.getByRole('textbox', { name: 'Phone' }).fill('574 555 0177')
      await contact.getByRole('button', { name: 'Save the contact' }).click()
      await expect(page.getByText('Your emergency contact is saved.')).toBeVisible()
      await expectGoodScreen(page)
      await page.goto(`${site}/dashboard/rules`)
      await expect(page.getByRole('link', { name: 'House terms' })).toBeVisible()
    })
    await context.close()
  })

  await test.step('the desk shows the answers and the contact', async () => {
    await desk.goto(`${site}/organizer/entries`)
    await desk.getByRole('link', { name: /Erin Early/ }).click()
    await expect(desk.getByText('Size of your T-shirt')).toBeVisible()
    await expect(desk.getByText('=1+1')).toBeVisible()
    await expectGoodAtBothWidths(desk)
    await desk.getByRole('link', { name: 'Erin Early', exact: true }).first().click()
    await expect(desk.getByText('Bo Early, +1 574 555 0177')).toBeVisible()
    await expectGoodAtBothWidths(desk)
  })
})

/** The newest link to `path` in an email to this address, from the outbox. */
async function linkOf(request: APIRequestContext, { path, email }: { path: string; email: string }): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const list = await (await request.get(`${site}${mailbox}`)).text()
    const pages = [...list.matchAll(/<a href="(\/dev\/mailbox\/[^"]+)">/g)].map(([, page = '']) => page)
    for (const page of pages.slice(0, 30)) {
      const text = await (await request.get(site + page)).text()
      if (text.includes(email)) link ??= new RegExp(`${path}#token=[\\w-]+`).exec(text)?.[0]
    }
    expect(link).toBeDefined()
  }).toPass()
  return site + link
}

async function send(request: APIRequestContext, path: string, data: unknown, token?: string): Promise<void> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await request.post(`${site}/api${path}`, { data, headers })
  expect(answer.status(), `${path}: ${await answer.text()}`).toBeLessThan(300)
}

test('invited players accept the current terms, through the link and in My league', async ({
  page,
  browser,
  request,
}) => {
  const open = async (first_name: string, location = 'South Bend') => {
    const who = { email: `${uniqueName(first_name.toLowerCase())}@example.com`, password: 'a lob into the sun' }
    const level = { phone: '+1 574 555 0142', singles_level: '3.5', gender: 'Female' }
    const { texts } = await (await request.get(`${site}/api/public/texts`)).json()
    const accepted = (texts as { key: string; version: number; to_accept: boolean }[]).flatMap(
      ({ key, version, to_accept }) => (to_accept ? [{ key, version }] : []),
    )
    const terms = { accepted, confirms_age: true }
    await send(request, '/users/signup', { ...who, ...level, first_name, last_name: 'Asked', location, ...terms })
    return { ...who, token: await signIn(request, who) }
  }
  const ownerToken = await signIn(request, owner)
  const [ines, olga, paul] = [await open('Ines'), await open('Olga', 'DC'), await open('Paula')]
  const [, verify = ''] = (await linkOf(request, { path: '/verify-email', email: olga.email })).split('token=')
  await send(request, '/users/verify-email', { token: verify }, olga.token)
  await send(request, '/organizer/people', { email: olga.email, role: 'organizer', areas: ['dc'] }, ownerToken)
  const saved = await request.put(`${site}/api/organizer/texts/waiver`, {
    headers: { authorization: `Bearer ${ownerToken}` },
    data: { text: 'At your own risk.', asks_again: true },
  })
  expect(saved.status(), await saved.text()).toBe(200)

  const leagueOf = async (division: string) => {
    const headers = { authorization: `Bearer ${olga.token}` }
    const { seasons } = await (await request.get(`${site}/api/organizer/seasons`, { headers })).json()
    const { id } = (seasons as { id: number; slug: string }[]).find(({ slug }) => slug === 'fall') ?? { id: 0 }
    const { leagues } = await (await request.get(`${site}/api/organizer/seasons/${id}`, { headers })).json()
    const found = leagues as { id: number; division_name: string }[]
    return found.find(({ division_name }) => division_name === division)?.id
  }
  for (const division of ["Women's Singles 3.5", "Women's Singles 4.0"]) {
    const invited = { league_id: await leagueOf(division), email: ines.email, amount: 0, reason: 'Works in DC' }
    await send(request, '/organizer/entries', invited, olga.token)
  }

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(await linkOf(request, { path: '/invitation', email: ines.email }))
  await expect(page.getByRole('link', { name: 'Waiver (opens in a new tab)' })).toBeVisible()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Please read this and accept it.').first()).toBeVisible()
  await expectGoodAtBothWidths(page)
  await page.getByRole('checkbox', { name: /I have read and accept: Waiver/ }).check()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('heading', { name: 'You are in' })).toBeVisible()

  // In My league the second invitation asks for nothing, until there is a new version.
  await send(
    request,
    '/organizer/entries',
    { league_id: await leagueOf("Women's Singles 4.5"), email: paul.email, amount: 0, reason: 'Works in DC' },
    olga.token,
  )
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-US' })
  await withoutComplaint(await context.newPage(), async (league) => {
    await setClock(league, new Date(now))
    await enter(league, paul.token)
    await league.goto(`${site}/dashboard/myleague`)
    await expect(league.getByRole('heading', { name: 'An invitation' })).toBeVisible()
    await expect(league.getByText('Please complete the form above first.')).toBeVisible()
    await expectGoodAtBothWidths(league)
    await league.getByRole('checkbox', { name: /I have read and accept: Waiver/ }).check()
    await league.getByRole('button', { name: 'Accept and continue' }).click()
    await expect(league.getByText('Please complete the form above first.')).toBeHidden()
    await league.getByRole('button', { name: /^Accept Women's Singles 4.5/ }).click()
    await expect(league.getByText("You are in Women's Singles 4.5, Fall 2026.")).toBeVisible()
  })
  await context.close()
})
