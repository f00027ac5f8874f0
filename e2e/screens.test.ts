import { expect, type APIRequestContext, type BrowserContext, type Page, test as base } from '@playwright/test'
import { expectFittingScreen, expectGoodScreen, withoutComplaint } from './journey.ts'
import { signInDemo, signUpAndIn } from './people.ts'

type Who = 'stranger' | 'newPlayer' | 'demo player' | 'demo organizer'
type State = {
  name: string
  path: string
  who: Who
  /** A text that only this screen has. */
  says: string
  reach?: ((page: Page) => Promise<void>) | undefined
  /** Whether the content disappears automatically, like a toast, so that each check has to open it again. */
  brief?: true
}

const empty = ([path, says]: readonly [string, string]): State => ({
  name: `${path}, empty`,
  path,
  who: 'newPlayer',
  says,
})
const full = ([path, says]: readonly [string, string]): State => ({ name: path, path, who: 'demo player', says })
const desk = ([path, says]: readonly [string, string]): State => ({ name: path, path, who: 'demo organizer', says })
const open = ([path, says]: readonly [string, string]): State => ({ name: path, path, who: 'stranger', says })

/** Opens the first row of a list at the desk. */
function openFirst(page: Page): Promise<void> {
  return page.getByRole('rowheader').getByRole('link').first().click()
}

/** Every screen in every state that a player can meet. */
const states: State[] = [
  ...(
    [
      ['/', 'Your leagues, your matches, the table.'],
      ['/signup', 'Two minutes, then pick a league.'],
      ['/leagues', 'Real matches against players of your level, near you.'],
      ['/forgot-password', 'Enter the email of your account'],
      ['/reset-password?token=dead', 'Choose a new password. You will be signed out everywhere'],
      ['/verify-email?token=dead', 'Press the button so that we can send you scores and schedules.'],
      ['/partner?token=dead', 'This invitation is no longer open'],
      ['/score-link?token=dead', 'This link has been used, or it expired after 24 hours.'],
      ['/offer?token=dead', 'This link no longer works.'],
      ['/results/1', 'Open it in'],
      ['/players/999999999', 'There is no page here that everybody can see.'],
      ['/results/999999999', 'We could not find this result.'],
      ['/recaps/none', 'This season is not shared, or no longer.'],
      ['/unsubscribe?token=dead', 'This link does not work'],
      ['/confirm-email?token=dead', 'Press the button to switch your account to this email.'],
      ['/claim?token=dead', 'Ask your organizer for a new link.'],
      ['/play-offs/index?city=south-bend&division=womens-singles-3-5', 'Semi-finals'],
      ['/live/999999999', 'We could not find this play-off match.'],
      ['/play-offs/index?city=dc&division=womens-doubles', 'There are no play-offs here yet.'],
      ['/texts/rules', 'The software follows these rules too.'],
      ['/texts/terms', 'has not published this page.'],
      ['/rating', 'A calculator is enough.'],
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
      ['/dashboard/join-league', 'Choose a season. You play in your area'],
      ['/dashboard/join-league/fall', 'You can join these too'],
      ['/dashboard/partners', 'Doubles is played in pairs.'],
      ['/dashboard/myleague', 'Current'],
      ['/dashboard/myleague/999999999/open', 'We could not find this league among yours.'],
      ['/dashboard/myleague/999999999/ladder', 'We could not find this ladder among your leagues.'],
      ['/dashboard/score-submission', "The quick way, the winner's games first"],
      ['/dashboard/add-match', 'Add a match outside the draw.'],
      ['/dashboard/results/1/correct', 'We could not find this match.'],
      ['/dashboard/results', 'Match date'],
      ['/dashboard/results/r?area=south-bend', 'Results in South Bend'],
      ['/dashboard/standings', 'Ranked by wins.'],
      ['/dashboard/standings/s', 'full table'],
      ['/dashboard/standings/c/1', 'Each row has the player’s results'],
      ['/dashboard/myleague/seasons/7', 'Met most often'],
      ['/dashboard/players', 'The players of your leagues'],
      ['/dashboard/players/p?league=summer-1&yr=2026&level=womens-singles-3-5', 'All my leagues'],
      ['/dashboard/players/999999999', 'We could not find this player among those of your leagues.'],
      ['/dashboard/players/6/rating', 'Why this rating'],
      ['/dashboard/comparison', 'Two players side by side'],
      ['/dashboard/play-offs', 'After each season, the top half of each league qualifies.'],
      ['/dashboard/play-offs/d?city=dc', 'Play-offs in DC'],
      ['/dashboard/play-offs/index?city=south-bend&division=womens-singles-3-5', 'Semi-finals'],
      ['/dashboard/refer', 'Earn a Free Season!'],
      ['/dashboard/payment-history', 'South Bend · order'],
      ['/dashboard/notifications', 'Mark all as read'],
      ['/dashboard/rules', 'The software follows these rules too.'],
      ['/dashboard/contact-us', 'Do you have a question, a wrong score, or no partner yet?'],
      ['/dashboard/settings', 'A face makes it easier to find each other at the courts.'],
      ['/dashboard/matches/999999999/live', 'Only the players of its league can follow it.'],
      ['/dashboard/settings/payment-method', 'No card is saved yet.'],
      ['/dashboard/settings/password', 'Current password'],
      ['/dashboard/settings/passkeys', 'You have no passkey yet.'],
      ['/dashboard/settings/notifications', 'Emails about your account, payments and security cannot be turned off.'],
      ['/dashboard/settings/availability', 'Only you see this'],
      ['/dashboard/settings/privacy', 'Only players in your leagues ever see your email and phone.'],
      ['/dashboard/settings/devices', 'Everything that can see or do something in your name.'],
      ['/dashboard/settings/account', 'Everything we keep about you, in a JSON file'],
    ] as const
  ).map(full),
  {
    ...full(['/dashboard/standings', 'Last ten, newest first']),
    name: '/dashboard/players/{id}',
    reach: openFirst,
  },
  {
    ...full(['/dashboard', 'Choose what they see']),
    name: '/dashboard/players/{id}, my own',
    reach: (page) => page.getByRole('link', { name: 'My page' }).click(),
  },
  desk(['/organizer', 'Waiting for you']),
  desk(['/organizer/matches?state=played', 'Reported by']),
  desk(['/organizer/matches?state=voided&area=dc', 'No result has been voided.']),
  desk(['/organizer/matches/new', 'Players see it, and it is kept in the audit log.']),
  desk(['/organizer/matches/silent', 'no score, no date and no reply for 21 days']),
  desk(['/organizer/matches/unplayed', 'We suggest an outcome by comparing the days']),
  desk(['/organizer/matches/draw', 'A season is drawn automatically on its first day']),
  desk(['/organizer/matches/999999999', 'We could not find this match in your areas.']),
  desk(['/organizer/messages', 'Each person gets a message once.']),
  desk(['/organizer/messages/new', 'Leave all empty for everybody in the fields above.']),
  desk(['/organizer/messages/00000000-0000-4000-8000-000000000000', 'There is no such message in your areas.']),
  {
    ...desk(['/organizer/matches', 'Audit log of this match']),
    name: '/organizer/matches/{id}, disputed',
    reach: (page) =>
      page
        .getByRole('link', { name: / (against|beat) / })
        .first()
        .click(),
  },
  {
    ...desk(['/organizer/matches', 'Replay it']),
    name: 'voiding a result',
    reach: async (page) => {
      await page
        .getByRole('link', { name: / (against|beat) / })
        .first()
        .click()
      await page.getByRole('button', { name: 'Void the result' }).click()
    },
  },
  {
    ...desk(['/organizer/matches?state=overdue', 'Please give a reason']),
    name: 'giving matches, refused',
    reach: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select .* against / })
        .first()
        .check()
      await page.getByRole('button', { name: 'Award 1 walkover' }).click()
      await page
        .getByRole('radio', { name: /^[A-Z]/ })
        .last()
        .check({ force: true })
      await page.getByRole('button', { name: 'Award the walkover' }).click()
    },
  },
  {
    ...desk(['/organizer/matches/draw?season=summer-1&year=2026', 'A redraw deletes matches']),
    name: '/organizer/matches/draw/{league_id}, redraw',
    reach: async (page) => {
      await page.getByRole('link', { name: "Women's Singles 3.5, South Bend" }).click()
      await page.getByRole('link', { name: 'Redraw open matches' }).click()
    },
  },
  ...(
    [
      ['/organizer/seasons', 'Seasons open, are drawn and close automatically.'],
      ['/organizer/seasons/999999', 'We could not find this season.'],
      ['/organizer/seasons/divisions', 'in the order in which players see them'],
      ['/organizer/seasons/areas', 'in the order in which they are listed'],
      ['/organizer/seasons/courts', '907 N Lafayette Blvd'],
      ['/organizer/seasons/closed-days', 'No days yet'],
      ['/organizer/matches/evening', 'What happens'],
      ['/organizer/seasons/coupons', 'A code for a discount on an order'],
      ['/organizer/seasons/formats', 'No formats of your own yet'],
      ['/organizer/seasons/levels', "The level of Men's Singles 3.0"],
      ['/organizer/seasons/levels/review', 'Level review'],
    ] as const
  ).map(desk),
  {
    ...desk(['/organizer/seasons/coupons', 'No coupons yet']),
    name: '/organizer/seasons/coupons, none',
    reach: async (page) => {
      await page.route(/\/api\/organizer\/coupons/, (route) =>
        route.fulfill({ json: { coupons: [], total: 0, skip: 0 } }),
      )
      await page.reload()
    },
  },
  ...(
    [
      ['Change the days', 'Days that would leave one of them out are refused.'],
      ['Change the rules', 'The score form, tables and play-offs use them right away.'],
      ['Second division', 'pays full price for the most expensive one'],
    ] as const
  ).map(([button, says]): State => ({
    ...desk(['/organizer/seasons', says]),
    name: `season: ${button}`,
    reach: async (page) => {
      await page.getByRole('link', { name: 'Summer 1 2026' }).click()
      await page.getByRole('button', { name: button }).click()
    },
  })),
  {
    ...desk(['/organizer/seasons', 'Matches count until']),
    name: 'season: closing',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Summer 1 2026' }).click()
      await page.getByRole('link', { name: 'Close the season' }).click()
    },
  },
  {
    ...desk(['/organizer/seasons', 'Please enter a question.']),
    name: 'season: questions, refused',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Fall 2026' }).click()
      await page.getByRole('link', { name: 'Questions' }).click()
      await page.getByRole('button', { name: 'Add a question' }).click()
      await page.getByRole('button', { name: 'Save the questions' }).click()
    },
  },
  {
    ...desk(['/organizer/seasons', 'What is sold in each area, and how many entries a league takes.']),
    name: 'season: divisions and limits',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Fall 2026' }).click()
      await page.getByRole('link', { name: 'Divisions and limits' }).click()
    },
  },
  {
    ...desk(['/organizer/seasons/areas', 'Please confirm that all of this may continue in an archived area.']),
    name: 'area: archive, refused',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Archive South Bend' }).click()
      await page.getByRole('button', { name: 'Archive the area' }).click()
    },
  },
  {
    ...desk([
      '/organizer/seasons',
      'They stay as they are, the tables are recalculated, and all players are notified.',
    ]),
    name: 'rules, once play has begun',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Summer 1 2026' }).click()
      await page.getByRole('button', { name: 'Change the rules' }).click()
      await page.getByRole('checkbox', { name: 'Best of five sets', exact: true }).uncheck()
      await page.getByRole('button', { name: 'Save the rules' }).click()
    },
  },
  ...(
    [
      ['/organizer/seasons', 'Create a season', 'Create the season', 'Please fill this in.'],
      ['/organizer/seasons/divisions', 'Create a division', 'Create the division', 'Please choose singles or doubles.'],
      ['/organizer/seasons/areas', 'Open an area', 'Open the area', 'Please enter a name.'],
      ['/organizer/seasons/courts', 'Add a court', 'Add the court', 'Please enter the address.'],
      ['/organizer/seasons/closed-days', 'Add days', 'See what they touch', 'Please enter a name, like Thanksgiving.'],
      ['/organizer/seasons/coupons', 'Create a coupon', 'Create the coupon', 'Please enter a code.'],
    ] as const
  ).map(([path, button, submit, says]): State => ({
    ...desk([path, says]),
    name: `${path}: ${button}, refused`,
    reach: async (page) => {
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('button', { name: submit }).click()
    },
  })),
  {
    ...full(['/dashboard/join-league/fall', 'This league is full. You can join the wait-list.']),
    name: 'a full league',
    reach: async (page) => {
      const ids = Array.from({ length: 20 }, (_, index) => index + 1)
      await page.route(/\/api\/public\/places/, (route) =>
        route.fulfill({ json: { places: ids.map((division_id) => ({ division_id, free: 0 })) } }),
      )
      // Without the document cookie the browser reads the places itself.
      await page.context().clearCookies({ name: 'deuce.document' })
      await page.reload()
    },
  },
  desk(['/organizer/payments', 'Taken by card']),
  desk(['/organizer/payments?search=nobody%40nowhere', 'No payments match these filters.']),
  desk(['/organizer/payments/reconciliation?month=2026-07', 'The books agree to the cent']),
  {
    ...desk(['/organizer/payments?status=Paid', 'Events of the card service']),
    name: '/organizer/payments/{order_id}',
    reach: openFirst,
  },
  {
    ...desk(['/organizer/payments?status=Paid', 'Please give a reason for the audit log.']),
    name: 'refund in part, refused',
    reach: async (page) => {
      await openFirst(page)
      await page
        .getByRole('button', { name: /^Refund / })
        .first()
        .click()
      await page.getByRole('radio', { name: 'A part' }).check()
      await page.getByLabel('Type “refund” to confirm').fill('refund')
      await page.getByRole('button', { name: 'Refund this amount' }).click()
    },
  },
  desk(['/organizer/exchange', 'Columns can be in any order']),
  {
    ...desk(['/organizer/exchange', 'Fix them below and check again']),
    name: 'an import with wrong rows',
    reach: (page) => bringPlayers(page, 'Email;Name\nada;Ada\ngrace@example.com;Grace Lind\n'),
  },
  {
    ...desk(['/organizer/exchange', 'Import 1 player']),
    name: 'an import that can be stored',
    reach: (page) => bringPlayers(page, 'Email;Name\ngrace@example.com;Grace Lind\n'),
  },
  {
    ...desk(['/organizer/exchange', '1 question about this file']),
    name: 'an import with a question',
    reach: (page) =>
      bringPlayers(page, 'Email;Name;T-shirt\ngrace@example.com;Grace Lind;M\ngrace@example.com;Ada Lind;L\n'),
  },
  {
    ...desk(['/organizer/exchange', 'Which column is which?']),
    name: 'an import without known columns',
    reach: (page) => bringPlayers(page, 'A;B\n1;2\n'),
  },
  {
    ...desk(['/organizer/exchange', 'is kept for a month']),
    name: 'an export',
    reach: (page) => page.getByRole('button', { name: 'Create the file' }).click(),
  },
  desk(['/organizer/play-offs', 'Champion known']),
  {
    ...desk(['/organizer/play-offs?season=summer-1&year=2026', 'Who would qualify']),
    name: '/organizer/play-offs/{league_id}',
    reach: (page) => page.getByRole('link', { name: "Women's Singles 3.5, South Bend" }).click(),
  },
  {
    ...desk(['/organizer/play-offs?season=winter&year=2025', 'These play-offs have been created']),
    name: '/organizer/play-offs/{league_id}, made',
    reach: (page) => page.getByRole('link', { name: "Women's Singles 3.5, South Bend" }).click(),
  },
  ...(
    [
      ['/organizer/entries', 'Open an entry to move it'],
      ['/organizer/entries?search=nobody+at+all', 'No entries match these filters.'],
      ['/organizer/entries/new', 'Enter a player who pays in cash'],
      ['/organizer/players', 'Everyone who lives or plays in your areas.'],
      ['/organizer/people', 'Owners run everything'],
      ['/organizer/texts', 'Not published'],
      ['/organizer/texts/waiver', 'Markdown: # for a heading'],
      ['/organizer/texts/emails', 'Each email can have your own subject and opening.'],
      ['/organizer/texts/emails/receipt', 'The first name of the reader'],
      ['/organizer/checks', 'Nothing is repaired without you.'],
      ['/organizer/record', 'Nothing here can be edited.'],
      ['/organizer/security', 'You need an authenticator app'],
      ['/organizer/integrations', 'Lines for your web site'],
      ['/organizer/integrations/webhooks', 'Your own programs receive events'],
      ['/organizer/integrations/webhooks/999999999', 'We could not find this webhook.'],
      ['/organizer/integrations/keys', 'For your own programs.'],
      ['/organizer/demo', 'Plays the demo league forward.'],
    ] as const
  ).map(desk),
  {
    ...desk(['/organizer/entries', 'Entered on']),
    name: '/organizer/entries/{id}',
    reach: openFirst,
  },
  ...(
    [
      ['Move to another division', 'Open matches here are deleted'],
      ['Replace a player', 'We email both players.'],
      ['Take out of the league', 'Open matches are deleted.'],
    ] as const
  ).map(([button, says]): State => ({
    ...desk(['/organizer/entries', says]),
    name: `entry: ${button}`,
    reach: async (page) => {
      await openFirst(page)
      await page.getByRole('button', { name: button }).click()
    },
  })),
  {
    ...desk(['/organizer/entries/new', 'Please enter a first name.']),
    name: 'entering a new player, refused',
    reach: async (page) => {
      await page.getByRole('radio', { name: 'Is new' }).check()
      await page.getByRole('button', { name: 'Enter the player' }).click()
    },
  },
  {
    ...desk(['/organizer/players?search=player%40deuce', 'What you can do']),
    name: '/organizer/players/{id}',
    reach: openFirst,
  },
  {
    ...desk(['/organizer/players?search=player%40deuce', 'Please give a reason for the audit log.']),
    name: 'suspension, refused',
    reach: async (page) => {
      await openFirst(page)
      await page.getByRole('button', { name: 'Suspend' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click()
    },
  },
  {
    ...desk(['/organizer/players?search=player%40deuce', 'They have played in the same match']),
    name: 'merge that cannot be',
    reach: async (page) => {
      await openFirst(page)
      await page.getByRole('link', { name: 'Merge with another account' }).click()
      await page.getByLabel('The other account').fill('monica nolan')
      await page.getByRole('option').first().click()
    },
  },
  {
    ...desk(['/organizer/people', 'Please choose at least one area.']),
    name: 'appointment, refused',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Appoint someone' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Appoint' }).click()
    },
  },
  {
    ...desk(['/organizer/security', 'Enter the six digits that the app shows.']),
    name: 'enrolling a phone',
    reach: (page) => page.getByRole('button', { name: 'Enroll my phone' }).click(),
  },
  {
    ...desk(['/organizer/players?search=player%40deuce', 'Nothing can be changed here.']),
    name: 'the site as a player sees it',
    reach: async (page) => {
      // The tab stays in the impersonation, whatever page it opens next.
      if (await page.getByText('Nothing can be changed here.').isVisible()) return
      await openFirst(page)
      await page.getByRole('button', { name: 'See the site as this player' }).click()
    },
  },
  ...(
    [
      ['/dashboard', 'Your matches will appear here, the next one first.'],
      ['/dashboard/myleague', 'You are not in a league yet.'],
      ['/dashboard/players', 'You can see the players of the leagues that you play in.'],
      ['/dashboard/score-submission', 'You can report scores against players in your league.'],
      ['/dashboard/payment-history', 'You have not paid for anything yet.'],
      ['/dashboard/myleague/seasons/7', 'You did not play in this season.'],
      ['/dashboard/notifications', 'Scores to confirm, your next opponents'],
      ['/dashboard/notifications?show=unread', 'You have read everything.'],
    ] as const
  ).map(empty),
  ...(
    [
      ['/dashboard', 'Nora Whitfield'],
      ['/dashboard/join-league', 'Choose a season. You play in your area'],
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
    // The layout has the player's data; all other requests fail, including those for the document.
    reach: async (page) => {
      await page.route(/\/api\/(?!users$)/, (route) =>
        route.fulfill({
          status: 500,
          json: { message: 'Something went wrong. Please try again.', code: 'internal', request_id: '0d3f' },
        }),
      )
      // The cookie is removed only now, because the open page asks for it again when its stream is refused.
      await page.context().clearCookies({ name: 'deuce.document' })
      await page.reload()
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
  })),
  {
    ...full(['/dashboard', 'Delete match']),
    name: 'profile, menu open',
    reach: (page) =>
      page
        .getByRole('button', { name: /^Options for the match/ })
        .first()
        .click(),
  },
  {
    ...full(['/dashboard/join-league', 'Cart is empty']),
    name: 'toast',
    brief: true,
    reach: (page) => page.getByRole('button', { name: 'Cart, 0 items' }).click(),
  },
  {
    ...full(['/dashboard/myleague', "Please enter your partner's email."]),
    name: 'naming a partner, refused',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Name another' }).click()
      await page.getByRole('button', { name: 'Send the invitation' }).click()
    },
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
    ...full(['/dashboard/settings', 'Please enter your email.']),
    name: 'change of email, refused',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Change email' }).click()
      await page.getByRole('button', { name: 'Send me the link' }).click()
    },
  },
  {
    ...full(['/dashboard/settings/account', 'Please enter your password.']),
    name: 'deletion, refused',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await page.getByRole('button', { name: 'Delete my account permanently' }).click()
    },
  },
]

async function bringPlayers(page: Page, text: string): Promise<void> {
  const file = { name: 'club.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('File of players').setInputFiles(file)
}

/** The elements with the screen's own text, outside the layout that all screens share. */
const ownTexts = 'main, [role=dialog], [role=alertdialog], [role=menu], [aria-label=Notifications]'

const widths = [320, 768, 1280]
const themes = [
  { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' } },
  { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } },
  { name: 'forced colors', media: { colorScheme: 'dark', forcedColors: 'active' } },
] as const

// Shows each state once in each width and once in each theme, and scans it with axe once: in light or dark colors,
// because forced ones come from the visitor's system. With SCREENS=all, shows and scans all nine pairings.
const isWhole = process.env['SCREENS'] === 'all'
const pairings = (at: number) =>
  widths.flatMap((width, w) =>
    themes
      .filter((_, theme) => isWhole || theme === (w + at) % themes.length)
      .map((theme) => ({ width, theme, isScanned: isWhole || theme === themes[at % 2] })),
  )

type Workers = { browserOf: (who: Who) => Promise<BrowserContext> }

const test = base.extend<object, Workers>({
  // One browser per kind of visitor keeps its cache, as a real one does.
  browserOf: [
    async ({ browser, playwright }, use, { project }) => {
      const { baseURL = '', locale = 'en-US' } = project.use
      const request = await playwright.request.newContext({ baseURL })
      const contexts = new Map<Who, BrowserContext>()
      await use(async (who) => {
        const context = contexts.get(who) ?? (await browser.newContext({ baseURL, locale }))
        if (!contexts.has(who)) await moveIn(context, await tokenOf(who, request))
        contexts.set(who, context)
        return context
      })
      for (const context of contexts.values()) await context.close()
      await request.dispose()
    },
    { scope: 'worker' },
  ],
})

/** Each browser tab begins with only the sign-in stored. */
async function moveIn(context: BrowserContext, token: string | undefined): Promise<void> {
  await context.addInitScript((kept) => {
    if (sessionStorage.getItem('begun')) return
    sessionStorage.setItem('begun', '1')
    localStorage.clear()
    if (kept) localStorage.setItem('deuce.token', JSON.stringify(kept))
  }, token)
}

for (const [index, { name, path, who, says, reach, brief }] of states.entries())
  test(`the screen is accessible and fits the window: ${name}`, async ({ browserOf }) => {
    const context = await browserOf(who)
    const tab = await context.newPage()
    await withoutComplaint(tab, (page) => look(page, index, { path, says, reach, ...(brief && { brief }) }))
    await tab.close()
  })

async function look(
  page: Page,
  index: number,
  { path, says, reach, brief }: Pick<State, 'path' | 'says' | 'reach' | 'brief'>,
) {
  const said = page.locator(ownTexts).filter({ hasText: says }).first()
  for (const { width, theme, isScanned } of pairings(index)) {
    await test.step(`${width} px, ${theme.name}`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ ...theme.media, reducedMotion: 'reduce' })
      // Resizing the window keeps the screen but closes a menu, for example, which is then opened again.
      if (brief || !(await said.isVisible())) {
        await page.unrouteAll()
        await page.goto(path)
        await expect(page.locator('h1')).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await reach?.(page)
      }
      await expect(said).toBeVisible()
      await (isScanned ? expectGoodScreen(page) : expectFittingScreen(page))
    })
  }
}

async function tokenOf(who: Who, request: APIRequestContext): Promise<string | undefined> {
  if (who === 'stranger') return undefined
  if (who === 'newPlayer') return signUpAndIn(request, 'New', 'Comer')
  return signInDemo(request, who === 'demo organizer' ? 'organizer' : 'player')
}
