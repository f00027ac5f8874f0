import { paths, withQuery } from './paths.ts'

/** The pages of the organizers' desk. */
export const deskPaths = {
  overview: paths.desk,
  seasons: '/organizer/seasons',
  season: (id: number) => `/organizer/seasons/${id}`,
  seasonQuestions: (id: number) => `/organizer/seasons/${id}/questions`,
  seasonClosing: (id: number) => `/organizer/seasons/${id}/closing`,
  seasonLeagues: (id: number) => `/organizer/seasons/${id}/leagues`,
  divisions: '/organizer/seasons/divisions',
  matchFormats: '/organizer/seasons/formats',
  levels: '/organizer/seasons/levels',
  levelReview: '/organizer/seasons/levels/review',
  coupons: '/organizer/seasons/coupons',
  areas: '/organizer/seasons/areas',
  courts: '/organizer/seasons/courts',
  closedDays: '/organizer/seasons/closed-days',
  entries: '/organizer/entries',
  entriesOf: (filter: { area?: string | undefined; season_id?: number; league_id?: number; state?: 'invited' }) =>
    withQuery('/organizer/entries', filter),
  entry: (id: number) => `/organizer/entries/${id}`,
  enterPlayer: (league_id?: number) => withQuery('/organizer/entries/new', { league: league_id }),
  /** The page of a league; `tab` is one of its tabs other than the table. */
  league: (league_id: number, tab?: LeagueTab) => `/organizer/leagues/${league_id}${tab ? `/${tab}` : ''}`,
  messages: '/organizer/messages',
  /** With the filter filled in. */
  newMessage: (
    filter: {
      area?: string | undefined
      season?: number | undefined
      division?: number | undefined
      league?: number | undefined
      who?: 'unpaid' | 'not_played' | 'wait_list' | 'past_players' | undefined
      players?: readonly number[] | undefined
    } = {},
  ) => withQuery('/organizer/messages/new', { ...filter, players: filter.players?.join(',') }),
  message: (id: string) => `/organizer/messages/${id}`,
  matches: '/organizer/matches',
  matchesOf: (
    filter: Partial<Record<'area' | 'season' | 'year' | 'division' | 'state' | 'player', string | number | undefined>>,
  ) => withQuery('/organizer/matches', filter),
  match: (match_id: number) => `/organizer/matches/${match_id}`,
  matchScore: (match_id: number) => `/organizer/matches/${match_id}/score`,
  enterResult: '/organizer/matches/new',
  evening: '/organizer/matches/evening',
  silent: (filter: Partial<Record<'area' | 'season' | 'year', string | number | undefined>> = {}) =>
    withQuery('/organizer/matches/silent', filter),
  unplayed: (filter: Partial<Record<'area' | 'season' | 'year', string | number | undefined>> = {}) =>
    withQuery('/organizer/matches/unplayed', filter),
  draws: (filter: Partial<Record<'area' | 'season' | 'year', string | number | undefined>> = {}) =>
    withQuery('/organizer/matches/draw', filter),
  draw: (league_id: number) => `/organizer/matches/draw/${league_id}`,
  playoffs: '/organizer/play-offs',
  playoffsOf: (filter: { season: string; year: number }) => withQuery('/organizer/play-offs', filter),
  playoff: (league_id: number) => `/organizer/play-offs/${league_id}`,
  payments: '/organizer/payments',
  paymentsOf: (
    filter: Partial<Record<'area' | 'season' | 'year' | 'status' | 'refund', string | number | undefined>>,
  ) => withQuery('/organizer/payments', filter),
  payment: (order_id: string) => `/organizer/payments/${order_id}`,
  cashUp: (month?: string) => withQuery('/organizer/payments/cash-up', { month }),
  reconciliation: (month?: string) => withQuery('/organizer/payments/reconciliation', { month }),
  players: '/organizer/players',
  player: (id: number) => `/organizer/players/${id}`,
  mergePlayer: (id: number) => `/organizer/players/${id}/merge`,
  /** The progress and the report of a bulk act. */
  bulkTask: (task_id: number) => `/organizer/bulk/${task_id}`,
  exchange: '/organizer/exchange',
  exchangeTask: (task_id: number) => `/organizer/exchange/${task_id}`,
  auditLog: '/organizer/record',
  /** The audit log of one subject, such as 'match 12'. */
  auditLogOf: (subject: string) => withQuery('/organizer/record', { subject }),
  checks: '/organizer/checks',
  security: '/organizer/security',
  people: '/organizer/people',
  organization: '/organizer/organization',
  texts: '/organizer/texts',
  /** The editor of a text. For the texts of emails, the name is 'emails' or that followed by the name of an email. */
  text: (name: string) => `/organizer/texts/${name}`,
  setup: '/organizer/setup',
  demo: '/organizer/demo',
} as const

/** The tabs of a league at the desk, besides its table. */
export type LeagueTab =
  | 'schedule'
  | 'results'
  | 'entries'
  | 'wait-list'
  | 'money'
  | 'messages'
  | 'limit'
  | 'rules'
  | 'play-offs'
  | 'record'
