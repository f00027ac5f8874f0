import { afterEach, expect, test } from 'vitest'
import { defaultOrganization, setOrganization } from '#/contract/organization.ts'
import type { DayOrder } from './import-fields.ts'
import { ambiguousDayOf, dayOrderOf, formatDayForms, readDay } from './typed-day.ts'

afterEach(() => setOrganization(defaultOrganization))

test.for<[order: DayOrder, typed: string, day: string | null]>([
  ['month-first', '2019-10-03', '2019-10-03'],
  ['month-first', '2019/10/3', '2019-10-03'],
  ['month-first', '2019-10-03T18:30', '2019-10-03'],
  ['month-first', '10/3/2019', '2019-10-03'],
  ['month-first', '10/3/19', '2019-10-03'],
  ['month-first', '13/3/2019', null],
  ['day-first', '2019-10-03', '2019-10-03'],
  ['day-first', '3/10/2019', '2019-10-03'],
  ['day-first', '03/10/19', '2019-10-03'],
  ['day-first', '10/13/2019', null],
  ['day-first', '31/2/2019', null],
  ['day-first', '3.10.2019', '2019-10-03'],
  ['day-first', '3-10-2019', '2019-10-03'],
  ['day-first', '3.10/2019', null],
  ['day-first', '', null],
  ['day-first', 'last Tuesday', null],
  ['month-first', '45946', '2025-10-16'],
  ['day-first', '45946.8125', '2025-10-16'],
  ['day-first', '95946', null],
  ['month-first', '3-Oct-19', '2019-10-03'],
  ['month-first', '3-Oct-25', '2025-10-03'],
  ['month-first', '16 Oct 2025', '2025-10-16'],
  ['day-first', 'October 16, 2025', '2025-10-16'],
  ['day-first', '1 Sept. 2025', '2025-09-01'],
  ['day-first', 'Tue 21/10/2025', '2025-10-21'],
  ['month-first', 'Tuesday, Oct 21, 2025', '2025-10-21'],
  ['month-first', '31-Feb-25', null],
  ['month-first', '3-Foo-25', null],
])('%s, %s is %s', ([order, typed, day]) => {
  expect(readDay(typed, order)).toBe(day)
})

test.for<[locale: string, days: string[], order: DayOrder | null]>([
  ['en-US', ['3.10.2026', '4.10.2026'], 'day-first'],
  ['en-US', ['3.10.2026', '10.13.2026'], 'month-first'],
  ['en-US', ['3/10/2026', '13/10/2026'], 'day-first'],
  ['en-US', ['3/10/2026', '10/13/2026'], 'month-first'],
  ['en-AU', ['3/10/2026', '10/13/2026'], 'month-first'],
  ['en-US', ['3/10/2026'], null],
  ['en-US', ['3/10/2026', 'Tue 13/10/2026'], 'day-first'],
  ['en-AU', ['3/10/2026', '4-10-2026'], null],
  ['en-US', ['3/3/2026', '2026-10-03'], 'month-first'],
  ['en-AU', ['3/3/2026', '', 'soon'], 'day-first'],
  ['en-US', ['13/10/2026', '10/13/2026'], 'month-first'],
  ['en-AU', ['13/10/2026', '10/13/2026'], 'day-first'],
  ['en-US', [], 'month-first'],
])('in %s a file with %s is read as %s', ([locale, days, order]) => {
  setOrganization({ ...defaultOrganization, locale })
  expect(dayOrderOf(days)).toBe(order)
})

test('the first date that can be read in two ways is found', () => {
  expect(ambiguousDayOf(['2026-10-03', '13/10/2026', '5/5/2026', '3/10/2026'])).toBe('3/10/2026')
  expect(ambiguousDayOf(['13/10/2026', '3/3/2026'])).toBeUndefined()
})

test.for<[locale: string, forms: string]>([
  ['en-US', '2019-10-03 or 10/3/2019'],
  ['en-AU', '2019-10-03 or 03/10/2019'],
  ['de-DE', '2019-10-03 or 3.10.2019'],
  ['sv-SE', '2019-10-03'],
  ['ar-EG', '2019-10-03'],
])('in %s, the error for a wrong day suggests %s', ([locale, forms]) => {
  setOrganization({ ...defaultOrganization, locale })
  expect(formatDayForms()).toBe(forms)
})
