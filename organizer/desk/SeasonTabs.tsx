import { deskPaths } from '#/contract/desk-paths.ts'
import { TabLinks } from '#/web/ui/TabLinks.tsx'

const tabs = [
  { to: deskPaths.seasons, label: 'Seasons' },
  { to: deskPaths.divisions, label: 'Divisions and prices' },
  { to: deskPaths.matchFormats, label: 'Match formats' },
  { to: deskPaths.levels, label: 'Levels' },
  { to: deskPaths.coupons, label: 'Coupons' },
  { to: deskPaths.areas, label: 'Areas' },
  { to: deskPaths.courts, label: 'Courts' },
  { to: deskPaths.closedDays, label: 'Days without play' },
]

/** The tabs of seasons, divisions, match formats, levels, coupons, areas, courts and days without play. */
export function SeasonTabs({ current }: { current: string }) {
  return (
    <div className="mb-6">
      <TabLinks label="Seasons" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />
    </div>
  )
}
