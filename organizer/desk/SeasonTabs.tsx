import { paths } from '#/contract/paths.ts'
import { TabLinks } from '#/web/ui/TabLinks.tsx'

const tabs = [
  { to: paths.organizer.seasons, label: 'Seasons' },
  { to: paths.organizer.divisions, label: 'Divisions and prices' },
  { to: paths.organizer.areas, label: 'Areas' },
]

/** What is sold, and where it is played. */
export function SeasonTabs({ current }: { current: string }) {
  return (
    <div className="mb-6">
      <TabLinks label="Seasons" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />
    </div>
  )
}
