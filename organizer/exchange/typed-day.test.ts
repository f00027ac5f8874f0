import { afterEach, expect, test } from 'vitest'
import { defaultOrganization, knowOrganization } from '#/contract/organization.ts'
import { formatDayForms, readDay } from './typed-day.ts'

afterEach(() => knowOrganization(defaultOrganization))

test.for<[locale: string, typed: string, day: string | null]>([
  ['en-US', '2019-10-03', '2019-10-03'],
  ['en-US', '2019/10/3', '2019-10-03'],
  ['en-US', '2019-10-03T18:30', '2019-10-03'],
  ['en-US', '10/3/2019', '2019-10-03'],
  ['en-US', '10/3/19', '2019-10-03'],
  ['en-US', '13/3/2019', null],
  ['en-AU', '2019-10-03', '2019-10-03'],
  ['en-AU', '3/10/2019', '2019-10-03'],
  ['en-AU', '03/10/19', '2019-10-03'],
  ['en-AU', '10/13/2019', null],
  ['en-AU', '31/2/2019', null],
  ['de-DE', '3.10.2019', '2019-10-03'],
  ['nl-NL', '3-10-2019', '2019-10-03'],
  ['ja-JP', '2019/10/3', '2019-10-03'],
  ['en-AU', '', null],
  ['en-AU', 'last Tuesday', null],
])('in %s, %s is %s', ([locale, typed, day]) => {
  knowOrganization({ ...defaultOrganization, locale })
  expect(readDay(typed)).toBe(day)
})

test.for<[locale: string, forms: string]>([
  ['en-US', '2019-10-03 or 10/3/2019'],
  ['en-AU', '2019-10-03 or 03/10/2019'],
  ['de-DE', '2019-10-03 or 3.10.2019'],
  ['sv-SE', '2019-10-03'],
  ['ar-EG', '2019-10-03'],
])('in %s, the error for a wrong day suggests %s', ([locale, forms]) => {
  knowOrganization({ ...defaultOrganization, locale })
  expect(formatDayForms()).toBe(forms)
})
