import { formatDate, formatTimeZone, readerZone } from '#/contract/locale.ts'
import { zoneOfArea } from '#/contract/area-details.ts'
import type { AreaSlug } from '#/contract/areas.ts'
import { organization } from '#/contract/organization.ts'
import { dayInZone, timeInZone } from '#/rules/day.ts'

/** The zone of an area, or the organization's for what belongs to no area. */
function zoneOf(area: AreaSlug | null): string {
  return area === null ? organization().time_zone : zoneOfArea(area)
}

/** Whether clocks show the same day and time in both zones at an instant. */
function areAlike(one: string, two: string, at: Date): boolean {
  return dayInZone(at, one) === dayInZone(at, two) && timeInZone(at, one) === timeInZone(at, two)
}

/**
 * An instant in an area's time: 'Wed, Jul 15, 6:00 PM', with the zone's short name where the reader's clock shows another
 * time: 'Wed, Jul 15, 6:00 PM EDT'.
 */
export function formatAreaMoment(instant: string, area: AreaSlug | null, reader = readerZone()): string {
  const at = new Date(instant)
  const timeZone = zoneOf(area)
  return formatDate(at, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    ...(!areAlike(timeZone, reader, at) && { timeZoneName: 'short' }),
  })
}

/** The day of an instant in an area: 'Wed, Jul 15, 2026'. */
export function formatAreaDay(instant: string, area: AreaSlug | null): string {
  const timeZone = zoneOf(area)
  return formatDate(new Date(instant), { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', timeZone })
}

/** Says whose time a page shows, where the reader's clock shows another: 'Times are Eastern Time.' Null where it does not. */
export function zoneNote(time_zone: string, at: Date, reader = readerZone()): string | null {
  return areAlike(time_zone, reader, at) ? null : `Times are ${formatTimeZone(time_zone)}.`
}
