import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { signUpAndIn } from './people.ts'

type Who = 'stranger' | 'newcomer' | 'demo player'
type State = { name: string; path: string; who: Who; reach?: (page: Page) => Promise<void> }

const empty = (path: string): State => ({ name: `${path}, empty`, path, who: 'newcomer' })
const full = (path: string): State => ({ name: path, path, who: 'demo player' })
const open = (path: string): State => ({ name: path, path, who: 'stranger' })

/** Every screen in every state that a player can meet it in. */
const states: State[] = [
  ...[
    '/',
    '/signup',
    '/leagues',
    '/forgot-password',
    '/reset-password?token=dead',
    '/verify-email?token=dead', '/score-link?token=dead', '/results/1', '/results/999999999',
    '/confirm-email?token=dead',
    '/no/such/page',
  ].map(open),
  { ...open('/'), name: 'sign-in, refused', reach: (page) => page.getByRole('button', { name: 'Sign in' }).click() },
  {
    ...open('/signup'),
    name: 'sign-up, refused',
    reach: (page) => page.getByRole('button', { name: 'Create my account' }).click(),
  },
  ...[
    '/dashboard',
    '/dashboard/join-league',
    '/dashboard/join-league/fall',
    '/dashboard/myleague',
    '/dashboard/score-submission',
    '/dashboard/add-match',
    '/dashboard/results/1/correct',
    '/dashboard/results',
    '/dashboard/results/r?area=south-bend',
    '/dashboard/standings',
    '/dashboard/refer',
    '/dashboard/payment-history',
    '/dashboard/rules',
    '/dashboard/contact-us',
    '/dashboard/settings',
    '/dashboard/settings/payment-method',
    '/dashboard/settings/password',
    '/dashboard/settings/privacy',
    '/dashboard/settings/devices',
    '/dashboard/settings/account',
  ].map(full),
  ...['/dashboard', '/dashboard/myleague', '/dashboard/players', '/dashboard/score-submission', '/dashboard/payment-history'].map(empty),
  ...[
    '/dashboard',
    '/dashboard/join-league',
    '/dashboard/myleague',
    '/dashboard/results/r?area=dc',
    '/dashboard/standings',
    '/dashboard/payment-history',
  ].map((path): State => ({
    name: `${path}, failed`,
    path,
    who: 'demo player',
    // The frame still knows the player; everything else the server is asked for fails.
    reach: async (page) => {
      await page.route(/\/api\/(?!users$)/, (route) =>
        route.fulfill({
          status: 500,
          json: { message: 'Something went wrong. Please try again.', code: 'internal', request_id: '0d3f' },
        }),
      )
      await page.reload()
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
  })),
  {
    ...full('/dashboard'),
    name: 'profile, menu open',
    reach: (page) =>
      page
        .getByRole('button', { name: /^Match against/ })
        .first()
        .click(),
  },
  {
    ...full('/dashboard/join-league'),
    name: 'toast',
    reach: (page) => page.getByRole('button', { name: 'Cart, 0 items' }).click(),
  },
  {
    ...full('/dashboard/score-submission'),
    name: 'score form, refused',
    reach: (page) => page.getByRole('button', { name: 'Submit Score' }).click(),
  },
  {
    ...full('/dashboard/settings'),
    name: 'profile form, refused',
    reach: async (page) => {
      await page.getByLabel('First name').fill('')
      await page.getByRole('button', { name: 'Save profile' }).click()
    },
  },
  {
    ...full('/dashboard/settings'),
    name: 'change of e-mail, refused',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Change e-mail' }).click()
      await page.getByRole('button', { name: 'Mail me the link' }).click()
    },
  },
  {
    ...full('/dashboard/settings/account'),
    name: 'deletion, refused',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await page.getByRole('button', { name: 'Delete for good' }).click()
      await page.getByText('Please enter your password.').first().waitFor()
    },
  },
]

const widths = [320, 768, 1280]
const themes = [
  { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' } },
  { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } },
  { name: 'forced colors', media: { colorScheme: 'dark', forcedColors: 'active' } },
] as const

// Each state once with each width and once with each theme; all nine pairings with SCREENS=all.
const pairings = (at: number) =>
  widths.flatMap((width, w) =>
    themes
      .filter((_, theme) => process.env['SCREENS'] === 'all' || theme === (w + at) % themes.length)
      .map((theme) => ({ width, theme })),
  )

for (const [index, { name, path, who, reach }] of states.entries())
  test(`nothing stands in anybody's way: ${name}`, async ({ page, request }) => {
    const token = await tokenOf(who, request)
    if (token) await page.addInitScript((value) => localStorage.setItem('deuce.token', JSON.stringify(value)), token)
    for (const { width, theme } of pairings(index)) {
      await test.step(`${width} px, ${theme.name}`, async () => {
        await page.unrouteAll()
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ ...theme.media, reducedMotion: 'reduce' })
        await page.goto(path)
        await expect(page.locator('h1')).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await reach?.(page)
        await expectGoodScreen(page)
      })
    }
  })

const tokens = new Map<Who, string>()

async function tokenOf(who: Who, request: APIRequestContext): Promise<string | undefined> {
  if (who === 'stranger') return undefined
  const known = tokens.get(who)
  if (known) return known
  const token =
    who === 'newcomer'
      ? await signUpAndIn(request, 'New', 'Comer')
      : (
          (await (
            await request.post('/api/users/signin', {
              data: { email: 'player@deuce.example', password: 'advantage-deuce' },
            })
          ).json()) as { token: string }
        ).token
  tokens.set(who, token)
  return token
}
