import { expect, test } from 'vitest'
import { initialsOf, sitsOnBaseline } from './sign.ts'

test.each([
  ['Bayside', 'en-AU', 'B'],
  ['South Bend Tennis', 'en-US', 'SB'],
  ['bayside tennis', 'en-AU', 'BT'],
  ['  Bayside   Tennis ', 'en-AU', 'BT'],
  ['“Bayside” (Tennis)', 'en-AU', 'BT'],
  ['& Sons', 'en-GB', 'S'],
  ['1st Serve', 'en-US', '1S'],
  ['4.0', 'en-US', '4'],
  ['Élan', 'fr-FR', 'É'],
  ['E\u0301lan', 'fr-FR', 'É'],
  ['ßharp', 'de-DE', 'ß'],
  ['istanbul ligi', 'tr-TR', 'İL'],
  ['istanbul league', 'en-US', 'IL'],
  ['Лига Москвы', 'ru-RU', 'ЛМ'],
  ['Πρωτάθλημα', 'el-GR', 'Π'],
  ['رابطة التنس', 'ar-EG', 'ر'],
  ['הליגה', 'he-IL', 'ה'],
  ['網球 聯盟', 'zh-TW', '網'],
  ['हिन्दी लीग', 'hi-IN', 'हि'],
  ['テニス', 'ja-JP', 'テ'],
  ['🎾 Club', 'en-US', '🎾'],
  ['Club 🎾', 'en-US', 'C'],
  ['👩🏽‍🦰 Tennis', 'en-US', '👩🏽‍🦰'],
  ['🇦🇺 Open', 'en-AU', '🇦🇺'],
  ['<script>', 'en-US', 'S'],
  ['!!!', 'en-US', null],
  ['<&">', 'en-US', null],
  ['\u202e\u200f', 'en-US', null],
  ['', 'en-US', null],
])('%s (%s) has the letters %s', (name, locale, letters) => {
  expect(initialsOf(name, locale)).toBe(letters)
})

test.each([
  ['B', true],
  ['4L', true],
  ['ЛМ', true],
  ['ر', false],
  ['網', false],
  ['🎾', false],
])('%s sits on the baseline: %s', (letters, stands) => {
  expect(sitsOnBaseline(letters)).toBe(stands)
})
