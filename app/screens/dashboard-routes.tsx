import { Route, Routes } from 'react-router'
import { getUser } from '#/features/accounts/contract.ts'
import { getOrder, listPurchases } from '#/features/checkout/contract.ts'
import { getMatch, getResult, listMyMatches } from '#/features/matches/contract.ts'
import { getFreeSeasons, getReferral } from '#/features/referrals/contract.ts'
import { listDivisions, listSeasons } from '#/features/seasons/contract.ts'
import { getSettings, listSessions } from '#/features/settings/contract.ts'
import { prefetch } from '#/web/api.ts'
import DashboardLayout from './DashboardLayout.tsx'
import { screen } from '#/web/screen.tsx'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { getConfig } from '#/features/site/contract.ts'

const ProfilePage = screen(
  () => import('#/features/profile/ProfilePage.tsx'),
  ({ search }) => prefetch(listMyMatches, { query: { page: pageOf(search) } }),
)
const JoinLeaguePage = screen(
  () => import('#/features/joining/JoinLeaguePage.tsx'),
  () => prefetch(listSeasons, {}),
)
const DivisionsPage = screen(
  () => import('#/features/joining/DivisionsPage.tsx'),
  () => {
    prefetch(listSeasons, {})
    prefetch(listDivisions, {})
    prefetch(listMyLeagues, {})
  },
)
const OrderSummaryPage = screen(
  () => import('#/features/checkout/OrderSummaryPage.tsx'),
  () => {
    prefetch(listDivisions, {})
    prefetch(getFreeSeasons, {})
    prefetch(getConfig, {})
  },
)
const MyLeaguePage = screen(
  () => import('#/features/my-league/MyLeaguePage.tsx'),
  () => prefetch(listMyLeagues, {}),
)
const ScoreSubmissionPage = screen(
  () => import('#/features/matches/ScoreSubmissionPage.tsx'),
  ({ params: { id } }) => {
    prefetch(listMyLeagues, {})
    prefetch(listMyMatches, { query: { page: 1 } })
    if (id !== undefined) prefetch(getMatch, { params: { id } })
  },
)
const ResultsAreasPage = screen(() => import('#/features/results/ResultsAreasPage.tsx'))
const ResultsPage = screen(() => import('#/features/results/ResultsPage.tsx'))
const ResultPage = screen(
  () => import('#/features/results/ResultPage.tsx'),
  ({ params }) => prefetch(getResult, { params: { id: params['id'] ?? '' } }),
)
const PlayersPage = screen(
  () => import('#/features/players/PlayersPage.tsx'),
  () => prefetch(listMyLeagues, {}),
)
const LeaguePlayersPage = screen(() => import('#/features/players/LeaguePlayersPage.tsx'))
const ComparisonPage = screen(() => import('#/features/players/ComparisonPage.tsx'))
const FullStandingsPage = screen(() => import('#/features/standings/FullStandingsPage.tsx'))
const CorrectScorePage = screen(
  () => import('#/features/confirmation/CorrectScorePage.tsx'),
  ({ params }) => prefetch(getMatch, { params: { id: params['id'] ?? '' } }),
)
const AddMatchPage = screen(
  () => import('#/features/schedule/AddMatchPage.tsx'),
  () => prefetch(listMyLeagues, {}),
)
const StandingsPage = screen(() => import('#/features/standings/StandingsPage.tsx'))
const PlayoffsCitiesPage = screen(() => import('#/features/playoffs/PlayoffsCitiesPage.tsx'))
const PlayoffsDivisionsPage = screen(
  () => import('#/features/playoffs/PlayoffsDivisionsPage.tsx'),
  () => prefetch(listDivisions, {}),
)
const PlayoffsPage = screen(() => import('#/features/playoffs/PlayoffsPage.tsx'))
const ReferPage = screen(
  () => import('#/features/referrals/ReferPage.tsx'),
  () => {
    prefetch(getReferral, {})
    prefetch(getFreeSeasons, {})
  },
)
const PaymentHistoryPage = screen(
  () => import('#/features/checkout/PaymentHistoryPage.tsx'),
  ({ search }) => prefetch(listPurchases, { query: { page: pageOf(search) } }),
)
const ReceiptPage = screen(
  () => import('#/features/checkout/ReceiptPage.tsx'),
  ({ params }) => prefetch(getOrder, { params: { order_id: params['order_id'] ?? '' } }),
)
const RulesPage = screen(() => import('#/features/pages/RulesPage.tsx'))
const ContactPage = screen(
  () => import('#/features/pages/ContactPage.tsx'),
  () => prefetch(getConfig, {}),
)
const SettingsPage = screen(() => import('#/features/settings/SettingsPage.tsx'))
const ProfileSettingsPage = screen(() => import('#/features/settings/ProfileSettingsPage.tsx'))
const PaymentMethodPage = screen(() => import('#/features/settings/PaymentMethodPage.tsx'))
const PasswordSettingsPage = screen(
  () => import('#/features/settings/PasswordSettingsPage.tsx'),
  () => prefetch(getSettings, {}),
)
const PrivacySettingsPage = screen(
  () => import('#/features/settings/PrivacySettingsPage.tsx'),
  () => prefetch(getSettings, {}),
)
const DeviceSettingsPage = screen(
  () => import('#/features/settings/DeviceSettingsPage.tsx'),
  () => prefetch(listSessions, {}),
)
const AccountSettingsPage = screen(
  () => import('#/features/settings/AccountSettingsPage.tsx'),
  () => prefetch(getSettings, {}),
)
const NotFoundPage = screen(() => import('./NotFoundPage.tsx'))

/** Every screen behind the door, below /dashboard. */
export default function DashboardRoutes() {
  return (
    <Routes>
      <Route element={<DashboardLayout />}>
        <Route index element={<ProfilePage />} />
        <Route path="join-league" element={<JoinLeaguePage />} />
        <Route path="join-league/:slug" element={<DivisionsPage />} />
        <Route path="order-summary" element={<OrderSummaryPage />} />
        <Route path="myleague" element={<MyLeaguePage />} />
        <Route path="score-submission" element={<ScoreSubmissionPage />} />
        <Route path=":id/score-submission" element={<ScoreSubmissionPage />} />
        <Route path="results" element={<ResultsAreasPage />} />
        <Route path="results/r" element={<ResultsPage />} />
        <Route path="results/:id" element={<ResultPage />} />
        <Route path="results/:id/correct" element={<CorrectScorePage />} />
        <Route path="add-match" element={<AddMatchPage />} />
        <Route path="standings" element={<StandingsPage />} />
        <Route path="standings/s" element={<FullStandingsPage />} />
        <Route path="standings/:id" element={<ResultPage />} />
        <Route path="play-offs" element={<PlayoffsCitiesPage />} />
        <Route path="play-offs/d" element={<PlayoffsDivisionsPage />} />
        <Route path="play-offs/index" element={<PlayoffsPage />} />
        <Route path="refer" element={<ReferPage />} />
        <Route path="players" element={<PlayersPage />} />
        <Route path="players/p" element={<LeaguePlayersPage />} />
        <Route path="comparison" element={<ComparisonPage />} />
        <Route path="payment-history" element={<PaymentHistoryPage />} />
        <Route path="payment-history/:order_id" element={<ReceiptPage />} />
        <Route path="rules" element={<RulesPage />} />
        <Route path="contact-us" element={<ContactPage />} />
        <Route path="settings" element={<SettingsPage />}>
          <Route index element={<ProfileSettingsPage />} />
          <Route path="payment-method" element={<PaymentMethodPage />} />
          <Route path="password" element={<PasswordSettingsPage />} />
          <Route path="privacy" element={<PrivacySettingsPage />} />
          <Route path="devices" element={<DeviceSettingsPage />} />
          <Route path="account" element={<AccountSettingsPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

function pageOf(search: URLSearchParams): number {
  return Number(search.get('page') ?? 1) || 1
}

// The player's name and photo are in every screen's frame.
prefetch(getUser, {})
