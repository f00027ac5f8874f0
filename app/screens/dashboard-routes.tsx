import { Route, Routes } from '#/web/router.tsx'
import {
  getUser,
  getActivity,
  getOrder,
  listPurchases,
  getMatch,
  getResult,
  getPlayer,
  listMyMatches,
  getLiveScore,
  countUnread,
  listEntryInvitations,
  listLiveScores,
  listNotifications,
  getFreeSeasons,
  getReferral,
  readCrossTable,
  getRecap,
  listDivisions,
  listSeasons,
  listMyLeagues,
  getConfig,
} from '#/features/calls.gen.ts'
import { pageInput } from '#/features/players/page-input.ts'
import { prefetch } from '#/web/api.ts'
import { lazyScreen } from '#/web/lazy-screen.tsx'
import { registerScreens } from '#/web/prepare.ts'
import { paths } from '#/contract/paths.ts'
import { readListSearch } from '#/web/list-search.ts'
import DashboardLayout from './DashboardLayout.tsx'
import { settingsRoutes } from './settings-routes.tsx'

const ProfilePage = lazyScreen(
  () => import('#/features/profile/ProfilePage.tsx'),
  ({ search }) => {
    prefetch(listMyMatches, { query: readListSearch(listMyMatches, search).query })
    prefetch(listMyLeagues, {})
    prefetch(getActivity, {})
  },
)
const JoinLeaguePage = lazyScreen(
  () => import('#/features/joining/JoinLeaguePage.tsx'),
  () => prefetch(listSeasons, {}),
)
const DivisionsPage = lazyScreen(
  () => import('#/features/joining/DivisionsPage.tsx'),
  () => {
    prefetch(listSeasons, {})
    prefetch(listDivisions, {})
    prefetch(listMyLeagues, {})
  },
)
const OrderSummaryPage = lazyScreen(
  () => import('#/features/checkout/OrderSummaryPage.tsx'),
  () => {
    prefetch(listDivisions, {})
    prefetch(listSeasons, {})
    prefetch(getFreeSeasons, {})
    prefetch(getConfig, {})
  },
)
const MyLeaguePage = lazyScreen(
  () => import('#/features/my-league/MyLeaguePage.tsx'),
  () => {
    prefetch(listMyLeagues, {})
    prefetch(listPurchases, {})
    prefetch(listEntryInvitations, {})
    prefetch(listLiveScores, { query: {} })
  },
)
const PartnerSearchPage = lazyScreen(() => import('#/features/partner-search/PartnerSearchPage.tsx'))
const RecapPage = lazyScreen(
  () => import('#/features/recap/RecapPage.tsx'),
  ({ params }) => prefetch(getRecap, { params: { id: params['id'] ?? '' } }),
)
const LadderPage = lazyScreen(() => import('#/features/ladder/LadderPage.tsx'))
const OpenToPlayPage = lazyScreen(() => import('#/features/open-to-play/OpenToPlayPage.tsx'))
const ScoreSubmissionPage = lazyScreen(
  () => import('#/features/matches/ScoreSubmissionPage.tsx'),
  () => {
    prefetch(listMyLeagues, {})
    prefetch(listMyMatches, { query: { page: 1 } })
  },
)
const MatchScorePage = lazyScreen(
  () => import('#/features/matches/MatchScorePage.tsx'),
  ({ params }) => {
    prefetch(listMyMatches, { query: { page: 1 } })
    prefetch(getMatch, { params: { id: params['id'] ?? '' } })
  },
)
const ResultsAreasPage = lazyScreen(() => import('#/features/results/ResultsAreasPage.tsx'))
const ResultsPage = lazyScreen(() => import('#/features/results/ResultsPage.tsx'))
const ResultPage = lazyScreen(
  () => import('#/features/results/ResultPage.tsx'),
  ({ params }) => prefetch(getResult, { params: { id: params['id'] ?? '' } }),
)
const PlayersPage = lazyScreen(
  () => import('#/features/players/PlayersPage.tsx'),
  () => prefetch(listMyLeagues, {}),
)
const LeaguePlayersPage = lazyScreen(() => import('#/features/players/LeaguePlayersPage.tsx'))
const PlayerPage = lazyScreen(
  () => import('#/features/players/PlayerPage.tsx'),
  ({ params, search }) => prefetch(getPlayer, pageInput(params['id'] ?? '', search)),
)
const PlayerRatingPage = lazyScreen(
  () => import('#/features/players/PlayerRatingPage.tsx'),
  ({ params, search }) => prefetch(getPlayer, pageInput(params['id'] ?? '', search)),
)
const ComparisonPage = lazyScreen(() => import('#/features/players/ComparisonPage.tsx'))
const CrossTablePage = lazyScreen(
  () => import('#/features/standings/CrossTablePage.tsx'),
  ({ params }) => prefetch(readCrossTable, { params: { id: params['id'] ?? '' } }),
)
const FullStandingsPage = lazyScreen(() => import('#/features/standings/FullStandingsPage.tsx'))
const CorrectScorePage = lazyScreen(
  () => import('#/features/confirmation/CorrectScorePage.tsx'),
  ({ params }) => prefetch(getMatch, { params: { id: params['id'] ?? '' } }),
)
const MatchPage = lazyScreen(
  () => import('#/features/arranging/MatchPage.tsx'),
  ({ params }) => prefetch(getMatch, { params: { id: params['id'] ?? '' } }),
)
const LiveScorePage = lazyScreen(
  () => import('#/features/live-scoring/LiveScorePage.tsx'),
  ({ params }) => prefetch(getLiveScore, { params: { id: params['id'] ?? '' } }),
)
const AddMatchPage = lazyScreen(
  () => import('#/features/schedule/AddMatchPage.tsx'),
  () => prefetch(listMyLeagues, {}),
)
const StandingsPage = lazyScreen(() => import('#/features/standings/StandingsPage.tsx'))
const PlayoffsCitiesPage = lazyScreen(
  () => import('#/features/playoffs/PlayoffsCitiesPage.tsx'),
  () => prefetch(listMyLeagues, {}),
)
const PlayoffsDivisionsPage = lazyScreen(
  () => import('#/features/playoffs/PlayoffsDivisionsPage.tsx'),
  () => prefetch(listDivisions, {}),
)
const PlayoffsPage = lazyScreen(() => import('#/features/playoffs/PlayoffsPage.tsx'))
const ReferPage = lazyScreen(
  () => import('#/features/referrals/ReferPage.tsx'),
  () => {
    prefetch(getReferral, {})
    prefetch(getFreeSeasons, {})
  },
)
const PaymentHistoryPage = lazyScreen(
  () => import('#/features/checkout/PaymentHistoryPage.tsx'),
  ({ search }) => prefetch(listPurchases, { query: readListSearch(listPurchases, search).query }),
)
const ReceiptPage = lazyScreen(
  () => import('#/features/checkout/ReceiptPage.tsx'),
  ({ params }) => prefetch(getOrder, { params: { order_id: params['order_id'] ?? '' } }),
)
const NotificationsPage = lazyScreen(
  () => import('#/features/notifications/NotificationsPage.tsx'),
  ({ search }) => prefetch(listNotifications, { query: readListSearch(listNotifications, search).query }),
)
const RulesPage = lazyScreen(() => import('#/features/pages/RulesPage.tsx'))
const ContactPage = lazyScreen(
  () => import('#/features/pages/ContactPage.tsx'),
  () => prefetch(getConfig, {}),
)
const NotFoundPage = lazyScreen(() => import('./NotFoundPage.tsx'))

const screens = (
  <Route element={<DashboardLayout />}>
    <Route index element={<ProfilePage />} />
    <Route path="join-league" element={<JoinLeaguePage />} />
    <Route path="join-league/:slug" element={<DivisionsPage />} />
    <Route path="partners" element={<PartnerSearchPage />} />
    <Route path="order-summary" element={<OrderSummaryPage />} />
    <Route path="myleague" element={<MyLeaguePage />} />
    <Route path="myleague/seasons/:id" element={<RecapPage />} />
    <Route path="myleague/:id/open" element={<OpenToPlayPage />} />
    <Route path="myleague/:id/ladder" element={<LadderPage />} />
    <Route path="score-submission" element={<ScoreSubmissionPage />} />
    <Route path=":id/score-submission" element={<MatchScorePage />} />
    <Route path="results" element={<ResultsAreasPage />} />
    <Route path="results/r" element={<ResultsPage />} />
    <Route path="results/:id" element={<ResultPage />} />
    <Route path="results/:id/correct" element={<CorrectScorePage />} />
    <Route path="matches/:id" element={<MatchPage />} />
    <Route path="matches/:id/live" element={<LiveScorePage />} />
    <Route path="add-match" element={<AddMatchPage />} />
    <Route path="standings" element={<StandingsPage />} />
    <Route path="standings/s" element={<FullStandingsPage />} />
    <Route path="standings/c/:id" element={<CrossTablePage />} />
    <Route path="standings/:id" element={<ResultPage />} />
    <Route path="play-offs" element={<PlayoffsCitiesPage />} />
    <Route path="play-offs/d" element={<PlayoffsDivisionsPage />} />
    <Route path="play-offs/index" element={<PlayoffsPage />} />
    <Route path="refer" element={<ReferPage />} />
    <Route path="players" element={<PlayersPage />} />
    <Route path="players/p" element={<LeaguePlayersPage />} />
    <Route path="players/:id" element={<PlayerPage />} />
    <Route path="players/:id/rating" element={<PlayerRatingPage />} />
    <Route path="comparison" element={<ComparisonPage />} />
    <Route path="payment-history" element={<PaymentHistoryPage />} />
    <Route path="payment-history/:order_id" element={<ReceiptPage />} />
    <Route path="notifications" element={<NotificationsPage />} />
    <Route path="rules" element={<RulesPage />} />
    <Route path="contact-us" element={<ContactPage />} />
    {settingsRoutes}
    <Route path="*" element={<NotFoundPage />} />
  </Route>
)

registerScreens(paths.profile, screens)

/** The signed-in routes, below /dashboard. */
export default function DashboardRoutes() {
  return <Routes>{screens}</Routes>
}

// Every screen's layout shows the player's name and photo, and the number of unread notifications.
prefetch(getUser, {})
prefetch(countUnread, {})
