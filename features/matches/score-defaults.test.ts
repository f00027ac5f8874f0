import { afterEach, describe, expect, test, vi } from 'vitest'
import { defaultSeason, defaultMatchDate, defaultLocation, reportableMatches } from './score-defaults.ts'

afterEach(() => void vi.unstubAllEnvs())

// 23:59 on July 14 in DC; a minute later the 15th begins.
describe.each(['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kolkata', 'UTC'])('on a machine in %s', (zone) => {
  test.each([
    [null, '2026-07-15T03:59:00Z', '2026-07-14'],
    [null, '2026-07-15T04:00:00Z', '2026-07-15'],
    ['2026/07/12', '2026-07-15T03:59:00Z', '2026-07-12'],
    ['2026/07/15', '2026-07-15T03:59:00Z', '2026-07-14'],
    ['2026/07/15', '2026-07-15T04:00:00Z', '2026-07-15'],
  ])('the form of a match set for %s, opened at %s, starts on %s', (match_date, now, day) => {
    vi.stubEnv('TZ', zone)
    expect(defaultMatchDate({ match_date }, 'dc', new Date(now))).toBe(day)
  })

  test('the default season is the one in progress in the player’s area, to its last minute', () => {
    vi.stubEnv('TZ', zone)
    const leagues = [
      { league_slug: 'fall', area: 'dc', starting_date: '2026/09/22', counts_until: '2026/12/06' },
      { league_slug: 'summer-1', area: 'dc', starting_date: '2026/05/15', counts_until: '2026/08/09' },
    ]
    expect(defaultSeason(leagues, new Date('2026-08-10T03:59:00Z'))).toBe('summer-1')
    expect(defaultSeason(leagues, new Date('2026-08-10T04:00:00Z'))).toBe('fall')
    expect(defaultSeason([], new Date('2026-08-10T04:00:00Z'))).toBe('')
  })
})

test('the default place is that of the player’s newest played match', () => {
  expect(
    defaultLocation([
      { played: false, match_location: 'To come' },
      { played: true, match_location: 'Leeper Park' },
      { played: true, match_location: 'Potawatomi Park' },
    ]),
  ).toBe('Leeper Park')
  expect(defaultLocation([{ played: false, match_location: null }])).toBe('')
})

test('the matches to report are the open ones of a league that takes scores, those whose day has come first', () => {
  const fall = { league_slug: 'fall', level_slug: 'womens-singles-3-5', year: 2026, takes_scores: true }
  const last = { ...fall, year: 2025, takes_scores: false }
  const open = { my_side: 1 as const, played: false, not_played: false, window_over: false, is_upcoming: true }
  const card = (id: string, changed: object = {}) => ({ ...open, ...fall, match_date: null, ...changed, id })
  const cards = [
    card('dated', { match_date: '2026/11/20' }),
    card('undated'),
    card('late', { window_over: true }),
    card('passed', { match_date: '2026/11/10', is_upcoming: false }),
    card('played', { played: true }),
    card('settled', { not_played: true }),
    card('of others', { my_side: null }),
    card('too late', { window_over: true, year: 2025 }),
    card('play-off', { year: 2025 }),
  ]
  const idsOf = (asked?: typeof fall) => reportableMatches(cards, [fall, last], asked).map(({ id }) => id)
  expect(idsOf()).toEqual(['passed', 'undated', 'late', 'play-off', 'dated'])
  expect(idsOf(fall)).toEqual(['passed', 'undated', 'late', 'dated'])
  expect(idsOf(last)).toEqual(['play-off'])
})
