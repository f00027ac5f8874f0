import { expect, type APIRequestContext } from '@playwright/test'
import { setClock } from './clock.ts'
import { expectGoodScreen, test } from './journey.ts'
import { emailOf, enter, signUpAndIn, uniqueName } from './people.ts'
import { mailbox } from './mailbox.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** The link in this player's invitation, from the outbox. */
async function linkOf(request: APIRequestContext, inviter: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const list = await (await request.get(mailbox)).text()
    const row = [...list.matchAll(/<a href="(\/dev\/mailbox\/[^"]+)">([^<]*)<\/a>/g)].find(
      ([, , subject]) => subject === `${inviter} invites you to play doubles`,
    )
    link = /\/partner#token=[\w-]+/.exec(await (await request.get(row?.[1] ?? '/none')).text())?.[0]
    expect(link).toBeDefined()
  }).toPass()
  return link ?? ''
}

test('a player buys doubles and names a partner without an account, who opens the email, accepts, and sees the league', async ({
  page,
  browser,
  request,
}) => {
  const last = uniqueName('Volley')
  const ada = await signUpAndIn(request, 'Ada', last)
  const email = (await emailOf(request, ada)).replace('@', '-partner@')
  await enter(page, ada)

  await page.goto('/dashboard/join-league/summer-2')
  await page.getByRole('button', { name: "Add to Cart : Women's Doubles" }).click()
  await page.getByRole('link', { name: 'Order summary' }).click()
  await page.getByLabel("Partner's full name").fill(`Bea ${last}`)
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await expect(page.getByRole('link', { name: "Please enter your partner's email." })).toBeVisible()
  await expectGoodScreen(page)
  await page.getByLabel("Partner's email").fill(email)
  await page.getByRole('button', { name: 'Make Payment' }).click()
  // Going back keeps all input.
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await expect(page.getByLabel("Partner's email")).toHaveValue(email)
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await page.getByRole('button', { name: 'Fill in 4242 4242 4242 4242' }).click()
  await page.getByRole('button', { name: 'Pay $49.00' }).click()
  await page.getByRole('button', { name: 'Go to my league' }).click()
  await expect(page.getByText(`Ada ${last}, no partner yet`)).toBeVisible()
  await expect(page.getByText(`We have emailed Bea ${last} at ${email}.`)).toBeVisible()
  await expectGoodScreen(page)

  const link = await linkOf(request, `Ada ${last}`)
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-US' })
  const other = await context.newPage()
  await setClock(other)
  await other.goto(link)
  await expect(other.getByRole('heading', { name: `Ada ${last} invites you to play doubles` })).toBeVisible()
  await expect(other.getByLabel('First name')).toHaveValue('Bea')
  await expect(other.getByLabel('Last name')).toHaveValue(last)
  await other.getByRole('button', { name: 'Accept and create my account' }).click()
  await expect(other.getByText('Please choose your singles level.').first()).toBeVisible()
  await expectGoodScreen(other)
  await other.getByLabel('Phone').fill('574 555 0188')
  await other.getByLabel('Password', { exact: true }).fill('a half volley at noon')
  await other.getByRole('radio', { name: '3.5' }).check({ force: true })
  await other.getByRole('radio', { name: 'Male', exact: true }).check({ force: true })
  await expect(other.getByText("Women's Doubles is meant for women. You can still play.")).toBeVisible()
  await other.getByRole('radio', { name: 'Female' }).check({ force: true })
  await other.getByRole('button', { name: 'Accept and create my account' }).click()
  await expect(other.getByRole('heading', { name: 'You are in the pair' })).toBeFocused()
  await expectGoodScreen(other)
  await other.getByRole('link', { name: 'Go to my league' }).click()
  await expect(other.getByText(`With Ada ${last}`)).toBeVisible()
  await expect(other.getByRole('link', { name: 'Receipt' })).toHaveCount(0)

  await page.reload()
  await expect(page.getByText(`With Bea ${last}`)).toBeVisible()
  await other.goto(link)
  await expect(other.getByText('You have accepted this invitation.')).toBeVisible()

  // The partner can leave before the first day, and is invited again; the account exists now.
  await other.goto('/dashboard/myleague')
  await other.getByRole('button', { name: 'Leave the pair' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Leave the pair' }).click()
  await expect(other.getByText('You are not in a league yet.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Name your partner' }).click()
  await expect(page.getByRole('dialog', { name: /^Your partner in/ })).toHaveAccessibleDescription(/^We email/)
  await page.getByLabel("Partner's full name").fill(`Bea ${last}`)
  await page.getByLabel("Partner's email").fill(email)
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText(`Ada ${last}, no partner yet`)).toBeVisible()
  await expect(async () => {
    await page.goto(await linkOf(request, `Ada ${last}`))
    await expect(page.getByText(`You are signed in as Ada ${last}`)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You are in the pair' })).toBeFocused()
  await page.goto('/dashboard/myleague')
  await expect(page.getByText(`With Bea ${last}`)).toBeVisible()
})
