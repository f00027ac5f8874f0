import { integrationPaths } from '#/contract/integration-paths.ts'
import { TabLinks } from '#/web/ui/TabLinks.tsx'

const tabs = [
  { to: integrationPaths.pages, label: 'On your web site' },
  { to: integrationPaths.webhooks, label: 'Webhooks' },
  { to: integrationPaths.apiKeys, label: 'API keys' },
]

/** The tabs for other web sites and programs. */
export function IntegrationTabs({ current }: { current: string }) {
  return (
    <div className="mb-6">
      <TabLinks label="Integrations" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />
    </div>
  )
}
