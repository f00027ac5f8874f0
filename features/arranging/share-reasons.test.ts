import { expect, test } from 'vitest'
import { shareReasons } from './share-reasons.ts'

test.each<[texts: string[], shared: string, own: string[]]>([
  [['You can play then.', 'You can play then.'], 'You can play then.', ['', '']],
  [
    ['You can play then. Leeper Park has lights.', 'You can play then.'],
    'You can play then.',
    ['Leeper Park has lights.', ''],
  ],
  [['Leeper Park has lights.', 'It stays light.'], '', ['Leeper Park has lights.', 'It stays light.']],
  [['You can play then.'], 'You can play then.', ['']],
  [[], '', []],
])('%j share %j', (texts, shared, own) => {
  expect(shareReasons(texts)).toEqual({ shared, own })
})
