import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test.each([
  ['short', 9, 'short'],
  ['a long text', 6, 'a long'],
  ['ace 🎾', 6, 'ace 🎾'],
  ['ace 🎾!', 5, 'ace '],
  ['🎾', 0, ''],
])('%s cut to %i units is "%s"', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut)
})
