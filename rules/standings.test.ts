import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tieBreakChain, tieBreakText } from './ranking.ts'
import { firstRules, standardRules, tableRulesOf, type LeagueRules } from './season-rules.ts'
import {
  countingResults,
  explainRank,
  playoffEligible,
  playoffField,
  playoffNeeds,
  rankStandings,
  topHalfOf,
} from './standings.ts'
import type { StandingEntry, StandingMatch, StandingRow } from './standings.ts'
import { scoreOutcome, type MatchStatus } from './outcome.ts'

const rules = tableRulesOf(standardRules, { meetings: 1, everybody: true })
const always = tableRulesOf(firstRules, { meetings: null, everybody: true })

const names = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Entries A, B, C, … are 1, 2, 3, …; `lots` lists them in lot order, best first. */
function draw(lots: string): StandingEntry[] {
  return [...lots]
    .map((name, lot) => ({ entry_id: names.indexOf(name) + 1, lot }))
    .toSorted((a, b) => a.entry_id - b.entry_id)
}

const endings: Record<string, MatchStatus> = {
  'ret.': 'Retired',
  tie: 'Match ended in a tie',
  ns: 'Opponent did not show',
  late: 'Canceled within 4 hours of match',
  stopped: 'Stopped by time or weather',
  dd: 'Double default',
}

/** 'A B 6-4 6-4': A beat B. The last word may be ret., tie, ns (no show), late (canceled late), stopped or dd (double default). */
function played(line: string): StandingMatch {
  const [first = '', second = '', ...rest] = line.split(' ')
  const status = endings[rest.at(-1) ?? ''] ?? null
  const scores = status === null ? rest : rest.slice(0, -1)
  const [entry_1, entry_2] = [names.indexOf(first) + 1, names.indexOf(second) + 1]
  return {
    entry_1,
    entry_2,
    winner: scoreOutcome(status).has_winner ? entry_1 : null,
    status,
    sets: scores.map((set) => {
      const [score_1, score_2] = set.split('-').map(Number)
      return { score_1: score_1!, score_2: score_2! }
    }),
    final: true,
  }
}

function order(rows: readonly { entry_id: number }[]): string {
  return rows.map(({ entry_id }) => names[entry_id - 1]).join('')
}

/** 'wins A=1 B=1 -> AB' for each step. A share is written 2/3. */
function reasons(lots: string, lines: string[], name: string, own = rules): string[] {
  const steps = explainRank(draw(lots), lines.map(played), names.indexOf(name) + 1, own)
  return steps.map(({ code, figures, groups, skipped = false }) => {
    const shown = figures.map(
      ({ entry_id, value, of }) => `${names[entry_id - 1]}=${value}${of === null ? '' : `/${of}`}`,
    )
    const parts = groups.map((ids) => order(ids.map((entry_id) => ({ entry_id }))))
    return `${code}${skipped ? '?' : ''} ${shown.join(' ')} -> ${parts.join('|')}`
  })
}

/** Rows best first. Each number is the matches that the row has played. */
function rowsHavingPlayed(...matchesPlayed: number[]): StandingRow[] {
  const [first] = rankStandings([{ entry_id: 1, lot: 1 }], [], rules)
  return matchesPlayed.map((count, index) => ({ ...first!, entry_id: 100 + index, rank: index + 1, played: count }))
}

test('both sides lose a double default, which is a meeting, a no-show of each and not played', () => {
  const [a, b] = rankStandings(draw('AB'), ['A B dd'].map(played), rules)
  for (const row of [a, b])
    expect(row).toMatchObject({
      played: 0,
      wins: 0,
      losses: 1,
      ties: 0,
      no_shows: 1,
      results: 1,
      sets_won: 0,
      games_lost: 0,
    })
  const share = rankStandings(draw('ABCDE'), ['A B dd', 'A C 6-0', 'D E 6-0'].map(played), {
    ...rules,
    ranking: { ...rules.ranking, by: 'share' },
  })
  expect(order(share).slice(0, 2)).toBe('DA')
  const table = {
    ...rules,
    ranking: { by: 'points' as const, points: { ...rules.ranking.points, double_default: -1 } },
  }
  expect(
    rankStandings(draw('AB'), ['A B dd', 'A B 6-4 4-6 tie'].map(played), table).map(({ points }) => points),
  ).toEqual([1, 1])
  expect(countingResults(['A B dd', 'A B 6-4'].map(played), rules)).toHaveLength(1)
  expect(
    countingResults(['A B dd', 'A B 6-4'].map(played), { ...rules, walkovers: 'nothing' }).map(({ status }) => status),
  ).toEqual([null])
})

// Each case: lots (best first), results, the table. The lots contradict what should decide.
describe('the table', () => {
  test.each<[string, string, string[], string]>([
    ['nobody has played: the lot', 'CAB', [], 'CAB'],
    ['wins', 'CBA', ['A B 6-4', 'A C 6-4', 'B C 6-4'], 'ABC'],
    ['wins, whatever the sets', 'BA', ['A B 7-6 6-7 7-6', 'A B 7-6 6-7 7-6', 'B A 6-0 6-0'], 'AB'],
    ['a walkover is a win', 'CBA', ['A C ns'], 'ABC'],
    ['a retirement is a win for the other side', 'BA', ['A B 0-5 ret.'], 'AB'],
    ['a tie is not a win for either side', 'BCA', ['C B 6-4 4-6 tie', 'A B 6-4'], 'ACB'],
    [
      'two tied: head-to-head, though its loser has the better sets',
      'CBAD',
      ['A B 7-6 6-7 7-6', 'B C 6-0 6-0', 'D A 6-0 6-0', 'D C 6-0 6-0'],
      'DABC',
    ],
    ['two tied: head-to-head by walkover', 'BACD', ['A B late', 'B C 6-0 6-0', 'D A 6-0', 'D C 6-0'], 'DABC'],
    ['two tied, one win each: share of all sets', 'BA', ['A B 6-0 6-0', 'B A 6-4 4-6 6-4'], 'AB'],
    ['two tied that never met: share of all sets', 'CBDA', ['A C 7-6 7-6', 'B D 6-0 3-6 6-0'], 'ABDC'],
    [
      'a share, not a count: 2 of 2 sets is more than 3 of 4',
      'CBDA',
      ['A C 6-4 6-4', 'B D 6-4 6-4', 'B D 6-4 4-6 tie'],
      'ABDC',
    ],
    ['level sets: share of all games', 'BACD', ['A C 6-0 6-0', 'B D 6-0 6-1'], 'ABDC'],
    ['no sets and no set won are both a share of 0: fewer no-shows', 'BAC', ['C A 6-0 6-0', 'C B ns'], 'CAB'],
    ['a double default is a win for neither', 'BCDA', ['B C dd', 'A D 6-4'], 'ADBC'],
    ['a double default is a no-show of both', 'BAC', ['C A 6-0 6-0', 'C B dd'], 'CAB'],
    ['a stopped match is a win for the side ahead', 'BA', ['A B 3-2 stopped'], 'AB'],
    ['a late cancel weighs like a no-show', 'BAC', ['C A 6-0 6-0', 'C B late'], 'CAB'],
    [
      'a circle: the best share of sets goes first, then head-to-head for the other two, whatever their shares',
      'BCA',
      ['A B 6-0 6-0', 'B C 7-6 6-7 7-6', 'C A 7-6 6-7 7-6'],
      'ABC',
    ],
    [
      'a circle, level sets: share of games among the three',
      'CBA',
      ['A B 6-0 6-0', 'B C 6-0 6-0', 'C A 6-4 6-4'],
      'ABC',
    ],
    [
      'a circle: sets among the three come before sets of the season',
      'BCAD',
      [
        'A B 6-0 6-0',
        'B C 7-6 6-7 7-6',
        'C A 7-6 6-7 7-6',
        'D A 6-0 6-0 6-0',
        'D B 6-7 7-6 6-7 7-6 7-6',
        'D C 6-0 6-0 6-0',
      ],
      'DABC',
    ],
    [
      'a circle: games among the three come before games of the season',
      'CBAD',
      ['A B 6-0 6-0', 'B C 6-0 6-0', 'C A 6-4 6-4', 'D A 6-0 6-0', 'D B 7-6 7-6', 'D C 7-6 7-6'],
      'DABC',
    ],
    [
      'a circle, sets put one first: head-to-head for the other two',
      'BAC',
      ['A B 6-0 6-0', 'B C 6-0 4-6 6-0', 'C A 6-0 6-0 6-0'],
      'CAB',
    ],
    [
      'a circle, sets put one last: head-to-head for the other two',
      'CBA',
      ['A B 6-4 6-4', 'B C 6-0 6-0 6-0', 'C A 6-0 4-6 6-0'],
      'ABC',
    ],
    [
      'a circle, games put one first: head-to-head for the other two',
      'CBA',
      ['A B 6-0 6-0', 'B C 6-2 6-2', 'C A 7-6 7-6'],
      'ABC',
    ],
    [
      'a circle, games put one last: head-to-head for the other two',
      'BAC',
      ['A B 6-0 6-0', 'B C 7-6 7-6', 'C A 6-2 6-2'],
      'CAB',
    ],
    [
      'a circle by the match tie-break: one set and one game, not ten',
      'CAB',
      ['A B 6-4 4-6 10-0', 'B C 6-4 4-6 10-8', 'C A 6-4 4-6 10-8'],
      'CAB',
    ],
    [
      'four tied, two and two by wins among them: head-to-head for each pair',
      'EDCAB',
      ['B A 7-6 7-6', 'A C 6-0 6-0', 'A D 6-0 6-0', 'B C 7-6 7-6', 'D B 6-0 6-0', 'C D 7-6 7-6', 'C E 6-4', 'D E 6-0'],
      'BACDE',
    ],
    [
      'a circle, level among the three: share of all sets puts one first, head-to-head for the rest',
      'CBAD',
      ['A B 6-4 6-4', 'B C 6-4 6-4', 'C A 6-4 6-4', 'A D 6-0 6-0', 'B D 7-6 3-6 7-6', 'C D 6-0 4-6 6-0'],
      'ABCD',
    ],
    ['a circle, level in everything: the lot', 'CAB', ['A B 6-4 6-4', 'B C 6-4 6-4', 'C A 6-4 6-4'], 'CAB'],
    ['a match against someone who is not entered does not count', 'BA', ['A Z 6-0 6-0', 'Z B 6-0 6-0'], 'BA'],
  ])('%s', (_, lots, lines, expected) => {
    expect(order(rankStandings(draw(lots), lines.map(played), rules))).toBe(expected)
  })

  test('a row counts what was won, lost, tied, played and missed', () => {
    const lines = ['A B 6-4 3-6 10-7', 'A B 6-4 2-1 ret.', 'B A 6-4 4-6 3-3 tie', 'A B ns', 'B A late', 'C A 7-5']
    const rows = rankStandings(draw('ABCD'), lines.map(played), rules)
    const tables = [
      rows.map((row) => [
        row.entry_id,
        row.rank,
        row.results,
        row.played,
        row.wins,
        row.losses,
        row.ties,
        row.no_shows,
      ]),
      rows.map((row) => [row.entry_id, row.sets_won, row.sets_lost, row.games_won, row.games_lost]),
    ]
    expect(tables).toEqual([
      [
        [1, 1, 6, 4, 3, 2, 1, 1],
        [3, 2, 1, 1, 1, 0, 0, 0],
        [2, 3, 5, 3, 1, 3, 1, 1],
        [4, 4, 0, 0, 0, 0, 0, 0],
      ],
      [
        [1, 4, 3, 36, 35],
        [3, 1, 0, 7, 5],
        [2, 2, 4, 28, 31],
        [4, 0, 0, 0, 0],
      ],
    ])
  })

  test('an empty league has an empty table', () => {
    expect(rankStandings([], [], rules)).toEqual([])
  })
})

describe('a league with its own arithmetic', () => {
  const ranked = (lines: string[], own: Partial<LeagueRules>, entries = draw('ABCDEF')) =>
    rankStandings(entries, lines.map(played), { ...rules, ...own })

  test('matches among the tied are not asked while they have not all met: 3-0 is not below 3-5', () => {
    const lines = [
      ...['D', 'E', 'F'].map((name) => `A ${name} 6-0 6-0`),
      ...['C', 'D', 'E'].map((name) => `B ${name} 7-6 7-6`),
      ...['D', 'E', 'F', 'D', 'F'].map((name) => `${name} B 7-6 7-6`),
      ...['D', 'E', 'F'].map((name) => `C ${name} 7-6 7-6`),
      ...['D', 'F', 'D', 'F', 'D'].map((name) => `${name} C 7-6 7-6`),
    ]
    const level = ranked(lines, {}).filter(({ wins }) => wins === 3)
    expect(order(level).startsWith('A')).toBe(true)
    expect(order(ranked(lines, { among_tied: 'always' }).filter(({ wins }) => wins === 3)).startsWith('A')).toBe(false)
  })

  test('the explanation says that the step was skipped, and whom each has met', () => {
    const lines = ['A B 6-4', 'C D 6-4', 'B E 6-4']
    expect(reasons('ABCDE', lines, 'B')[1]).toBe('mutual_wins? A=1 B=1 C=0 -> ABC')
  })

  test('those who have all met twice are compared; once and twice are not', () => {
    const once = ['A B 6-4', 'B C 6-4', 'C A 6-0']
    expect(reasons('ABC', once, 'A')[1]).toBe('mutual_wins A=1 B=1 C=1 -> ABC')
    expect(reasons('ABC', [...once, 'A B 6-4 6-4 tie'], 'A')[1]).toMatch(/^mutual_wins\?/)
  })

  test('a round without an opponent is a win for the order, but not a match played', () => {
    const entries = draw('ABC').map((entry) => (entry.entry_id === 3 ? { ...entry, byes: 1 } : entry))
    const rows = ranked(['A B 6-4 6-4'], {}, entries)
    expect(order(rows)).toBe('ACB')
    expect(rows[1]).toMatchObject({ wins: 0, played: 0, byes: 1 })
    expect(order(ranked(['A B 6-4 6-4'], { bye: 'nothing' }, entries))).toBe('ABC')
  })

  test('where not everybody meets, the wins of the opponents come before shares of sets', () => {
    const lines = ['A C 6-4 4-6 10-8', 'B D 6-0 6-0', 'C E 6-4', 'C F 6-4', 'E D 6-0', 'F D 6-0']
    const uneven = tableRulesOf(standardRules, { meetings: 1, everybody: false })
    expect(order(rankStandings(draw('ABCDEF'), lines.map(played), uneven))).toBe('CAEFBD')
    expect(order(ranked(lines, {}))).toBe('CBAEFD')
  })

  test('by share of wins, a tie is half a win', () => {
    const lines = ['A D 6-4', 'A E 6-4', 'D A 6-4', 'B E 6-4', 'C D 6-4 4-6 tie', 'C E 6-4']
    const share = { ranking: { by: 'share' as const, points: standardRules.ranking.points } }
    // A 2 of 3, B 1 of 1, C 1.5 of 2, D 1.5 of 3, E 0 of 3, F nothing.
    expect(order(ranked(lines, share))).toBe('BCADEF')
  })

  test('an own order of tie-breaks is asked in that order', () => {
    const lines = ['A B 7-6 7-6', 'C A 6-0 6-0', 'B D 6-0 6-0']
    expect(order(ranked(lines, { tie_breaks: ['games_difference'] }, draw('ABCD')))).toBe('CBAD')
    expect(order(ranked(lines, { tie_breaks: ['head_to_head', 'no_shows'] }, draw('DCBA')))).toBe('CABD')
  })

  test('points are taken away from an entry, and its line says how many', () => {
    const points = { ranking: { by: 'points' as const, points: standardRules.ranking.points } }
    const entries = draw('AB').map((entry) => (entry.entry_id === 1 ? { ...entry, deducted: 3 } : entry))
    const rows = ranked(['A B 6-4 6-4'], points, entries)
    expect(rows).toMatchObject([
      { entry_id: 2, points: 1 },
      { entry_id: 1, points: 0, deducted: 3 },
    ])
  })

  test('results that stay after somebody has left count for the others only', () => {
    const gone: StandingMatch = { ...played('A Z 6-4 6-4'), left: 26 }
    const rows = rankStandings(draw('AB'), [gone, { ...played('Z B 6-0 6-0'), left: 26 }], rules)
    expect(rows).toMatchObject([
      { entry_id: 1, wins: 1, played: 1, sets_won: 2 },
      { entry_id: 2, losses: 1, sets_lost: 2 },
    ])
    expect(rows).toHaveLength(2)
  })
})

describe('why am I ranked here', () => {
  const circle = ['A B 6-4 6-4', 'B C 6-4 6-4', 'C A 6-4 6-4', 'A D 6-0 6-0', 'B D 7-6 3-6 7-6', 'C D 6-0 4-6 6-0']

  test('the explanation lists every step with its figures, down to the one that decided', () => {
    expect(reasons('CBAD', circle, 'B')).toEqual([
      'wins C=2 B=2 A=2 D=0 -> CBA|D',
      'mutual_wins C=1 B=1 A=1 -> CBA',
      'mutual_sets C=2/4 B=2/4 A=2/4 -> CBA',
      'mutual_games C=20/40 B=20/40 A=20/40 -> CBA',
      'all_sets A=4/6 C=4/7 B=4/7 -> A|CB',
      'head_to_head B=1 C=0 -> B|C',
    ])
  })

  test('the steps end where the place is settled', () => {
    expect(reasons('CBAD', circle, 'A').at(-1)).toBe('all_sets A=4/6 C=4/7 B=4/7 -> A|CB')
    expect(reasons('CBAD', circle, 'D')).toEqual(['wins C=2 B=2 A=2 D=0 -> CBA|D'])
  })

  test('when one entry is split off, the rest start again, but skip steps over the whole season that left them level', () => {
    const walkovers = ['A B ns', 'B D ns', 'C D late', 'D A ns']
    const against = ['A E 6-0 6-0', 'B E 6-0 4-6 6-0', 'C E 6-1 4-6 6-0', 'D E 6-0 4-6 6-0']
    expect(reasons('CDABE', [...walkovers, ...against], 'B', always)).toEqual([
      'wins C=2 D=2 A=2 B=2 E=0 -> CDAB|E',
      'mutual_wins C=1 D=1 A=1 B=1 -> CDAB',
      'mutual_sets C=0/0 D=0/0 A=0/0 B=0/0 -> CDAB',
      'mutual_games C=0/0 D=0/0 A=0/0 B=0/0 -> CDAB',
      'all_sets A=2/2 C=2/3 D=2/3 B=2/3 -> A|CDB',
      'mutual_wins C=1 B=1 D=0 -> CB|D',
      'head_to_head C=0 B=0 -> CB',
      'all_games B=16/22 C=16/23 -> B|C',
    ])
  })

  test('drawing lots is given as the tie-break if entries are level on everything', () => {
    expect(reasons('BA', [], 'A')).toEqual([
      'wins B=0 A=0 -> BA',
      'head_to_head B=0 A=0 -> BA',
      'all_sets B=0/0 A=0/0 -> BA',
      'all_games B=0/0 A=0/0 -> BA',
      'no_shows B=0 A=0 -> BA',
      'lot B=0 A=1 -> B|A',
    ])
  })

  test('nothing is explained for an entry that is alone in its league, or not in the league', () => {
    expect(reasons('A', [], 'A')).toEqual([])
    expect(reasons('BA', [], 'C')).toEqual([])
  })

  test('the chain has a title and a sentence for each step', () => {
    for (const { code } of tieBreakChain) {
      const { title, sentence } = tieBreakText(code, 'tennis')
      expect(title).toMatch(/^[A-Z]/)
      expect(sentence).toMatch(/^[A-Z][^{}]*\.$/)
    }
  })

  test('shares are named in the words of the sport', () => {
    expect(tieBreakText('mutual_games', 'tennis')).toEqual({
      title: 'Games among the tied',
      sentence: 'Then the higher share of games won in those matches.',
    })
    expect(tieBreakText('all_sets', 'squash')).toEqual({
      title: 'Share of all games',
      sentence: 'The higher share of games won in all matches of the season.',
    })
    expect(tieBreakText('all_games', 'squash').title).toBe('Share of all points')
  })
})

describe('properties of every table', { tags: 'slow' }, () => {
  const line = fc.constantFrom(
    '6-4 6-4',
    '6-4',
    '6-4 4-6 6-4',
    '6-0 6-0',
    '6-4 4-6 10-8',
    '3-2 ret.',
    '6-4 4-6 tie',
    'ns',
    'late',
  )
  // Few entries and few kinds of results, so most of these leagues reach the end of the chain.
  const league = fc.integer({ min: 2, max: 7 }).chain((size) => {
    const name = fc.constantFrom(...names.slice(0, size))
    return fc.record({
      entries: fc
        .shuffledSubarray(names.slice(0, size).split(''), { minLength: size })
        .map((lots) => draw(lots.join(''))),
      matches: fc.array(
        fc
          .tuple(name, name, line)
          .filter(([a, b]) => a !== b)
          .map(([a, b, result]) => played(`${a} ${b} ${result}`)),
        { maxLength: 14 },
      ),
    })
  })

  test('every entry has exactly one place, and places are ordered by wins', () => {
    fc.assert(
      fc.property(league, ({ entries, matches }) => {
        const rows = rankStandings(entries, matches, rules)
        expect(rows.map(({ rank }) => rank)).toEqual(entries.map((_, index) => index + 1))
        expect(rows.map(({ entry_id }) => entry_id).toSorted()).toEqual(
          entries.map(({ entry_id }) => entry_id).toSorted(),
        )
        expect(rows.map(({ wins }) => wins)).toEqual(rows.map(({ wins }) => wins).toSorted((a, b) => b - a))
      }),
    )
  })

  test('the order of matches and entries does not matter', () => {
    const shuffled = league.chain(({ entries, matches }) =>
      fc.record({
        table: fc.constant(rankStandings(entries, matches, rules)),
        entries: fc.shuffledSubarray(entries, { minLength: entries.length }),
        matches: fc.shuffledSubarray(matches, { minLength: matches.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ table, entries, matches }) => {
        expect(rankStandings(entries, matches, rules)).toEqual(table)
      }),
    )
  })

  test('deleting a match gives the table of the other matches, without a trace of it', () => {
    const withOne = league.filter(({ matches }) => matches.length > 0)
    fc.assert(
      fc.property(withOne, fc.nat(), ({ entries, matches }, which) => {
        const others = matches.filter((_, index) => index !== which % matches.length)
        const never = rankStandings(structuredClone(entries), structuredClone(others), rules)
        rankStandings(entries, matches, rules)
        expect(rankStandings(entries, others, rules)).toEqual(never)
      }),
    )
  })

  test('the ids of entries do not matter', () => {
    const renamed = league.chain(({ entries, matches }) => {
      const ids = entries.map(({ entry_id }) => entry_id)
      return fc.shuffledSubarray(ids, { minLength: ids.length }).map((others) => ({ entries, matches, others }))
    })
    fc.assert(
      fc.property(renamed, ({ entries, matches, others }) => {
        const rename = (id: number) => others[id - 1]!
        const table = rankStandings(
          entries.map(({ entry_id, lot }) => ({ entry_id: rename(entry_id), lot })),
          matches.map((match) => ({
            ...match,
            entry_1: rename(match.entry_1),
            entry_2: rename(match.entry_2),
            winner: match.winner === null ? null : rename(match.winner),
          })),
          rules,
        )
        const expected = rankStandings(entries, matches, rules).map((row) => ({
          ...row,
          entry_id: rename(row.entry_id),
        }))
        expect(table).toEqual(expected)
      }),
    )
  })

  test('which side is entry_1 does not matter in a match with a winner', () => {
    fc.assert(
      fc.property(league, ({ entries, matches }) => {
        const turned = matches.map((match) =>
          match.winner === null ? match : { ...match, entry_1: match.entry_2, entry_2: match.entry_1 },
        )
        expect(rankStandings(entries, turned, rules)).toEqual(rankStandings(entries, matches, rules))
      }),
    )
  })

  test('two entries level on wins are ranked by head-to-head', () => {
    fc.assert(
      fc.property(league, ({ entries, matches }) => {
        const rows = rankStandings(entries, matches, rules)
        const pairs = Object.values(Object.groupBy(rows, ({ wins }) => wins)).filter((tied) => tied?.length === 2)
        for (const [upper, lower] of pairs as [StandingRow, StandingRow][]) {
          const beat = (one: StandingRow, other: StandingRow) =>
            matches.filter(
              ({ winner, entry_1, entry_2 }) =>
                winner === one.entry_id && (entry_1 === other.entry_id || entry_2 === other.entry_id),
            ).length
          expect(beat(upper, lower)).toBeGreaterThanOrEqual(beat(lower, upper))
        }
      }),
    )
  })

  test('the reasons agree with the table: the last step that two entries share puts the higher one ahead', () => {
    fc.assert(
      fc.property(league, ({ entries, matches }) => {
        const ids = rankStandings(entries, matches, rules).map(({ entry_id }) => entry_id)
        ids.slice(1).forEach((lower, index) => {
          const upper = ids[index]!
          const steps = explainRank(entries, matches, upper, rules)
          const deciding = steps.findLast(({ figures }) => figures.some(({ entry_id }) => entry_id === lower))
          const places = [upper, lower].map((id) => deciding!.groups.findIndex((group) => group.includes(id)))
          expect(places[1]).toBe(places[0]! + 1)
        })
      }),
    )
  })
})

describe('the play-off field', () => {
  test.each([
    ['the top half', rowsHavingPlayed(4, 4, 4, 4), [100, 101]],
    ['the top half, rounded up', rowsHavingPlayed(4, 4, 4, 4, 4), [100, 101, 102]],
    ['of them, those with 4 matches: nobody moves up for the others', rowsHavingPlayed(4, 3, 5, 4, 4, 4), [100, 102]],
    ['8 at most', rowsHavingPlayed(...Array.from({ length: 20 }, () => 4)), [100, 101, 102, 103, 104, 105, 106, 107]],
    [
      '8 at most of those with 4 matches',
      rowsHavingPlayed(0, 0, ...Array.from({ length: 18 }, () => 4)),
      [102, 103, 104, 105, 106, 107, 108, 109],
    ],
    ['nobody, when nobody has played enough', rowsHavingPlayed(3, 3, 3), []],
    ['nobody in an empty league', rowsHavingPlayed(), []],
  ])('%s', (_, rows, field) => {
    expect(playoffField(rows, rules)).toEqual(field)
    expect(playoffField(rows.toReversed(), rules)).toEqual(field)
  })

  test('the figures say how many matches to play and places to climb are still needed', () => {
    const rows = rowsHavingPlayed(4, 1, 4, 0)
    expect(rows.map((row) => playoffNeeds(row, rows, rules))).toEqual([
      { matches: 0, places: 0 },
      { matches: 3, places: 0 },
      { matches: 0, places: 1 },
      { matches: 4, places: 2 },
    ])
    expect(rows.map((row) => playoffEligible(row, rows, rules))).toEqual([true, false, false, false])
  })
})

test.each([
  [0, 0],
  [1, 1],
  [2, 1],
  [7, 4],
  [8, 4],
])('the top half of %i entries ends at place %i', (entries, last) => {
  expect(topHalfOf(entries)).toBe(last)
})
