import { expect, test } from 'vitest'
import { hashOf, newRecoveryCode } from './second-factor.ts'

test('a recovery code has more than 112 bits, so that its hash alone gives nothing away', () => {
  const codes = Array.from({ length: 500 }, newRecoveryCode)
  expect(codes.filter((code) => !/^([a-hjkmnp-z2-9]{6}-){3}[a-hjkmnp-z2-9]{6}$/.test(code))).toEqual([])
  // The likeliest character comes up 9 times in 256.
  expect(24 * -Math.log2(9 / 256)).toBeGreaterThan(112)
  expect(new Set(codes).size).toBe(codes.length)
})

test('case, blanks and hyphens of a recovery code do not matter, and codes of ten characters still work', () => {
  expect(hashOf('ABCDE fghjk')).toEqual(hashOf('abcde-fghjk'))
})
