import { expect, test } from 'vitest'
import { phoneLink } from './phone-link.ts'

test.each([
  ['+1 574 555 0100', 'tel:+15745550100'],
  ['(574) 555-0100', 'tel:5745550100'],
  ['+1 574 555 0123 ext. 12', 'tel:+15745550123;ext=12'],
])('%s is called by %s', (phone, link) => {
  expect(phoneLink(phone)).toBe(link)
})
