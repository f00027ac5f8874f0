import { saleProblemOf } from '#/contract/area-details.ts'
import type { AreaSlug } from '#/contract/areas.ts'
import { organization } from '#/contract/organization.ts'
import { dayInZone } from '#/rules/day.ts'
import { now } from '#/web/now.ts'

/** Whether entries are sold in an area today. */
export function isSoldIn(area: AreaSlug | undefined): boolean {
  return area === undefined || saleProblemToday(area) === null
}

export function saleProblemToday(area: AreaSlug) {
  return saleProblemOf(area, dayInZone(now(), organization().time_zone))
}
