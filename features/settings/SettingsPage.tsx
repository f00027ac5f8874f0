import { Outlet } from '#/web/router.tsx'
import { paths } from '#/contract/paths.ts'
import { Screen } from '#/web/Screen.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'

const tabs = [
  { to: paths.settings, label: 'Profile' },
  { to: paths.availabilitySettings, label: 'Availability' },
  { to: paths.paymentMethod, label: 'Payment method' },
  { to: paths.passwordSettings, label: 'Password' },
  { to: paths.passkeySettings, label: 'Passkeys' },
  { to: paths.notificationSettings, label: 'Notifications' },
  { to: paths.privacySettings, label: 'Privacy' },
  { to: paths.deviceSettings, label: 'Access' },
  { to: paths.accountSettings, label: 'Account' },
]

/** Layout of the settings; each tab has its own URL. */
export default function SettingsPage() {
  return (
    <Screen title="Settings" documentTitle={null}>
      <TabLinks label="Settings" tabs={tabs} />
      <div className="pt-8">
        <Outlet />
      </div>
    </Screen>
  )
}
