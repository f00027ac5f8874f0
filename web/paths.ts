import type { AreaSlug } from '#/contract/fields.ts'

/** Every link of the product. Screens never spell an address. */
export const paths = {
  signIn: '/',
  signUp: '/signup',
  gallery: '/ui',
  profile: '/dashboard',
  joinLeague: '/dashboard/join-league',
  divisions: (season_slug: string) => `/dashboard/join-league/${season_slug}`,
  orderSummary: '/dashboard/order-summary',
  payment: '/dashboard/order-summary?step=payment',
  order: (order_id: string) => `/dashboard/order-summary?order=${order_id}`,
  myLeague: '/dashboard/myleague',
  scoreSubmission: '/dashboard/score-submission',
  matchScoreSubmission: (match_id: number) => `/dashboard/${match_id}/score-submission`,
  results: '/dashboard/results',
  areaResults: (area: AreaSlug) => `/dashboard/results/r?area=${area}`,
  result: (match_id: number) => `/dashboard/results/${match_id}`,
  standings: (area?: AreaSlug) => (area ? `/dashboard/standings?area=${area}` : '/dashboard/standings'),
  leagueStandings: (league: { area: AreaSlug; league_slug: string; year: number; level_slug: string }) =>
    `/dashboard/standings?area=${league.area}&season=${league.league_slug}&year=${league.year}&division=${league.level_slug}`,
  paymentHistory: '/dashboard/payment-history',
} as const
