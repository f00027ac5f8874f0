import { expect, test } from 'vitest'
import { checkPhone } from './phone.ts'

test.each([
  ['+1 574 555 0100', '+1 574 555 0100'],
  ['+15745550100', '+1 574 555 0100'],
  ['(574) 555-0100', '+1 574 555 0100'],
  ['574.555.0100', '+1 574 555 0100'],
  ['+44 2079460958', '+44 20 7946 0958'],
  ['+49 (0)30 901820', '+49 30 901820'],
  ['(574) 555-0123 x12', '+1 574 555 0123 ext. 12'],
  ['574-555-0123 ext. 12', '+1 574 555 0123 ext. 12'],
  ['+1 574 555 0123 ext. 12', '+1 574 555 0123 ext. 12'],
  ['00441234567890', '+44 1234 567890'],
  ['011 44 1234 567890', '+44 1234 567890'],
  ['447911123456', '+44 7911 123456'],
  ['5745550100.0', '+1 574 555 0100'],
  ['15745550100', '+1 574 555 0100'],
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
  ['12345678901234567890', 'too long'],
  ['441234567', 'too short'],
])('%s is refused: %s', (typed, why) => {
  expect(() => checkPhone(typed)).toThrow(
    expect.objectContaining({ code: 'invalid', fields: { phone: expect.stringContaining(why) } }),
  )
})
