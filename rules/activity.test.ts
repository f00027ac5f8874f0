import { describe, expect, test } from 'vitest'
import { nextMatchOf, orderWaiting, visitAt, waitingForMatch, type WaitingKind } from './activity.ts'

type Match = Parameters<typeof waitingForMatch>[0]

const open: Match = {
  played: false,
  not_played: false,
  is_upcoming: true,
  match_date: null,
  confirmation: null,
  owes_answer: null,
  window_over: false,
  announced: false,
  takes_score: true,
}
const past = { is_upcoming: false, match_date: '2026/05/18' }

describe('what a match waits for', () => {
  test.each<[string, Partial<Match>, WaitingKind | null]>([
    ['a match ahead', { match_date: '2026/06/01' }, null],
    ['a match without a day', {}, null],
    [
      'a score by the other side',
      { ...past, played: true, confirmation: { state: 'unconfirmed', role: 'other' } },
      'confirm_score',
    ],
    ['my own score', { ...past, played: true, confirmation: { state: 'unconfirmed', role: 'author' } }, null],
    [
      'a score in a match of other players',
      { ...past, played: true, confirmation: { state: 'unconfirmed', role: null } },
      null,
    ],
    [
      'a score to be settled by me, as an organizer',
      { ...past, played: true, confirmation: { state: 'disputed', role: 'organizer' } },
      null,
    ],
    ['a confirmed score', { ...past, played: true, confirmation: { state: 'confirmed', role: 'other' } }, null],
    ['times offered to me', { owes_answer: 'me' }, 'answer_offer'],
    ['times I have offered', { owes_answer: 'them' }, null],
    ['another time for a day that has passed', { ...past, owes_answer: 'me' }, 'answer_offer'],
    ['a day that has passed', past, 'report_score'],
    ['a day that has passed, in a season that accepts no scores', { ...past, takes_score: false }, null],
    ['a match that was settled as not played', { ...past, not_played: true }, null],
    ['an announced walkover', { announced: true }, 'object_settlement'],
    ['a match whose days are over', { window_over: true }, 'unplayed'],
    [
      'an announced walkover of a match whose days are over',
      { window_over: true, announced: true },
      'object_settlement',
    ],
    [
      'a match whose days are over, in a season that accepts no scores',
      { window_over: true, takes_score: false },
      null,
    ],
    ['an announced walkover of a match that has a day', { ...past, announced: true }, 'report_score'],
  ])('%s', (_, match, expected) => {
    expect(waitingForMatch({ ...open, ...match })).toBe(expected)
  })
})

describe('the next match', () => {
  const match = (id: string, given: Partial<Match> & { match_time?: string; play_by?: string }) => {
    return { ...open, id, match_time: null as string | null, play_by: null as string | null, ...given }
  }
  test.each<[string, ReturnType<typeof match>[], string | null]>([
    ['none', [], null],
    [
      'the nearest day first',
      [match('later', { match_date: '2026/06/02' }), match('sooner', { match_date: '2026/06/01' })],
      'sooner',
    ],
    [
      'on the same day, the earlier one first',
      [
        match('evening', { match_date: '2026/06/01', match_time: '18:00' }),
        match('some time', { match_date: '2026/06/01' }),
        match('morning', { match_date: '2026/06/01', match_time: '09:30' }),
      ],
      'morning',
    ],
    [
      'one with a day before one without',
      [match('no day', { play_by: '2026/05/20' }), match('a day', { match_date: '2026/08/01' })],
      'a day',
    ],
    [
      'without days, the one whose window ends first',
      [match('never', {}), match('later', { play_by: '2026/06/21' }), match('first', { play_by: '2026/06/07' })],
      'first',
    ],
    ['none that waits for me', [match('offered', { owes_answer: 'me' }), match('open', {})], 'open'],
    [
      'none that is over',
      [match('over', past), match('played', { played: true }), match('given up', { not_played: true })],
      null,
    ],
  ])('%s', (_, matches, expected) => {
    expect(nextMatchOf(matches)?.id ?? null).toBe(expected)
  })
})

test('waiting items are ordered by kind, then by which lapses first, then by day', () => {
  const of = (kind: WaitingKind, until: string | null = null, day: string | null = null) => ({ kind, until, day })
  const ordered = [
    of('confirm_score', '2026-05-20T10:00:00.000Z'),
    of('confirm_score', '2026-05-21T10:00:00.000Z'),
    of('answer_offer', '2026-05-20T09:00:00.000Z'),
    of('answer_offer'),
    of('object_settlement', '2026-05-22T09:00:00.000Z'),
    of('pay'),
    of('take_place', '2026-05-20T09:00:00.000Z'),
    of('answer_invitation', '2026-05-20T09:00:00.000Z'),
    of('report_score', null, '2026/05/01'),
    of('report_score', null, '2026/05/02'),
    of('report_score'),
  ]
  expect(orderWaiting(ordered.toReversed())).toEqual(ordered)
  expect(orderWaiting([])).toEqual([])
})

describe('a visit to the dashboard', () => {
  const at = (time: string) => new Date(`2026-05-20T${time}:00Z`)
  test('reloads, tabs and devices within half an hour are one visit', () => {
    const first = visitAt(null, at('10:00'))
    expect(first).toEqual({ since: null, seen_at: at('10:00') })
    const second = visitAt(first, at('12:00'))
    expect(second).toEqual({ since: at('10:00'), seen_at: at('12:00') })
    const reloaded = visitAt(visitAt(second, at('12:01')), at('12:31'))
    expect(reloaded).toEqual({ since: at('10:00'), seen_at: at('12:31') })
    expect(visitAt(reloaded, at('13:02'))).toEqual({ since: at('12:31'), seen_at: at('13:02') })
  })
  test('seen_at never moves back', () => {
    const visit = { since: at('08:00'), seen_at: at('10:00') }
    expect(visitAt(visit, at('09:00'))).toEqual(visit)
  })
})
