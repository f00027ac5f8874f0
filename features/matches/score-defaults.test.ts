import { afterEach, describe, expect, test, vi } from 'vitest'
import { defaultSeason, defaultMatchDate, defaultLocation } from './score-defaults.ts'

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
