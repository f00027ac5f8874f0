import { expect, test } from 'vitest'
import { addressAt, resolveAddress } from './history.ts'

test.each([
  ['?page=2', '/dashboard/results/r?page=1#top', '/dashboard/results/r?page=2'],
  ['#top', '/dashboard?page=1', '/dashboard?page=1#top'],
  ['/rules', '/dashboard', '/rules'],
  ['//evil.example/x', '/dashboard', '/x'],
  ['/..//evil.example', '/dashboard', '/evil.example'],
  ['/dashboard/..//evil.example', '/dashboard', '/evil.example'],
  ['/\\evil.example', '/dashboard', '/'],
  ['https://evil.example/rules?a=1', '/dashboard', '/rules?a=1'],
  ['?page=2', '//evil.example/x', '/x?page=2'],
])('%s from %s leads to %s', (to, from, address) => {
  expect(addressAt(resolveAddress(to, from))).toBe(address)
})
