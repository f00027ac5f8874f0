import { organization } from '#/contract/organization.ts'
import { dayInZone } from '#/rules/day.ts'
import { refuse } from './refuse.ts'

/** A year of birth that may be stored: null, or a year that has begun in the organization's time zone. Refuses others (422 on `field`). */
export function checkYearOfBirth(year: number | null, now: Date, field = 'year_of_birth'): number | null {
  if (year !== null && String(year) > dayInZone(now, organization().time_zone).slice(0, 4))
    refuse('invalid', { fields: { [field]: 'This year has not begun yet.' } })
  return year
}
