import type { TextKey } from './texts.ts'
import { AREA_PARAMETERS, areaAddress, type AreaSlug } from './areas.ts'

/** Every address of the product. Screens take their links from here. */
export const paths = {
  signIn: '/',
  signUp: '/signup',
  signUpWith: (referral_code: string) => `/signup?referral=${referral_code}`,
  forgotPassword: '/forgot-password',
  // The specification puts this token into the query. Tokens of other mailed links are in the fragment, which is never
  // sent to a server.
  resetPassword: (token?: string) => (token ? `/reset-password?token=${token}` : '/reset-password'),
  confirmEmail: (token?: string) => (token ? `/confirm-email#token=${token}` : '/confirm-email'),
  /** The link with which a player without an email sets email and password. */
  claim: (token?: string) => (token ? `/claim#token=${token}` : '/claim'),
  verifyEmail: (token?: string) => (token ? `/verify-email#token=${token}` : '/verify-email'),
  linkIdentity: (token?: string) => (token ? `/connect#token=${token}` : '/connect'),
  socialCallback: '/auth/callback',
  /** The link printed at the first start. It creates the owner. */
  owner: (token?: string) => (token ? `/owner#token=${token}` : '/owner'),
  leagues: '/leagues',
  leaguesIn: (area: AreaSlug) => withQuery('/leagues', { area }),
  /** `found`: the filters of the league list, as they appear in the list's URL. */
  leaguesOf: (
    season: string,
    year?: number,
    found: { area?: string | null; who?: string | null; level?: string | null; age?: string | null } = {},
  ) => withQuery('/leagues', { ...found, season, year }),
  guestPayment: '/payment',
  guestCard: '/payment?step=card',
  guestOrder: (order_id: string) => `/payment?order=${order_id}`,
  scoreLink: (token?: string) => (token ? `/score-link#token=${token}` : '/score-link'),
  /** `time_id` is the time whose button was pressed. */
  offerLink: (token?: string, time_id?: number) =>
    token ? `/offer#token=${token}${time_id === undefined ? '' : `&time=${time_id}`}` : '/offer',
  partnerLink: (token?: string) => (token ? `/partner#token=${token}` : '/partner'),
  entryInvitation: (token?: string) => (token ? `/invitation#token=${token}` : '/invitation'),
  /** Turns off one kind of email without signing in. */
  unsubscribe: (token?: string) => (token ? `/unsubscribe#token=${token}` : '/unsubscribe'),
  confirmMerge: (token?: string) => (token ? `/confirm-merge#token=${token}` : '/confirm-merge'),
  sharedResult: (match_id: number) => `/results/${match_id}`,
  /** A result as a picture (PNG), to share. */
  resultPicture: (match_id: number, shape?: 'story') => withQuery(`/api/public/results/${match_id}.png`, { shape }),
  /** A season that its player shares, and its picture (PNG). */
  sharedRecap: (token: string) => `/recaps/${token}`,
  recapPicture: (token: string, shape?: 'story') => withQuery(`/api/public/recaps/${token}.png`, { shape }),
  profile: '/dashboard',
  joinLeague: '/dashboard/join-league',
  /** `year` is needed if two seasons with the same name are on sale. */
  divisions: (season_slug: string, year?: number) => withQuery(`/dashboard/join-league/${season_slug}`, { year }),
  orderSummary: '/dashboard/order-summary',
  payment: '/dashboard/order-summary?step=payment',
  claimed: (order_id: string) => `/dashboard/order-summary?claimed=${order_id}`,
  order: (order_id: string) => `/dashboard/order-summary?order=${order_id}`,
  myLeague: '/dashboard/myleague',
  scoreSubmission: '/dashboard/score-submission',
  /** With a league of the player filled in. */
  leagueScoreSubmission: (league: { league_slug: string; level_slug: string; year: number }) =>
    withQuery('/dashboard/score-submission', {
      season: league.league_slug,
      year: league.year,
      division: league.level_slug,
    }),
  /** `winner`: the side that is filled in as the winner. */
  matchScoreSubmission: (match_id: number, winner?: 'me' | 'them') =>
    withQuery(`/dashboard/${match_id}/score-submission`, { winner }),
  match: (match_id: number) => `/dashboard/matches/${match_id}`,
  /** The live score of a match. */
  liveScore: (match_id: number) => `/dashboard/matches/${match_id}/live`,
  /** My season in figures. */
  recap: (season_id: number) => `/dashboard/myleague/seasons/${season_id}`,
  ladder: (league_id: number) => `/dashboard/myleague/${league_id}/ladder`,
  /** Players who look for a doubles partner. */
  partnerSearch: '/dashboard/partners',
  openToPlay: (league_id: number) => `/dashboard/myleague/${league_id}/open`,
  results: '/dashboard/results',
  areaResults: (area: AreaSlug) => withQuery('/dashboard/results/r', { area }),
  leagueResults: (league: LeagueInAddress) => withQuery('/dashboard/results/r', leagueFilter(league)),
  result: (match_id: number) => `/dashboard/results/${match_id}`,
  correctScore: (match_id: number) => `/dashboard/results/${match_id}/correct`,
  addMatch: '/dashboard/add-match',
  standings: (area?: AreaSlug) => withQuery('/dashboard/standings', { area }),
  leagueStandings: (league: LeagueInAddress) => withQuery('/dashboard/standings', leagueFilter(league)),
  /** Everybody against everybody. */
  crossTable: (league_id: number) => `/dashboard/standings/c/${league_id}`,
  refer: '/dashboard/refer',
  playoffs: '/dashboard/play-offs',
  playoffDivisions: (city: AreaSlug) => withQuery('/dashboard/play-offs/d', { city }),
  playoffBracket: (which: PlayoffsQuery) => withQuery('/dashboard/play-offs/index', which),
  /** The live score of a play-off match, without signing in. */
  sharedLiveScore: (match_id: number) => `/live/${match_id}`,
  /** The play-offs without signing in. */
  sharedPlayoffs: (which?: PlayoffsQuery) => withQuery('/play-offs/index', which ?? {}),
  /** The bracket as a picture (PNG). */
  playoffPicture: (which: Omit<PlayoffsQuery, 'stage'>) => withQuery('/api/public/play-offs/picture.png', which),
  /** The full table of a league. Defaults to the default league. */
  fullStandings: (
    league: { area?: string; season?: string | null; year?: number | null; division?: string | null } = {},
  ) => withQuery('/dashboard/standings/s', league),
  /** The organization's logo, addressed by its content. */
  organizationLogo: (hash: string) => `/organization/logo-${hash}.png`,
  organizationPicture: (kind: 'icon-192' | 'icon-512' | 'apple-touch-icon', hash: string) =>
    `/organization/${kind}-${hash}.png`,
  /** The drawn sign of an organization without a logo. */
  organizationSign: (hash: string) => `/organization/sign-${hash}.svg`,
  /** The style sheet for two brand colors, #rrggbb. */
  organizationColors: (main: string, accent: string) => `/organization/colors-${main.slice(1)}-${accent.slice(1)}.css`,
  players: '/dashboard/players',
  player: (id: number) => `/dashboard/players/${id}`,
  /** Each change of a player's rating. */
  playerRating: (id: number, pool: string) => `/dashboard/players/${id}/rating?pool=${pool}`,
  /** A player's page without signing in, if the player wants one. */
  publicPlayer: (id: number) => `/players/${id}`,
  leaguePlayers: (league: { league_slug: string; year: number; level_slug: string }) =>
    withQuery('/dashboard/players/p', { league: league.league_slug, yr: league.year, level: league.level_slug }),
  /** Compares the reader with another player, or `one` with `two`. */
  comparison: (players: { one?: number | null; two?: number | null } = {}) =>
    withQuery('/dashboard/comparison', players),
  paymentHistory: '/dashboard/payment-history',
  receipt: (order_id: string) => `/dashboard/payment-history/${order_id}`,
  rules: '/dashboard/rules',
  /** How ratings are calculated. */
  rating: '/rating',
  /** One of the organization's own texts, without signing in. 'rules' includes the product's rules. */
  text: (key: TextKey) => `/texts/${key}`,
  contactUs: '/dashboard/contact-us',
  settings: '/dashboard/settings',
  paymentMethod: '/dashboard/settings/payment-method',
  passwordSettings: '/dashboard/settings/password',
  passkeySettings: '/dashboard/settings/passkeys',
  notifications: '/dashboard/notifications',
  notificationSettings: '/dashboard/settings/notifications',
  privacySettings: '/dashboard/settings/privacy',
  deviceSettings: '/dashboard/settings/devices',
  availabilitySettings: '/dashboard/settings/availability',
  accountSettings: '/dashboard/settings/account',
  /** The organizers' desk; its other pages are in desk-paths.ts, which players' pages do not load. */
  desk: '/organizer',
} as const

/** The filter of a league's table and results. */
function leagueFilter({ area, league_slug, year, level_slug }: LeagueInAddress) {
  return { area, season: league_slug, year, division: level_slug }
}

type LeagueInAddress = { area: AreaSlug; league_slug: string; year: number; level_slug: string }

type PlayoffsQuery = {
  city: AreaSlug
  division: string
  season?: string | null
  year?: string | number | null
  stage?: number
}

/** Appends the given query parameters to a path. */
export function withQuery(path: string, query: Record<string, string | number | null | undefined>): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null)
      given.set(name, AREA_PARAMETERS.includes(name) ? areaAddress(String(value)) : String(value))
  return given.size === 0 ? path : `${path}?${given.toString()}`
}
