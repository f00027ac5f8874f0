import { Route, Routes } from 'react-router'
import { getAudience, getDeskEntry, listEntryChoices } from '#/features/entry-desk/contract.ts'
import { getDeskMatch } from '#/features/match-desk/contract.ts'
import { getDesk } from '#/features/organizer/contract.ts'
import { listExchangeTasks } from '#/features/exchange/contract.ts'
import { getPaymentOrder } from '#/features/payment-desk/contract.ts'
import { previewPlayoffs } from '#/features/playoffs/desk-contract.ts'
import { getDeskPlayer } from '#/features/player-desk/contract.ts'
import { listPeople } from '#/features/organizer/people-contract.ts'
import { listDeskAreas, listDeskDivisions } from '#/features/season-desk/catalog-contract.ts'
import { prefetch } from './api.ts'
import OrganizerLayout from './OrganizerLayout.tsx'
import { screen } from './screen.tsx'

const OrganizerPlayoffsPage = screen(() => import('#/features/playoffs/OrganizerPlayoffsPage.tsx'))
const OrganizerPlayoffPage = screen(
  () => import('#/features/playoffs/OrganizerPlayoffPage.tsx'),
  ({ params }) => prefetch(previewPlayoffs, { params: { league_id: params['league_id'] ?? '' } }),
)
const EntriesPage = screen(
  () => import('#/features/entry-desk/EntriesPage.tsx'),
  () => prefetch(listEntryChoices, {}),
)
const EnterPlayerPage = screen(
  () => import('#/features/entry-desk/EnterPlayerPage.tsx'),
  () => prefetch(listEntryChoices, {}),
)
const EntryPage = screen(
  () => import('#/features/entry-desk/EntryPage.tsx'),
  ({ params }) => prefetch(getDeskEntry, { params: { id: params['id'] ?? '' } }),
)
const LeagueMessagePage = screen(
  () => import('#/features/entry-desk/LeagueMessagePage.tsx'),
  ({ params }) => prefetch(getAudience, { params: { id: params['id'] ?? '' } }),
)
const DeskPlayersPage = screen(() => import('#/features/player-desk/DeskPlayersPage.tsx'))
const DeskPlayerPage = screen(
  () => import('#/features/player-desk/DeskPlayerPage.tsx'),
  ({ params }) => prefetch(getDeskPlayer, { params: { id: params['id'] ?? '' } }),
)
const MergePlayersPage = screen(
  () => import('#/features/player-desk/MergePlayersPage.tsx'),
  ({ params }) => prefetch(getDeskPlayer, { params: { id: params['id'] ?? '' } }),
)
const PeoplePage = screen(
  () => import('#/features/organizer/PeoplePage.tsx'),
  () => prefetch(listPeople, {}),
)
const OverviewPage = screen(() => import('#/features/organizer/OverviewPage.tsx'))
const MatchDeskPage = screen(() => import('#/features/match-desk/MatchDeskPage.tsx'))
const DeskMatchPage = screen(
  () => import('#/features/match-desk/DeskMatchPage.tsx'),
  ({ params }) => prefetch(getDeskMatch, { params: { id: params['id'] ?? '' } }),
)
const DeskScorePage = screen(() => import('#/features/match-desk/DeskScorePage.tsx'))
const SilentPage = screen(() => import('#/features/match-desk/SilentPage.tsx'))
const DrawsPage = screen(() => import('#/features/schedule/DrawsPage.tsx'))
const DrawPage = screen(() => import('#/features/schedule/DrawPage.tsx'))
const SeasonsPage = screen(() => import('#/features/season-desk/SeasonsPage.tsx'))
const SeasonPage = screen(() => import('#/features/season-desk/SeasonPage.tsx'))
const DeskDivisionsPage = screen(
  () => import('#/features/season-desk/DeskDivisionsPage.tsx'),
  () => prefetch(listDeskDivisions, {}),
)
const DeskAreasPage = screen(
  () => import('#/features/season-desk/DeskAreasPage.tsx'),
  () => prefetch(listDeskAreas, {}),
)
const PaymentsPage = screen(() => import('#/features/payment-desk/PaymentsPage.tsx'))
const ReconciliationPage = screen(() => import('#/features/payment-desk/ReconciliationPage.tsx'))
const PaymentOrderPage = screen(
  () => import('#/features/payment-desk/PaymentOrderPage.tsx'),
  ({ params }) => prefetch(getPaymentOrder, { params: { order_id: params['order_id'] ?? '' } }),
)
const ExchangePage = screen(
  () => import('#/features/exchange/ExchangePage.tsx'),
  () => prefetch(listExchangeTasks, {}),
)
const ExchangeTaskPage = screen(() => import('#/features/exchange/ExchangeTaskPage.tsx'))
const RecordPage = screen(() => import('#/features/organizer/RecordPage.tsx'))
const SecurityPage = screen(() => import('#/features/organizer/SecurityPage.tsx'))
const DemoPage = screen(() => import('#/features/demo/DemoPage.tsx'))
const NotFoundPage = screen(() => import('./NotFoundPage.tsx'))

/** Every screen of the organizer's desk, below /organizer. */
export default function OrganizerRoutes() {
  return (
    <Routes>
      <Route element={<OrganizerLayout />}>
        <Route path="play-offs" element={<OrganizerPlayoffsPage />} />
        <Route path="play-offs/:league_id" element={<OrganizerPlayoffPage />} />
        <Route path="entries" element={<EntriesPage />} />
        <Route path="entries/new" element={<EnterPlayerPage />} />
        <Route path="entries/:id" element={<EntryPage />} />
        <Route path="leagues/:id/message" element={<LeagueMessagePage />} />
        <Route path="players" element={<DeskPlayersPage />} />
        <Route path="players/:id" element={<DeskPlayerPage />} />
        <Route path="players/:id/merge" element={<MergePlayersPage />} />
        <Route path="people" element={<PeoplePage />} />
        <Route index element={<OverviewPage />} />
        <Route path="matches" element={<MatchDeskPage />} />
        <Route path="matches/new" element={<DeskScorePage />} />
        <Route path="matches/silent" element={<SilentPage />} />
        <Route path="matches/draw" element={<DrawsPage />} />
        <Route path="matches/draw/:id" element={<DrawPage />} />
        <Route path="matches/:id" element={<DeskMatchPage />} />
        <Route path="matches/:id/score" element={<DeskScorePage />} />
        <Route path="seasons" element={<SeasonsPage />} />
        <Route path="seasons/divisions" element={<DeskDivisionsPage />} />
        <Route path="seasons/areas" element={<DeskAreasPage />} />
        <Route path="seasons/:id" element={<SeasonPage />} />
        <Route path="payments" element={<PaymentsPage />} />
        <Route path="payments/reconciliation" element={<ReconciliationPage />} />
        <Route path="payments/:order_id" element={<PaymentOrderPage />} />
        <Route path="exchange" element={<ExchangePage />} />
        <Route path="exchange/:task_id" element={<ExchangeTaskPage />} />
        <Route path="record" element={<RecordPage />} />
        <Route path="security" element={<SecurityPage />} />
        <Route path="demo" element={<DemoPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

prefetch(getDesk, {})
