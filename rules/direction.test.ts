import { expect, test } from 'vitest'
import { isolateNames, splitDirections } from './direction.ts'

test.each([
  ['Ada Moreno & Bea Lee 6-3', 'Ada Moreno & Bea Lee 6-3'],
  ['דנה לוי & אבי כהן', '⁨דנה לוי⁩ & ⁨אבי כהן⁩'],
  ['دانة beat علی‌رضا رضایی 6-3 6-4.', '⁨دانة⁩ beat ⁨علی‌رضا رضایی⁩ 6-3 6-4.'],
  ['With דנה לוי, אבי כהן', 'With ⁨דנה לוי⁩, ⁨אבי כהן⁩'],
  // Somebody’s own words.
  ['דנה, מחר ב-18:00?', '⁨דנה, מחר ב-18:00?⁩'],
  // Names as visitors see them, with the full stop of the initial.
  ['דנה ל. against אבי כ.', '⁨דנה ל.⁩ against ⁨אבי כ.⁩'],
  ['א. ב. כהן', '⁨א. ב. כהן⁩'],
  ['You play דנה לוי. Add it', 'You play ⁨דנה לוי⁩. Add it'],
  ['בן-דוד ז׳בוטינסקי', '⁨בן-דוד ז׳בוטינסקי⁩'],
  ['שָׁלוֹם', '⁨שָׁלוֹם⁩'],
])('each name in %j is isolated', (text, isolated) => {
  expect(isolateNames(text)).toBe(isolated)
  expect(splitDirections(text).join('')).toBe(text)
})
