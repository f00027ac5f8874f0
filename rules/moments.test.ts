import { expect, test } from 'vitest'
import { momentOf, type Moment, type ResultInHistory } from './moments.ts'

const plain: ResultInHistory = {
  outcome: 'won',
  is_title: false,
  earlier: ['lost', 'won'],
  is_whole: true,
  before: null,
  after: null,
}

test.each<[string, Partial<ResultInHistory>, Moment | null]>([
  ['a win', {}, { kind: 'win' }],
  ['a defeat, whatever it changes', { outcome: 'lost', before: 4, after: 3 }, null],
  ['a tie', { outcome: 'tied', earlier: [] }, null],
  ['a lost final', { outcome: 'lost', is_title: true }, null],
  ['the final', { is_title: true, earlier: [], before: 2, after: 1 }, { kind: 'title' }],
  ['the first result', { earlier: [] }, { kind: 'first_win' }],
  ['the first win after defeats and ties', { earlier: ['lost', 'tied', 'lost'] }, { kind: 'first_win' }],
  ['a win whose earliest results are unknown', { earlier: ['lost', 'lost'], is_whole: false }, { kind: 'win' }],
  ['a climb', { before: 4, after: 2 }, { kind: 'climbed', place: 2 }],
  ['the same place', { before: 2, after: 2 }, { kind: 'win' }],
  ['a place lost on the same day', { before: 2, after: 3 }, { kind: 'win' }],
  ['the first place in the table', { before: null, after: 1 }, { kind: 'win' }],
  ['two wins in a row', { earlier: ['won', 'lost'] }, { kind: 'win' }],
  ['three wins in a row', { earlier: ['won', 'won', 'lost'] }, { kind: 'streak', wins: 3 }],
  ['only wins', { earlier: ['won', 'won', 'won'] }, { kind: 'streak', wins: 4 }],
  ['a streak that a tie has ended', { earlier: ['won', 'tied', 'won'] }, { kind: 'win' }],
  ['a climb within a streak', { earlier: ['won', 'won'], before: 2, after: 1 }, { kind: 'climbed', place: 1 }],
])('%s', (_, given, moment) => {
  expect(momentOf({ ...plain, ...given })).toEqual(moment)
})
