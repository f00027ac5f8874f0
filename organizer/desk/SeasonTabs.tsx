import { paths } from '#/contract/paths.ts'
import { TabLinks } from '#/web/ui/TabLinks.tsx'

const tabs = [
  { to: paths.organizer.seasons, label: 'Seasons' },
  { to: paths.organizer.divisions, label: 'Divisions and prices' },
  { to: paths.organizer.matchFormats, label: 'Match formats' },
  { to: paths.organizer.levels, label: 'Levels' },
  { to: paths.organizer.coupons, label: 'Coupons' },
  { to: paths.organizer.areas, label: 'Areas' },
  { to: paths.organizer.courts, label: 'Courts' },
  { to: paths.organizer.closedDays, label: 'Days without play' },
]

/** The tabs of seasons, divisions, match formats, levels, coupons, areas, courts and days without play. */
export function SeasonTabs({ current }: { current: string }) {
  return (
    <div className="mb-6">
      <TabLinks label="Seasons" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />
    </div>
  )
}
