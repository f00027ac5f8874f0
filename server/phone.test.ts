import { expect, test } from 'vitest'
import { checkPhone } from './phone.ts'

test.each([
  ['+1 574 555 0100', '+1 574 555 0100'],
  ['+15745550100', '+1 574 555 0100'],
  ['(574) 555-0100', '+1 574 555 0100'],
  ['574.555.0100', '+1 574 555 0100'],
  ['+44 2079460958', '+44 20 7946 0958'],
  ['+49 (0)30 901820', '+49 30 901820'],
])('%s is kept as %s', (typed, kept) => {
  expect(checkPhone(typed)).toBe(kept)
})

test.each([
  ['+1 55', 'too short'],
  ['12345', 'too short'],
  ['+1 574 555 01000', 'too long'],
  ['+999 123 4567', 'dial code'],
  ['+1 ()-.', 'phone number'],
  ['.....', 'phone number'],
])('%s is refused: %s', (typed, why) => {
  expect(() => checkPhone(typed)).toThrow(
    expect.objectContaining({ code: 'invalid', fields: { phone: expect.stringContaining(why) } }),
  )
})
