import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { enter, signInDemo, signUpAndIn } from './people.ts'

type Who = 'stranger' | 'newcomer' | 'demo player'
type State = {
  name: string
  path: string
  who: Who
  /** A text that no other screen has: without it something else stands there. */
  says: string
  reach?: (page: Page) => Promise<void>
}

const empty = ([path, says]: readonly [string, string]): State => ({
  name: `${path}, empty`,
  path,
  who: 'newcomer',
  says,
})
const full = ([path, says]: readonly [string, string]): State => ({ name: path, path, who: 'demo player', says })
const open = ([path, says]: readonly [string, string]): State => ({ name: path, path, who: 'stranger', says })

/** Every screen in every state that a player can meet it in. */
const states: State[] = [
  ...(
    [
      ['/', 'Your leagues, your matches, the table.'],
      ['/signup', 'Two minutes, then pick a league.'],
      ['/leagues', 'Real matches against players of your level, near you.'],
      ['/forgot-password', 'Tell us the e-mail of your account'],
      ['/reset-password?token=dead', 'Choose a new password. You will be signed out everywhere'],
      ['/verify-email?token=dead', 'One press, and scores and schedules reach you.'],
      ['/score-link?token=dead', 'This link has been used, or its 24 hours are over.'],
      ['/results/1', 'Open it in'],
      ['/results/999999999', 'There is no such result.'],
      ['/confirm-email?token=dead', 'One press, and your account moves to this e-mail.'],
      ['/play-offs/index?city=south-bend&division=womens-singles-3-5', 'Semi-finals'],
      ['/no/such/page', 'There is no page at this address.'],
    ] as const
  ).map(open),
  {
    ...open(['/', 'Please enter your password.']),
    name: 'sign-in, refused',
    reach: (page) => page.getByRole('button', { name: 'Sign in' }).click(),
  },
  {
    ...open(['/signup', 'Please choose your singles level.']),
    name: 'sign-up, refused',
    reach: (page) => page.getByRole('button', { name: 'Create my account' }).click(),
  },
  ...(
    [
      ['/dashboard', 'Overall League Record'],
      ['/dashboard/join-league', 'Choose a season. Each is played in your area'],
      ['/dashboard/join-league/fall', 'You may play these too'],
      ['/dashboard/myleague', 'Current'],
      ['/dashboard/score-submission', "The quick way, the winner's games first"],
      ['/dashboard/add-match', 'A match that the draw does not have'],
      ['/dashboard/results/1/correct', 'There is no such match of yours.'],
      ['/dashboard/results', 'Choose an area to see what has been played there.'],
      ['/dashboard/results/r?area=south-bend', 'Results in South Bend'],
      ['/dashboard/standings', 'Ranked by wins.'],
      ['/dashboard/standings/s', 'full table'],
      ['/dashboard/players', 'Who plays in your leagues'],
      ['/dashboard/players/p?league=summer-1&yr=2026&level=womens-singles-3-5', 'All my leagues'],
      ['/dashboard/comparison', 'Two players side by side'],
      ['/dashboard/play-offs', 'After each season the top half of a league plays on.'],
      ['/dashboard/play-offs/d?city=dc', 'Play-offs in DC'],
      ['/dashboard/play-offs/index?city=south-bend&division=womens-singles-3-5', 'Semi-finals'],
      ['/dashboard/refer', 'Earn a Free Season!'],
      ['/dashboard/payment-history', 'South Bend · order'],
      ['/dashboard/rules', 'What the software decides, it decides by these.'],
      ['/dashboard/contact-us', 'A question, a wrong score, a partner to find'],
      ['/dashboard/settings', 'A face makes it easier to find each other at the courts.'],
      ['/dashboard/settings/payment-method', 'we do not keep it'],
      ['/dashboard/settings/password', 'Present password'],
      ['/dashboard/settings/privacy', 'Only players of your own leagues ever see these.'],
      ['/dashboard/settings/devices', 'Where you are signed in.'],
      ['/dashboard/settings/account', 'Everything we keep about you, in a JSON file'],
    ] as const
  ).map(full),
  ...(
    [
      ['/dashboard', 'Your matches will stand here, the next one first.'],
      ['/dashboard/myleague', 'You are not in a league yet.'],
      ['/dashboard/players', 'The players of a league are shown to those who play in it.'],
      ['/dashboard/score-submission', 'Scores are reported between players of one league.'],
      ['/dashboard/payment-history', 'Nothing has been paid yet.'],
    ] as const
  ).map(empty),
  ...(
    [
      ['/dashboard', 'Nora Whitfield'],
      ['/dashboard/join-league', 'Choose a season. Each is played in your area'],
      ['/dashboard/myleague', 'My league'],
      ['/dashboard/results/r?area=dc', 'Results in DC'],
      ['/dashboard/standings', 'Standings'],
      ['/dashboard/payment-history', 'Payment history'],
    ] as const
  ).map(([path, says]): State => ({
    name: `${path}, failed`,
    path,
    who: 'demo player',
    says,
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
    ...full(['/dashboard', 'Delete match']),
    name: 'profile, menu open',
    reach: (page) =>
      page
        .getByRole('button', { name: /^Match against/ })
        .first()
        .click(),
  },
  {
    ...full(['/dashboard/join-league', 'Cart is empty']),
    name: 'toast',
    reach: (page) => page.getByRole('button', { name: 'Cart, 0 items' }).click(),
  },
  {
    ...full(['/dashboard/score-submission', 'Please choose the winner from the list.']),
    name: 'score form, refused',
    reach: (page) => page.getByRole('button', { name: 'Submit Score' }).click(),
  },
  {
    ...full(['/dashboard/settings', 'Please enter your first name.']),
    name: 'profile form, refused',
    reach: async (page) => {
      await page.getByLabel('First name').fill('')
      await page.getByRole('button', { name: 'Save profile' }).click()
    },
  },
  {
    ...full(['/dashboard/settings', 'Please enter your e-mail.']),
    name: 'change of e-mail, refused',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Change e-mail' }).click()
      await page.getByRole('button', { name: 'Mail me the link' }).click()
    },
  },
  {
    ...full(['/dashboard/settings/account', 'Please enter your password.']),
    name: 'deletion, refused',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await page.getByRole('button', { name: 'Delete for good' }).click()
    },
  },
]

/** Where a screen's own texts stand: not the frame's, which every screen has. */
const ownTexts = 'main, [role=dialog], [role=alertdialog], [role=menu], [aria-label=Notifications]'

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

for (const [index, { name, path, who, says, reach }] of states.entries())
  test(`nothing stands in anybody's way: ${name}`, async ({ page, request }) => {
    const token = await tokenOf(who, request)
    if (token) await enter(page, token)
    for (const { width, theme } of pairings(index)) {
      await test.step(`${width} px, ${theme.name}`, async () => {
        await page.unrouteAll()
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ ...theme.media, reducedMotion: 'reduce' })
        await page.goto(path)
        await expect(page.locator('h1')).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await reach?.(page)
        await expect(page.locator(ownTexts).filter({ hasText: says }).first()).toBeVisible()
        await expectGoodScreen(page)
      })
    }
  })

const tokens = new Map<Who, string>()

async function tokenOf(who: Who, request: APIRequestContext): Promise<string | undefined> {
  if (who === 'stranger') return undefined
  const token =
    tokens.get(who) ?? (await (who === 'newcomer' ? signUpAndIn(request, 'New', 'Comer') : signInDemo(request)))
  tokens.set(who, token)
  return token
}
