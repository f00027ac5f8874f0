import { expect, test } from 'vitest'
import { hashOf, newRecoveryCode } from './second-factor.ts'

test('a recovery code has more than 112 bits, so its hash alone reveals nothing', () => {
  const codes = Array.from({ length: 500 }, newRecoveryCode)
  expect(codes.filter((code) => !/^([a-hjkmnp-z2-9]{6}-){3}[a-hjkmnp-z2-9]{6}$/.test(code))).toEqual([])
  // The most likely character of a code has a probability of 9 in 256.
  expect(24 * -Math.log2(9 / 256)).toBeGreaterThan(112)
  expect(new Set(codes).size).toBe(codes.length)
})

test('case, spaces and hyphens of a recovery code are ignored, and codes of ten characters still work', () => {
  expect(hashOf('ABCDE fghjk')).toEqual(hashOf('abcde-fghjk'))
})
