import { Suspense } from 'react'
import { Route, Routes } from '#/web/router.tsx'
import { paths } from '#/contract/paths.ts'
import { RootLayout } from './RootLayout.tsx'
import { lazyScreen } from '#/web/lazy-screen.tsx'

const FrontDoorPage = lazyScreen(() => import('#/features/front-door/FrontDoorPage.tsx'))
const SignUpPage = lazyScreen(() => import('#/features/accounts/SignUpPage.tsx'))
const ForgotPasswordPage = lazyScreen(() => import('#/features/accounts/ForgotPasswordPage.tsx'))
const ResetPasswordPage = lazyScreen(() => import('#/features/accounts/ResetPasswordPage.tsx'))
const VerifyEmailPage = lazyScreen(() => import('#/features/accounts/VerifyEmailPage.tsx'))
const SocialCallbackPage = lazyScreen(() => import('#/features/social/SocialCallbackPage.tsx'))
const LinkIdentityPage = lazyScreen(() => import('#/features/social/LinkIdentityPage.tsx'))
const ConfirmEmailPage = lazyScreen(() => import('#/features/settings/ConfirmEmailPage.tsx'))
const LeaguesPage = lazyScreen(
  () => import('#/features/joining/GuestLeaguesPage.tsx'),
  // Loaded later, because the first screen needs no query cache.
  () =>
    void import('#/features/joining/leagues-reads.web.ts').then(
      (reads) => reads.prefetchLeagues(),
      () => {},
    ),
)
const GuestPaymentPage = lazyScreen(() => import('#/features/checkout/GuestPaymentPage.tsx'))
const ScoreLinkPage = lazyScreen(() => import('#/features/confirmation/ScoreLinkPage.tsx'))
const OfferLinkPage = lazyScreen(() => import('#/features/arranging/OfferLinkPage.tsx'))
const PartnerLinkPage = lazyScreen(() => import('#/features/pairs/PartnerLinkPage.tsx'))
const EntryInvitationPage = lazyScreen(() => import('#/features/invitations/EntryInvitationPage.tsx'))
const UnsubscribePage = lazyScreen(() => import('#/features/notifications/UnsubscribePage.tsx'))
const ClaimPage = lazyScreen(() => import('#/organizer/players/ClaimPage.tsx'))
const ConfirmMergePage = lazyScreen(() => import('#/organizer/merges/ConfirmMergePage.tsx'))
const OwnerLinkPage = lazyScreen(() => import('#/organizer/setup/OwnerLinkPage.tsx'))
const SharedResultPage = lazyScreen(() => import('#/features/results/SharedResultPage.tsx'))
const SharedRecapPage = lazyScreen(() => import('#/features/recap/SharedRecapPage.tsx'))
const SharedPlayoffsPage = lazyScreen(() => import('#/features/playoffs/SharedPlayoffsPage.tsx'))
const SharedLivePage = lazyScreen(() => import('#/features/live-scoring/SharedLivePage.tsx'))
const PublicPlayerPage = lazyScreen(() => import('#/features/players/PublicPlayerPage.tsx'))
const TextPage = lazyScreen(() => import('#/features/pages/TextPage.tsx'))
const RatingPage = lazyScreen(() => import('#/features/ratings/RatingPage.tsx'))
const NotFoundPage = lazyScreen(() => import('./NotFoundPage.tsx'))
const Dashboard = lazyScreen(() => import('./dashboard-routes.tsx'))
const Organizer = lazyScreen(() => import('./organizer-routes.tsx'))

/** The screens that the server renders, so that they can be read before any code loads (docs/decisions/061). */
export const servedRoutes = (
  <>
    <Route path={paths.signIn} element={<FrontDoorPage />} />
    <Route path={paths.signUp} element={<SignUpPage />} />
    <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
    <Route path={paths.leagues} element={<LeaguesPage />} />
    <Route path="/results/:id" element={<SharedResultPage />} />
    <Route path="/recaps/:token" element={<SharedRecapPage />} />
    <Route path={paths.sharedPlayoffs()} element={<SharedPlayoffsPage />} />
    <Route path="/players/:id" element={<PublicPlayerPage />} />
    <Route path="/texts/:key" element={<TextPage />} />
    <Route path={paths.rating} element={<RatingPage />} />
  </>
)

/** The player's screens (dashboard-routes.tsx), which the server renders for the session of the document cookie (docs/decisions/101). */
export const signedInRoutes = <Route path={`${paths.profile}/*`} element={<Dashboard />} />

/**
 * The desk, and screens that only the browser can render because they depend on a URL fragment or on the device's
 * storage.
 */
export const browserRoutes = (
  <>
    <Route path="/live/:id" element={<SharedLivePage />} />
    <Route path={paths.resetPassword()} element={<ResetPasswordPage />} />
    <Route path={paths.verifyEmail()} element={<VerifyEmailPage />} />
    <Route path={paths.socialCallback} element={<SocialCallbackPage />} />
    <Route path={paths.linkIdentity()} element={<LinkIdentityPage />} />
    <Route path={paths.confirmEmail()} element={<ConfirmEmailPage />} />
    <Route path={paths.guestPayment} element={<GuestPaymentPage />} />
    <Route path={paths.scoreLink()} element={<ScoreLinkPage />} />
    <Route path={paths.offerLink()} element={<OfferLinkPage />} />
    <Route path={paths.partnerLink()} element={<PartnerLinkPage />} />
    <Route path={paths.entryInvitation()} element={<EntryInvitationPage />} />
    <Route path={paths.unsubscribe()} element={<UnsubscribePage />} />
    <Route path={paths.claim()} element={<ClaimPage />} />
    <Route path={paths.confirmMerge()} element={<ConfirmMergePage />} />
    <Route path={paths.owner()} element={<OwnerLinkPage />} />
    <Route path={`${paths.desk}/*`} element={<Organizer />} />
  </>
)

const screens = (
  <>
    {servedRoutes}
    {signedInRoutes}
    {browserRoutes}
  </>
)

export const notFoundRoute = <Route path="*" element={<NotFoundPage />} />

/** All screens, below a router. */
export function Screens() {
  return (
    <RootLayout screens={screens}>
      <Suspense>
        <Routes>
          {screens}
          {notFoundRoute}
        </Routes>
      </Suspense>
    </RootLayout>
  )
}
