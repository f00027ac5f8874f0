import { expect, test } from 'vitest'
import { formatTime } from './time-format.ts'
import { parseTime, writeTime } from './time.ts'

test.for<[typed: string, time: string]>([
  ['6:30 pm', '18:30'],
  ['6:30pm', '18:30'],
  ['6:30 PM', '18:30'],
  ['6:30 p.m.', '18:30'],
  ['6:30 p', '18:30'],
  ['630p', '18:30'],
  ['630 pm', '18:30'],
  ['6.30 pm', '18:30'],
  ['6pm', '18:00'],
  ['6 P.M.', '18:00'],
  ['6:30 am', '06:30'],
  ['630a', '06:30'],
  ['10am', '10:00'],
  ['1015a', '10:15'],
  ['12 pm', '12:00'],
  ['12 am', '00:00'],
  ['12:15 am', '00:15'],
  ['noon', '12:00'],
  ['Midnight', '00:00'],
  // Times on the 24-hour clock.
  ['18:30', '18:30'],
  ['18.30', '18:30'],
  ['1830', '18:30'],
  ['18h30', '18:30'],
  ['18', '18:00'],
  ['00:00', '00:00'],
  ['0:15', '00:15'],
  ['23:59', '23:59'],
  ['13:00', '13:00'],
  // A leading zero means the 24-hour clock.
  ['06:30', '06:30'],
  ['0630', '06:30'],
  ['05:00', '05:00'],
  // Without am or pm, 1 to 6 is in the afternoon, 7 to 12 in the morning or at noon.
  ['6.30', '18:30'],
  ['6:30', '18:30'],
  ['630', '18:30'],
  ['6', '18:00'],
  ['1:15', '13:15'],
  ['7', '07:00'],
  ['7:45', '07:45'],
  ['945', '09:45'],
  ['12:30', '12:30'],
  ['12', '12:00'],
  ['  6:30   pm  ', '18:30'],
])('%s is %s', ([typed, time]) => {
  expect(parseTime(typed)).toBe(time)
})

test.for([
  '',
  ' ',
  'pm',
  'evening',
  '24:00',
  '25',
  '6:60',
  '6:3',
  '18:30 pm',
  '13 pm',
  '0 am',
  '0:30 pm',
  '6:30 xm',
  '6:30 pm or 7',
  '12345',
  '6:30:00',
  '-6',
  '6,5',
  '١٨:٣٠',
  '6 30 45',
])('%j is not a time', (typed) => {
  expect(parseTime(typed)).toBeNull()
})

test.for<[time: string, locale: string, written: string]>([
  ['18:30', 'en-US', '6:30 PM'],
  ['06:05', 'en-US', '6:05 AM'],
  ['12:00', 'en-US', '12:00 PM'],
  ['00:15', 'en-US', '12:15 AM'],
  ['18:30', 'en-AU', '6:30 pm'],
  ['06:05', 'en-AU', '6:05 am'],
  ['18:30', 'de-DE', '18:30'],
  ['06:05', 'de-DE', '06:05'],
  ['06:05', 'en-GB', '06:05'],
])('%s is written in %s as %s, and read back as it was', ([time, locale, written]) => {
  expect(formatTime(time, locale)).toBe(written)
  expect(writeTime(time, locale)).toBe(written)
  expect(parseTime(written)).toBe(time)
})

test.for(['ar-EG', 'bn-BD', 'es-ES', 'fi-FI', 'fr-CA', 'hi-IN', 'ja-JP', 'ko-KR', 'mr-IN', 'th-TH', 'zh-TW'])(
  'a time written in a field in %s can be read back, at every hour',
  (locale) => {
    for (let hour = 0; hour < 24; hour += 1) {
      const time = `${String(hour).padStart(2, '0')}:05`
      expect(parseTime(writeTime(time, locale))).toBe(time)
    }
  },
)
