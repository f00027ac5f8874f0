import { Suspense } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { paths } from '#/contract/paths.ts'
import { RootLayout } from './RootLayout.tsx'
import { screen } from '#/web/screen.tsx'

const SignInPage = screen(() => import('#/features/accounts/SignInPage.tsx'))
const SignUpPage = screen(() => import('#/features/accounts/SignUpPage.tsx'))
const ForgotPasswordPage = screen(() => import('#/features/accounts/ForgotPasswordPage.tsx'))
const ResetPasswordPage = screen(() => import('#/features/accounts/ResetPasswordPage.tsx'))
const VerifyEmailPage = screen(() => import('#/features/accounts/VerifyEmailPage.tsx'))
const SocialCallbackPage = screen(() => import('#/features/social/SocialCallbackPage.tsx'))
const ConfirmEmailPage = screen(() => import('#/features/settings/ConfirmEmailPage.tsx'))
const LeaguesPage = screen(() => import('#/features/joining/GuestLeaguesPage.tsx'))
const GuestPaymentPage = screen(() => import('#/features/checkout/GuestPaymentPage.tsx'))
const ScoreLinkPage = screen(() => import('#/features/confirmation/ScoreLinkPage.tsx'))
const PartnerLinkPage = screen(() => import('#/features/pairs/PartnerLinkPage.tsx'))
const SharedResultPage = screen(() => import('#/features/results/SharedResultPage.tsx'))
const SharedPlayoffsPage = screen(() => import('#/features/playoffs/SharedPlayoffsPage.tsx'))
const GalleryPage = screen(() => import('#/web/ui/GalleryPage.tsx'))
const NotFoundPage = screen(() => import('./NotFoundPage.tsx'))
const Dashboard = screen(() => import('./dashboard-routes.tsx'))
const Organizer = screen(() => import('./organizer-routes.tsx'))

/** Every screen before the door; those behind it are in dashboard-routes.tsx, which the first step inside loads. */
export function Screens() {
  return (
    <BrowserRouter>
      <RootLayout>
        <Suspense>
          <Routes>
            <Route path={paths.signIn} element={<SignInPage />} />
            <Route path={paths.signUp} element={<SignUpPage />} />
            <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
            <Route path={paths.resetPassword()} element={<ResetPasswordPage />} />
            <Route path={paths.verifyEmail()} element={<VerifyEmailPage />} />
            <Route path={paths.socialCallback} element={<SocialCallbackPage />} />
            <Route path={paths.confirmEmail()} element={<ConfirmEmailPage />} />
            <Route path={paths.leagues} element={<LeaguesPage />} />
            <Route path={paths.guestPayment} element={<GuestPaymentPage />} />
            <Route path={paths.scoreLink()} element={<ScoreLinkPage />} />
            <Route path={paths.partnerLink()} element={<PartnerLinkPage />} />
            <Route path="/results/:id" element={<SharedResultPage />} />
            <Route path={paths.sharedPlayoffs()} element={<SharedPlayoffsPage />} />
            <Route path={paths.gallery} element={<GalleryPage />} />
            <Route path={`${paths.profile}/*`} element={<Dashboard />} />
            <Route path={`${paths.organizer.overview}/*`} element={<Organizer />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </RootLayout>
    </BrowserRouter>
  )
}
