import { Route } from '#/web/router.tsx'
import { getPreferences, getAvailability, getSettings, listAccess, listPasskeys } from '#/features/calls.gen.ts'
import { prefetch } from '#/web/api.ts'
import { lazyScreen } from '#/web/lazy-screen.tsx'

const SettingsPage = lazyScreen(() => import('#/features/settings/SettingsPage.tsx'))
const ProfileSettingsPage = lazyScreen(() => import('#/features/settings/ProfileSettingsPage.tsx'))
const PaymentMethodPage = lazyScreen(() => import('#/features/settings/PaymentMethodPage.tsx'))
const PasswordSettingsPage = lazyScreen(
  () => import('#/features/settings/PasswordSettingsPage.tsx'),
  () => prefetch(getSettings, {}),
)
const PasskeySettingsPage = lazyScreen(
  () => import('#/features/settings/PasskeySettingsPage.tsx'),
  () => {
    prefetch(getSettings, {})
    prefetch(listPasskeys, {})
  },
)
const NotificationSettingsPage = lazyScreen(
  () => import('#/features/settings/NotificationSettingsPage.tsx'),
  () => prefetch(getPreferences, {}),
)
const PrivacySettingsPage = lazyScreen(
  () => import('#/features/settings/PrivacySettingsPage.tsx'),
  () => prefetch(getSettings, {}),
)
const AccessSettingsPage = lazyScreen(
  () => import('#/features/settings/AccessSettingsPage.tsx'),
  () => prefetch(listAccess, {}),
)
const AccountSettingsPage = lazyScreen(
  () => import('#/features/settings/AccountSettingsPage.tsx'),
  () => prefetch(getSettings, {}),
)
const AvailabilitySettingsPage = lazyScreen(
  () => import('#/features/settings/AvailabilitySettingsPage.tsx'),
  () => prefetch(getAvailability, {}),
)
/** The player's settings, with a route for each tab. */
export const settingsRoutes = (
  <Route path="settings" element={<SettingsPage />}>
    <Route index element={<ProfileSettingsPage />} />
    <Route path="availability" element={<AvailabilitySettingsPage />} />
    <Route path="payment-method" element={<PaymentMethodPage />} />
    <Route path="password" element={<PasswordSettingsPage />} />
    <Route path="passkeys" element={<PasskeySettingsPage />} />
    <Route path="notifications" element={<NotificationSettingsPage />} />
    <Route path="privacy" element={<PrivacySettingsPage />} />
    <Route path="devices" element={<AccessSettingsPage />} />
    <Route path="account" element={<AccountSettingsPage />} />
  </Route>
)
