import { Route, Routes } from '#/web/router.tsx'
import {
  getMessage,
  getOrganizerEntry,
  getOrganizerLeague,
  readSeasonClosing,
  listEntryChoices,
  getOrganizerMatch,
  listExchangeTasks,
  getPaymentOrder,
  previewPlayoffs,
  getOrganizerPlayer,
  getOrganization,
  getSetup,
  listPeople,
  listApiKeys,
  listDataChecks,
  listPublicPages,
  listWebhooks,
  getOrganizer,
  listOrganizerTexts,
  listOrganizerDivisions,
  listMatchFormats,
} from '#/organizer/calls.gen.ts'
import { prefetch } from '#/web/api.ts'
import OrganizerLayout from './OrganizerLayout.tsx'
import { lazyScreen } from '#/web/lazy-screen.tsx'
import { registerScreens } from '#/web/prepare.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { prefetchAreas } from '#/organizer/areas/areas-read.web.ts'

const OrganizerPlayoffsPage = lazyScreen(() => import('#/organizer/playoffs/OrganizerPlayoffsPage.tsx'))
const OrganizerPlayoffPage = lazyScreen(
  () => import('#/organizer/playoffs/OrganizerPlayoffPage.tsx'),
  ({ params }) => prefetch(previewPlayoffs, { params: { league_id: params['league_id'] ?? '' } }),
)
const EntriesPage = lazyScreen(
  () => import('#/organizer/entries/EntriesPage.tsx'),
  () => prefetch(listEntryChoices, {}),
)
const EnterPlayerPage = lazyScreen(
  () => import('#/organizer/entries/EnterPlayerPage.tsx'),
  () => prefetch(listEntryChoices, {}),
)
const EntryPage = lazyScreen(
  () => import('#/organizer/entries/EntryPage.tsx'),
  ({ params }) => prefetch(getOrganizerEntry, { params: { id: params['id'] ?? '' } }),
)
const LeaguePage = lazyScreen(
  () => import('#/organizer/leagues/LeaguePage.tsx'),
  ({ params }) => prefetch(getOrganizerLeague, { params: { id: params['id'] ?? '' } }),
)
const MessagesPage = lazyScreen(() => import('#/organizer/messages/MessagesPage.tsx'))
const NewMessagePage = lazyScreen(
  () => import('#/organizer/messages/NewMessagePage.tsx'),
  () => prefetch(listEntryChoices, {}),
)
const MessagePage = lazyScreen(
  () => import('#/organizer/messages/MessagePage.tsx'),
  ({ params }) => prefetch(getMessage, { params: { id: params['id'] ?? '' } }),
)
const OrganizerPlayersPage = lazyScreen(() => import('#/organizer/players/OrganizerPlayersPage.tsx'))
const OrganizerPlayerPage = lazyScreen(
  () => import('#/organizer/players/OrganizerPlayerPage.tsx'),
  ({ params }) => prefetch(getOrganizerPlayer, { params: { id: params['id'] ?? '' } }),
)
const MergePlayersPage = lazyScreen(
  () => import('#/organizer/merges/MergePlayersPage.tsx'),
  ({ params }) => prefetch(getOrganizerPlayer, { params: { id: params['id'] ?? '' } }),
)
const PeoplePage = lazyScreen(
  () => import('#/organizer/people/PeoplePage.tsx'),
  () => prefetch(listPeople, {}),
)
const OverviewPage = lazyScreen(() => import('#/organizer/overview/OverviewPage.tsx'))
const OrganizerMatchesPage = lazyScreen(() => import('#/organizer/matches/OrganizerMatchesPage.tsx'))
const OrganizerMatchPage = lazyScreen(
  () => import('#/organizer/matches/OrganizerMatchPage.tsx'),
  ({ params }) => prefetch(getOrganizerMatch, { params: { id: params['id'] ?? '' } }),
)
const OrganizerScorePage = lazyScreen(() => import('#/organizer/matches/OrganizerScorePage.tsx'))
const SilentPage = lazyScreen(() => import('#/organizer/matches/SilentPage.tsx'))
const UnplayedPage = lazyScreen(() => import('#/organizer/unplayed/UnplayedPage.tsx'))
const DrawsPage = lazyScreen(() => import('#/organizer/schedule/DrawsPage.tsx'))
const DrawPage = lazyScreen(() => import('#/organizer/schedule/DrawPage.tsx'))
const SeasonsPage = lazyScreen(() => import('#/organizer/seasons/SeasonsPage.tsx'))
const SeasonPage = lazyScreen(() => import('#/organizer/seasons/SeasonPage.tsx'))
const QuestionsPage = lazyScreen(() => import('#/organizer/questions/QuestionsPage.tsx'))
const ClosingPage = lazyScreen(
  () => import('#/organizer/seasons/ClosingPage.tsx'),
  ({ params }) => prefetch(readSeasonClosing, { params: { id: params['id'] ?? '' } }),
)
const LeagueGridPage = lazyScreen(() => import('#/organizer/seasons/LeagueGridPage.tsx'))
const OrganizerDivisionsPage = lazyScreen(
  () => import('#/organizer/divisions/OrganizerDivisionsPage.tsx'),
  () => prefetch(listOrganizerDivisions, {}),
)
const MatchFormatsPage = lazyScreen(
  () => import('#/organizer/match-formats/MatchFormatsPage.tsx'),
  () => prefetch(listMatchFormats, {}),
)
const LevelsPage = lazyScreen(() => import('#/organizer/levels/LevelsPage.tsx'))
const LevelReviewPage = lazyScreen(() => import('#/organizer/levels/LevelReviewPage.tsx'))
const CouponsPage = lazyScreen(() => import('#/organizer/coupons/CouponsPage.tsx'))
const OrganizerAreasPage = lazyScreen(
  () => import('#/organizer/areas/OrganizerAreasPage.tsx'),
  () => prefetchAreas(),
)
const OrganizerCourtsPage = lazyScreen(() => import('#/organizer/courts/OrganizerCourtsPage.tsx'))
const ClosedDaysPage = lazyScreen(() => import('#/organizer/closed-days/ClosedDaysPage.tsx'))
const EveningPage = lazyScreen(() => import('#/organizer/evenings/EveningPage.tsx'))
const PaymentsPage = lazyScreen(() => import('#/organizer/payments/PaymentsPage.tsx'))
const CashUpPage = lazyScreen(() => import('#/organizer/payments/CashUpPage.tsx'))
const ReconciliationPage = lazyScreen(() => import('#/organizer/payments/ReconciliationPage.tsx'))
const PaymentOrderPage = lazyScreen(
  () => import('#/organizer/payments/PaymentOrderPage.tsx'),
  ({ params }) => prefetch(getPaymentOrder, { params: { order_id: params['order_id'] ?? '' } }),
)
const BulkReportPage = lazyScreen(() => import('#/organizer/bulk/BulkReportPage.tsx'))
const ExchangePage = lazyScreen(
  () => import('#/organizer/exchange/ExchangePage.tsx'),
  () => prefetch(listExchangeTasks, {}),
)
const ExchangeTaskPage = lazyScreen(() => import('#/organizer/exchange/ExchangeTaskPage.tsx'))
const RecordPage = lazyScreen(() => import('#/organizer/audit/AuditLogPage.tsx'))
const ChecksPage = lazyScreen(
  () => import('#/organizer/checks/ChecksPage.tsx'),
  () => prefetch(listDataChecks, {}),
)
const SecurityPage = lazyScreen(() => import('#/organizer/security/SecurityPage.tsx'))
const OrganizationPage = lazyScreen(
  () => import('#/organizer/organization/OrganizationPage.tsx'),
  () => prefetch(getOrganization, {}),
)
const TextsPage = lazyScreen(
  () => import('#/organizer/texts/TextsPage.tsx'),
  () => prefetch(listOrganizerTexts, {}),
)
const MailTextsPage = lazyScreen(() => import('#/organizer/mail-texts/MailTextsPage.tsx'))
const MailTextPage = lazyScreen(() => import('#/organizer/mail-texts/MailTextPage.tsx'))
const TextEditorPage = lazyScreen(() => import('#/organizer/texts/TextEditorPage.tsx'))
const SetupPage = lazyScreen(
  () => import('#/organizer/setup/SetupPage.tsx'),
  () => prefetch(getSetup, {}),
)
const EmbedPage = lazyScreen(
  () => import('#/organizer/embed/EmbedPage.tsx'),
  () => prefetch(listPublicPages, {}),
)
const ApiKeysPage = lazyScreen(
  () => import('#/organizer/api-keys/ApiKeysPage.tsx'),
  () => prefetch(listApiKeys, {}),
)
const WebhooksPage = lazyScreen(
  () => import('#/organizer/webhooks/WebhooksPage.tsx'),
  () => prefetch(listWebhooks, {}),
)
const WebhookPage = lazyScreen(
  () => import('#/organizer/webhooks/WebhookPage.tsx'),
  () => prefetch(listWebhooks, {}),
)
const DemoPage = lazyScreen(() => import('#/organizer/demo/DemoPage.tsx'))
const NotFoundPage = lazyScreen(() => import('./NotFoundPage.tsx'))

const screens = (
  <Route element={<OrganizerLayout />}>
    <Route path="play-offs" element={<OrganizerPlayoffsPage />} />
    <Route path="play-offs/:league_id" element={<OrganizerPlayoffPage />} />
    <Route path="entries" element={<EntriesPage />} />
    <Route path="entries/new" element={<EnterPlayerPage />} />
    <Route path="entries/:id" element={<EntryPage />} />
    <Route path="leagues/:id" element={<LeaguePage />} />
    <Route path="leagues/:id/:tab" element={<LeaguePage />} />
    <Route path="messages" element={<MessagesPage />} />
    <Route path="messages/new" element={<NewMessagePage />} />
    <Route path="messages/:id" element={<MessagePage />} />
    <Route path="players" element={<OrganizerPlayersPage />} />
    <Route path="players/:id" element={<OrganizerPlayerPage />} />
    <Route path="players/:id/merge" element={<MergePlayersPage />} />
    <Route path="people" element={<PeoplePage />} />
    <Route index element={<OverviewPage />} />
    <Route path="matches" element={<OrganizerMatchesPage />} />
    <Route path="matches/new" element={<OrganizerScorePage />} />
    <Route path="matches/evening" element={<EveningPage />} />
    <Route path="matches/silent" element={<SilentPage />} />
    <Route path="matches/unplayed" element={<UnplayedPage />} />
    <Route path="matches/draw" element={<DrawsPage />} />
    <Route path="matches/draw/:id" element={<DrawPage />} />
    <Route path="matches/:id" element={<OrganizerMatchPage />} />
    <Route path="matches/:id/score" element={<OrganizerScorePage />} />
    <Route path="seasons" element={<SeasonsPage />} />
    <Route path="seasons/divisions" element={<OrganizerDivisionsPage />} />
    <Route path="seasons/formats" element={<MatchFormatsPage />} />
    <Route path="seasons/levels" element={<LevelsPage />} />
    <Route path="seasons/levels/review" element={<LevelReviewPage />} />
    <Route path="seasons/coupons" element={<CouponsPage />} />
    <Route path="seasons/areas" element={<OrganizerAreasPage />} />
    <Route path="seasons/courts" element={<OrganizerCourtsPage />} />
    <Route path="seasons/closed-days" element={<ClosedDaysPage />} />
    <Route path="seasons/:id" element={<SeasonPage />} />
    <Route path="seasons/:id/closing" element={<ClosingPage />} />
    <Route path="seasons/:id/leagues" element={<LeagueGridPage />} />
    <Route path="seasons/:id/questions" element={<QuestionsPage />} />
    <Route path="payments" element={<PaymentsPage />} />
    <Route path="payments/cash-up" element={<CashUpPage />} />
    <Route path="payments/reconciliation" element={<ReconciliationPage />} />
    <Route path="payments/:order_id" element={<PaymentOrderPage />} />
    <Route path="bulk/:task_id" element={<BulkReportPage />} />
    <Route path="exchange" element={<ExchangePage />} />
    <Route path="exchange/:task_id" element={<ExchangeTaskPage />} />
    <Route path="integrations" element={<EmbedPage />} />
    <Route path="integrations/keys" element={<ApiKeysPage />} />
    <Route path="integrations/webhooks" element={<WebhooksPage />} />
    <Route path="integrations/webhooks/:id" element={<WebhookPage />} />
    <Route path="checks" element={<ChecksPage />} />
    <Route path="record" element={<RecordPage />} />
    <Route path="security" element={<SecurityPage />} />
    <Route path="organization" element={<OrganizationPage />} />
    <Route path="texts" element={<TextsPage />} />
    <Route path="texts/emails" element={<MailTextsPage />} />
    <Route path="texts/emails/:kind" element={<MailTextPage />} />
    <Route path="texts/:key" element={<TextEditorPage />} />
    <Route path="setup" element={<SetupPage />} />
    <Route path="demo" element={<DemoPage />} />
    <Route path="*" element={<NotFoundPage />} />
  </Route>
)

registerScreens(deskPaths.overview, screens)

/** Every screen of the organizer's desk, below /organizer. */
export default function OrganizerRoutes() {
  return <Routes>{screens}</Routes>
}

// The layout of every screen shows the organizer's data.
prefetch(getOrganizer, {})
