import { zoneOfArea } from '#/contract/area-details.ts'
import { areaName, type AreaSlug } from '#/contract/areas.ts'
import { formatDate, readerZone } from '#/contract/locale.ts'
import { now } from '#/web/now.ts'

/** Which times on a screen are the area's, for a reader whose clock shows another time. */
export function ClockNote({ area }: { area: AreaSlug }) {
  const clockIn = (timeZone: string) =>
    formatDate(now(), { timeZone, day: 'numeric', hour: 'numeric', minute: 'numeric' })
  if (clockIn(zoneOfArea(area)) === clockIn(readerZone())) return null
  return (
    <p className="text-sm text-ink-soft">
      Days and times of matches are those of {areaName(area)}. All other times are yours.
    </p>
  )
}
