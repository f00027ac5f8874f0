import { paths } from '#/contract/paths.ts'
import { TabLinks } from '#/web/ui/TabLinks.tsx'

const tabs = [
  { to: paths.organizer.embed, label: 'On your web site' },
  { to: paths.organizer.webhooks, label: 'Webhooks' },
  { to: paths.organizer.apiKeys, label: 'API keys' },
]

/** The tabs of what other web sites and programs get from the league. */
export function IntegrationTabs({ current }: { current: string }) {
  return (
    <div className="mb-6">
      <TabLinks label="Integrations" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />
    </div>
  )
}
