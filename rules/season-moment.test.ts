import { expect, test } from 'vitest'
import { seasonMoment, seasonMoments, type SeasonMoment } from './season-moment.ts'

type Year = Parameters<typeof seasonMoment>[0]

/** A player of a fall season, September 15 to November 30. */
const fall = (phase: Year['leagues'][number]['phase'], drawn = true) => ({ phase, drawn, over_on: '2026-11-30' })
const match = (day: string | null, last_day = '2026-11-30', of_bracket = false) => ({ day, last_day, of_bracket })
const quiet: Year = { today: '2026-10-10', leagues: [], open: [], overdue: 0, results: 0, bracket: null }

const table: [SeasonMoment, string, Partial<Year>][] = [
  ['nothing_joined', 'a new player', {}],
  ['before_draw', 'paid, the season begins in a month', { leagues: [fall('next', false)] }],
  ['before_draw', 'joined after the draw, nobody to play yet', { leagues: [fall('playing', false)] }],
  ['first_match', 'drawn, nothing played', { leagues: [fall('playing')], open: [match(null)] }],
  ['mid_season', 'two results, four matches open', { leagues: [fall('playing')], open: [match(null)], results: 2 }],
  ['mid_season', 'a match tomorrow', { leagues: [fall('playing')], open: [match('2026-10-11')], results: 2 }],
  ['match_today', 'a match tonight', { leagues: [fall('playing')], open: [match('2026-10-10')] }],
  [
    'match_today',
    'a match tonight, and a late one',
    { leagues: [fall('playing')], open: [match('2026-10-10')], overdue: 1 },
  ],
  [
    'last_week',
    'six days to the last day of a match',
    { leagues: [fall('playing')], open: [match(null, '2026-10-16')], results: 4 },
  ],
  [
    'mid_season',
    'seven days to the last day of a match',
    { leagues: [fall('playing')], open: [match(null, '2026-10-17')], results: 4 },
  ],
  ['overdue', 'the days of a match are over', { leagues: [fall('playing')], open: [match(null)], overdue: 1 }],
  ['overdue', 'late, and already in the play-offs', { leagues: [fall('past')], overdue: 1, bracket: 'ahead' }],
  ['all_played', 'everything is played before the last day', { leagues: [fall('playing')], results: 7 }],
  ['season_over', 'not in the play-offs', { leagues: [fall('past')], today: '2026-12-05' }],
  ['playoffs', 'waits for an opponent', { leagues: [fall('past')], today: '2026-12-05', bracket: 'ahead' }],
  [
    'playoffs',
    'the semi-final has no date',
    { leagues: [fall('past')], today: '2026-12-05', open: [match(null, '2026-12-19', true)], bracket: 'ahead' },
  ],
  [
    'playoffs',
    'between two rounds, while the next season is on',
    { leagues: [fall('past'), fall('playing')], today: '2026-12-05', bracket: 'ahead' },
  ],
  ['knocked_out', 'lost the semi-final', { leagues: [fall('past')], today: '2026-12-15', bracket: 'knocked_out' }],
  [
    'knocked_out',
    'lost, and already in the next season',
    { leagues: [fall('past'), fall('next', false)], today: '2026-12-15', bracket: 'knocked_out' },
  ],
  ['champion', 'won the final', { leagues: [fall('past')], today: '2026-12-21', bracket: 'champion' }],
  [
    'first_match',
    'a champion whose next season is drawn',
    {
      leagues: [fall('past'), fall('playing')],
      today: '2026-12-21',
      open: [match(null, '2027-01-20')],
      bracket: 'champion',
    },
  ],
  ['between_seasons', 'a champion of long ago', { leagues: [fall('past')], today: '2026-12-22', bracket: 'champion' }],
  ['between_seasons', 'a season of two months ago', { leagues: [fall('past')], today: '2027-02-01' }],
  ['before_draw', 'back after a pause', { leagues: [fall('past'), fall('next', false)], today: '2027-02-01' }],
]

test.each(table)('%s: %s', (moment, _, year) => {
  expect(seasonMoment({ ...quiet, ...year })).toBe(moment)
})

test('each moment has an example', () => {
  expect(new Set(table.map(([moment]) => moment))).toEqual(new Set(seasonMoments))
})
