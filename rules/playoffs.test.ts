import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bracketChanges,
  bracketState,
  leadsTo,
  replaceLeft,
  makeBracket,
  playoffCut,
  stageDates,
  stageDay,
  type Bracket,
  type BracketLine,
  type BracketResult,
  type NotPlaying,
  type StoredBracketMatch,
} from './playoffs.ts'
import { CONSOLATION_SLOTS, isForThirdPlace, isOfConsolation, matchStagesOf, stagesOf } from './playoff-stages.ts'
import { standardRules, tableRulesOf } from './season-rules.ts'
import { seasonDates, type TemplateSlug } from './season.ts'
import type { StandingMatch } from './standings.ts'

const rules = tableRulesOf(standardRules, { meetings: 1, everybody: true })

/** '1-8' for two seeds, 'W1-8' for the winner of slot 1 against seed 8. Entry ids are 10 times the seed. */
function describeStage(bracket: Bracket, stage: number): string {
  const side = (one: Bracket[number]['sides'][number]) =>
    'entry_id' in one
      ? String(one.entry_id / 10)
      : 'winner_of' in one
        ? `W${one.winner_of}`
        : 'loser_of' in one
          ? `L${one.loser_of}`
          : `${one.feeds_twice ? 'FF' : 'F'}${one.first_loser}`
  return bracket
    .filter((match) => match.stage === stage)
    .map(({ slot, sides: [one, two] }) => `${slot}: ${side(one)}-${side(two)}`)
    .join(', ')
}

const field = (size: number) => Array.from({ length: size }, (_, index) => (index + 1) * 10)

test.each([
  [2, '', '', '1: 1-2'],
  [3, '', '2: 2-3', '1: 1-W2'],
  [4, '', '1: 1-4, 2: 2-3', '1: W1-W2'],
  [5, '2: 4-5', '1: 1-W2, 2: 2-3', '1: W1-W2'],
  [6, '2: 4-5, 4: 3-6', '1: 1-W2, 2: 2-W4', '1: W1-W2'],
  [7, '2: 4-5, 3: 2-7, 4: 3-6', '1: 1-W2, 2: W3-W4', '1: W1-W2'],
  [8, '1: 1-8, 2: 4-5, 3: 2-7, 4: 3-6', '1: W1-W2, 2: W3-W4', '1: W1-W2'],
])('%i players: quarter-finals "%s", semi-finals "%s", final "%s"', (size, quarters, semis, final) => {
  const bracket = makeBracket(field(size))
  expect([1, 2, 3].map((stage) => describeStage(bracket, stage))).toEqual([quarters, semis, final])
})

test.each([
  [12, '0: 2: 8-9, 4: 5-12, 6: 7-10, 8: 6-11', '1: 1: 1-W2, 2: 4-W4, 3: 2-W6, 4: 3-W8'],
  [33, '-2: 2: 32-33', '-1: 1: 1-W2, 2: 16-17, 3: 8-25, 4: 9-24'],
])('%i players begin before the quarter-finals, the best with a bye: "%s", then "%s"', (size, first, second) => {
  const bracket = makeBracket(field(size))
  const [one, two] = stagesOf(size).map(({ stage }) => `${stage}: ${describeStage(bracket, stage)}`)
  expect([one, two?.slice(0, second.length)]).toEqual([first, second])
})

test.each([
  [2, ''],
  [3, ''],
  [4, '2: L1-L2'],
  [5, '2: L1-L2'],
  [64, '2: L1-L2'],
])('%i players: the losers of two semi-finals play for third place "%s"', (size, match) => {
  const [final, third = ''] = describeStage(makeBracket(field(size), { third_place: true }), 3).split(', ')
  expect([final?.slice(0, 2), third]).toEqual(['1:', match])
  expect(describeStage(makeBracket(field(size)), 3)).not.toContain('L')
})

test('the match for third place waits for both semi-finals, and a side that withdraws loses it', () => {
  const bracket = makeBracket(field(4), { third_place: true })
  const at = (results: BracketResult[], withdrawn: number[] = []) =>
    bracketState(bracket, results, { withdrawn }).matches.find(isForThirdPlace)
  const upper = { stage: 2, slot: 1, winner: 40 }
  const lower = { stage: 2, slot: 2, winner: 20 }
  expect(at([])).toMatchObject({ sides: [null, null], winner: null })
  expect(at([upper])).toMatchObject({ sides: [10, null], winner: null })
  expect(at([upper, { ...lower, winner: null }])).toMatchObject({ sides: [10, null] })
  expect(at([upper, lower])).toMatchObject({ sides: [10, 30], winner: null, walkover: false })
  expect(at([upper, lower, { stage: 3, slot: 2, winner: 30 }])).toMatchObject({ winner: 30, walkover: false })
  expect(at([upper, lower], [10])).toMatchObject({ sides: [10, 30], winner: 30, walkover: true })
  expect(bracketState(bracket, [upper, lower, { stage: 3, slot: 2, winner: 30 }]).champion).toBeNull()
})

/** The consolation's matches by stage. */
function describeConsolation(size: number, { third_place = false } = {}): string[] {
  const matches = makeBracket(field(size), { third_place, consolation: true }).filter(isOfConsolation)
  const own = matches.map((match) => ({ ...match, slot: match.slot - CONSOLATION_SLOTS }))
  return [...new Set(own.map(({ stage }) => stage))].map((stage) => `${stage}: ${describeStage(own, stage)}`)
}

test.each([
  [3, false, []],
  [4, false, ['3: 1: F1-F2']],
  // The same two play for third place.
  [4, true, []],
  [5, false, ['2: 1: FF1-FF2, 2: FF3-FF4', '3: 1: W33-W34']],
  [8, false, ['2: 1: FF1-FF2, 2: FF3-FF4', '3: 1: W33-W34']],
  [8, true, ['2: 1: F1-F2, 2: F3-F4', '3: 1: W33-W34']],
  // A loser of a semi-final plays for third place, so a place after a bye stays empty.
  [7, true, ['2: 2: F3-F4', '3: 1: F2-W34']],
  [6, true, ['3: 1: F2-F4']],
  [5, true, []],
  [9, true, ['1: 1: FF1-FF2, 2: FF3-FF4, 3: FF5-FF6, 4: FF7-FF8', '2: 1: W33-W34, 2: W35-W36', '3: 1: W33-W34']],
] as const)('the consolation of %i, with third place %s', (size, third_place, expected) => {
  expect(describeConsolation(size, { third_place })).toEqual(expected)
})

test('a bracket of 64 has a consolation of 32, in other slots', () => {
  const bracket = makeBracket(field(64), { third_place: true, consolation: true })
  expect(bracket).toHaveLength(64 + 31)
  expect(new Set(bracket.map(({ stage, slot }) => `${stage} ${slot}`)).size).toBe(95)
  expect(Math.max(...bracket.map(({ slot }) => slot))).toBe(48)
})

describe('the consolation of six', () => {
  // 1 and 2 have a bye; 4-5 and 3-6 meet in the quarter-finals.
  const bracket = makeBracket(field(6), { consolation: true })
  const at = (results: BracketResult[], out: NotPlaying = {}) => {
    const { matches, consolation_winner } = bracketState(bracket, results, out)
    const lines = matches
      .filter(isOfConsolation)
      .map(({ sides: [one, two], walkover }) => `${one ?? '?'}${walkover ? '/' : '-'}${two ?? '?'}`)
    return [...lines, String(consolation_winner ?? '?')].join(' ')
  }
  const upper = { stage: 1, slot: 2, winner: 40 }
  const lower = { stage: 1, slot: 4, winner: 30 }
  const semi = { stage: 2, slot: 1, winner: 10 }
  const other = { stage: 2, slot: 2, winner: 20 }

  test.each<[string, BracketResult[], NotPlaying, string]>([
    ['nobody has lost', [], {}, '?-? ?-? ?-? ?'],
    ['a loser waits: the first seed may still lose its first match', [upper], {}, '?-50 ?-? ?-? ?'],
    ['it wins: the loser has a bye', [upper, semi], {}, '?-? 50-? ?'],
    ['it loses its first match, and they meet', [upper, { ...semi, winner: 40 }], {}, '10-50 ?-? ?-? ?'],
    ['both seeds win: a final of the two losers', [upper, lower, semi, other], {}, '50-60 ?'],
    ['a corrected quarter-final', [{ ...upper, winner: 50 }, lower, { ...semi, winner: 10 }, other], {}, '40-60 ?'],
    ['a disputed one', [{ ...upper, winner: null }, lower, other], {}, '?-? ?-60 ?'],
    ['one declines', [upper, lower, semi, other], { declined: [50] }, '50/60 60'],
    ['both decline', [upper, lower, semi, other], { declined: [50, 60] }, '50/60 ?'],
    ['one has left', [upper, lower, semi, other], { withdrawn: [60] }, '50/60 50'],
    [
      'who did not come has no place, and the one who won by it has not played',
      [{ ...upper, no_show: true }, { ...semi, winner: 10 }, lower, other],
      {},
      // 40 lost its first real match, the semi-final.
      '40-60 ?',
    ],
    ['a no-show by a seed', [upper, lower, { ...semi, winner: 40, no_show: true }, other], {}, '50-60 ?'],
    ['the winner', [upper, lower, semi, other, { stage: 3, slot: 33, winner: 60 }], { declined: [60] }, '50-60 60'],
    ['declining does not touch the bracket', [upper], { declined: [40, 10] }, '?-50 ?-? ?-? ?'],
  ])('%s', (_, results, out, expected) => {
    expect(at(results, out)).toBe(expected)
    expect(bracketState(bracket, results, out).champion).toBeNull()
  })
})

test.each([[[]], [[7]], [field(65)], [[1, 2, 1]]])('%j is not a possible play-off field', (seeds) => {
  expect(() => makeBracket(seeds)).toThrow(RangeError)
})

describe('with five players', () => {
  const bracket = makeBracket(field(5))
  const at = (results: BracketResult[]) => {
    const { matches, champion } = bracketState(bracket, results)
    return [...matches.map(({ sides: [one, two] }) => `${one ?? '?'}-${two ?? '?'}`), String(champion ?? '?')].join(' ')
  }
  const quarter = { stage: 1, slot: 2, winner: 50 }
  const upper = { stage: 2, slot: 1, winner: 50 }
  const lower = { stage: 2, slot: 2, winner: 20 }

  test.each([
    ['before any match', [], '40-50 10-? 20-30 ?-? ?'],
    ['a winner advances', [quarter], '40-50 10-50 20-30 ?-? ?'],
    ['a finalist waits for the other', [lower], '40-50 10-? 20-30 ?-20 ?'],
    ['the final is known', [quarter, upper, lower], '40-50 10-50 20-30 50-20 ?'],
    ['the champion', [quarter, upper, lower, { stage: 3, slot: 1, winner: 20 }], '40-50 10-50 20-30 50-20 20'],
    ['a tie advances nobody', [{ ...quarter, winner: null }], '40-50 10-? 20-30 ?-? ?'],
    ['a result of an entry that has not advanced that far', [upper], '40-50 10-? 20-30 ?-? ?'],
    ['a result made obsolete by a correction', [{ ...quarter, winner: 40 }, upper], '40-50 10-40 20-30 ?-? ?'],
  ])('%s', (_, results, expected) => {
    expect(at(results)).toBe(expected)
  })
})

describe('withdrawn entries', () => {
  const bracket = makeBracket(field(5))
  const at = (results: BracketResult[], withdrawn: number[]) => {
    const { matches, champion } = bracketState(bracket, results, { withdrawn })
    const lines = matches.map(({ sides: [one, two], walkover }) => `${one ?? '?'}${walkover ? '/' : '-'}${two ?? '?'}`)
    return [...lines, String(champion ?? '?')].join(' ')
  }
  const quarter = { stage: 1, slot: 2, winner: 50 }
  const upper = { stage: 2, slot: 1, winner: 50 }
  const lower = { stage: 2, slot: 2, winner: 20 }

  test.each([
    ['before any match: the opponent advances', [], [40], '40/50 10-50 20-30 ?-? ?'],
    ['without an opponent yet: nothing changes', [], [10], '40-50 10-? 20-30 ?-? ?'],
    ['past wins are kept', [quarter], [40], '40-50 10-50 20-30 ?-? ?'],
    ['after a win: the next opponent gets a walkover', [quarter], [50], '40-50 10/50 20-30 10-? ?'],
    ['both sides of a match: the next opponent wins by walkover', [], [40, 50], '40/50 10/50 20-30 10-? ?'],
    ['a finalist: the other one is champion', [quarter, upper, lower], [50], '40-50 10-50 20-30 50/20 20'],
    ['both finalists: nobody is champion', [quarter, upper, lower], [20, 50], '40-50 10-50 20-30 50/20 ?'],
    ['a disputed match is not awarded', [{ ...quarter, winner: null }], [40], '40-50 10-? 20-30 ?-? ?'],
    [
      'the champion remains champion',
      [quarter, upper, lower, { stage: 3, slot: 1, winner: 50 }],
      [50],
      '40-50 10-50 20-30 50-20 50',
    ],
  ])('%s', (_, results, withdrawn, expected) => {
    expect(at(results, withdrawn)).toBe(expected)
  })

  test.each([
    ['an entry that has not played is replaced by the next one in line', [20], [], [60, 70], '10 60 30 40', ''],
    ['two are replaced in order of their seeds', [30, 10], [], [60, 70], '60 20 70 40', ''],
    ['an entry that has played is not replaced', [20], [20], [60], '10 20 30 40', '20'],
    ['nobody is in line', [20, 40], [], [30, 60], '10 60 30 40', '40'],
    ['an entry that has left cannot replace another', [20], [], [20, 30], '10 20 30 40', '20'],
  ])('%s', (_, left, played, waiting, seeds, stay) => {
    const after = replaceLeft([10, 20, 30, 40], left, played, waiting)
    expect([after.seeds.join(' '), after.withdrawn.join(' ')]).toEqual([seeds, stay])
  })
})

// '1>2': entry 1 beat entry 2. The lot is the entry id.
describe('a tie at the cut', () => {
  const games = (lines: readonly string[]): StandingMatch[] =>
    lines.map((line) => {
      const [winner = 0, loser = 0] = line.split('>').map(Number)
      const sets = [
        { score_1: 6, score_2: 4 },
        { score_1: 6, score_2: 4 },
      ]
      return { entry_1: winner, entry_2: loser, winner, status: null, sets, final: true }
    })
  const entries = (size: number) =>
    Array.from({ length: size }, (_, index) => ({ entry_id: index + 1, lot: index + 1 }))
  const cut = (size: number, lines: readonly string[]) => {
    const found = playoffCut(entries(size), games(lines), rules)
    return found && `${found.place}: ${found.last_in.entry_id} over ${found.first_out.entry_id} by ${found.code}`
  }
  // Four entries, of whom two qualify; entry 1 is above the tie.
  const first = ['1>2', '1>3', '1>4', '1>2', '1>3', '1>4']

  test.each([
    ['wins decide: nothing to explain', [...first, '2>3', '2>4', '2>3', '3>4'], null],
    ['head-to-head decides', [...first, '2>4', '2>4', '4>3', '4>3'], '2: 2 over 4 by head_to_head'],
    ['the lot decides', [...first, '2>3', '3>2', '2>4', '3>4'], '2: 2 over 3 by lot'],
  ])('%s', (_, lines, expected) => {
    expect(cut(4, lines)).toBe(expected)
  })

  test('an entry with too few matches does not count as just missing the cut', () => {
    expect(cut(4, ['1>2', '1>2', '1>2', '1>2', '2>4', '3>4', '4>1', '4>1'])).toBeNull()
  })
})

const edition = (slug: TemplateSlug, year: number) => ({ slug, ...seasonDates(slug, year), stage_dates: null })

test.each([
  ['summer-1', 2026, '2026-08-12 2026-08-22 2026-09-07'],
  ['summer-2', 2026, '2026-10-10 2026-10-20 2026-11-05'],
  ['fall', 2026, '2026-12-09 2026-12-19 2027-01-04'],
  ['winter', 2026, '2027-03-20 2027-03-30 2027-04-15'],
  ['winter', 2027, '2028-03-20 2028-03-30 2028-04-15'],
] as const)('%s %i is played off by %s', (slug, year, days) => {
  expect(Object.values(stageDates(edition(slug, year))).join(' ')).toBe(days)
})

test("an organizer's dates override the rule, and an extended winter follows the other seasons' rule", () => {
  const own = { 1: '2026-08-15', 2: '2026-08-20', 3: '2026-08-25' }
  expect(stageDates({ ...edition('summer-1', 2026), stage_dates: own })).toEqual(own)
  const longer = { ...edition('winter', 2026), ending_date: '2027-03-14' }
  expect(stageDates(longer)).toEqual({ 1: '2027-03-24', 2: '2027-04-03', 3: '2027-04-19' })
})

test('a larger bracket begins with the dates of one of 8, and each more round moves the later ones by ten days', () => {
  const daysOf = (size: number) =>
    matchStagesOf(size).map(({ stage, name }) => `${name} ${stageDay(edition('summer-1', 2026), stage, size)}`)
  expect(daysOf(0)).toEqual(['Quarter-finals 2026-08-12', 'Semi-finals 2026-08-22', 'Finals 2026-09-07'])
  expect(daysOf(8)).toEqual(daysOf(0))
  expect(daysOf(9)).toEqual([
    'Round of 16 2026-08-12',
    'Quarter-finals 2026-08-22',
    'Semi-finals 2026-09-01',
    'Finals 2026-09-17',
  ])
  expect(daysOf(64).slice(0, 4)).toEqual([
    'Round of 64 2026-08-12',
    'Round of 32 2026-08-22',
    'Round of 16 2026-09-01',
    'Quarter-finals 2026-09-11',
  ])
})

describe('stored matches follow the results', { tags: 'slow' }, () => {
  /** Applies the changes, as the database does. */
  function follow(bracket: Bracket, stored: readonly StoredBracketMatch[], out: NotPlaying) {
    const { insert, remove, set_aside, bring_back } = bracketChanges(bracket, stored, out)
    let id = Math.max(0, ...stored.map((match) => match.id))
    return [
      ...stored
        .filter((match) => !remove.includes(match.id))
        .map((match) => {
          if (set_aside.includes(match.id)) return { ...match, set_aside: true }
          return bring_back.includes(match.id) ? { ...match, set_aside: false } : match
        }),
      ...insert.map((match) => ({ ...match, id: (id += 1), scored: false, winner: null, set_aside: false })),
    ]
  }

  /** Whether the first match that an entry really played in the bracket was lost. */
  function hasLostFirst(lines: readonly BracketLine[], stored: readonly StoredBracketMatch[], entry_id: number) {
    const first = lines.find(
      (line) =>
        !isOfConsolation(line) &&
        line.sides.includes(entry_id) &&
        line.winner !== null &&
        !line.walkover &&
        !stored.some(({ stage, slot, no_show }) => stage === line.stage && slot === line.slot && no_show),
    )
    return first !== undefined && first.winner !== entry_id
  }

  // Each step picks a match: one side wins (reported or corrected), the result is disputed (null), or its entry
  // withdraws.
  const steps = fc.array(
    fc.record({
      pick: fc.nat(40),
      to: fc.constantFrom('one', 'two', null),
      no_show: fc.nat(5).map((each) => each === 0),
      leaves: fc.constantFrom('the bracket', 'the consolation', null),
    }),
    { maxLength: 40 },
  )

  const sizes = fc.oneof(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 9, max: 20 }))

  test('stored matches follow whatever is reported, corrected, disputed and withdrawn, in any order', () => {
    fc.assert(
      fc.property(sizes, fc.boolean(), fc.boolean(), steps, (size, third_place, consolation, moves) => {
        const bracket = makeBracket(field(size), { third_place, consolation })
        const withdrawn: number[] = []
        const declined: number[] = []
        const out = { withdrawn, declined }
        let stored = follow(bracket, [], out)
        const wrong: string[] = []
        for (const { pick, to, no_show, leaves } of moves) {
          const current = stored.filter((match) => !match.set_aside)
          const match = current[pick % current.length]
          if (!match) break
          if (leaves && pick % 5 === 0) (leaves === 'the bracket' ? withdrawn : declined).push(match.entry_one_id)
          else {
            const winner = to === null ? null : to === 'one' ? match.entry_one_id : match.entry_two_id
            if (winner === null && !match.scored) continue
            stored = stored.map((each) => (each === match ? { ...match, scored: true, winner, no_show } : each))
          }
          const before = stored
          stored = follow(bracket, stored, out)
          const live = stored.filter((each) => !each.set_aside)
          // Collected here and asserted once at the end: thousands of assertions take longer than the brackets.
          const check = (what: string, isRight: boolean) => void (isRight || wrong.push(what))
          check(
            'one match for each slot',
            new Set(live.map(({ stage, slot }) => `${stage} ${slot}`)).size === live.length,
          )
          // No score is lost, applying the rule twice changes nothing, and only later matches are affected.
          const scored = (all: readonly StoredBracketMatch[]) => all.filter((each) => each.scored).map(({ id }) => id)
          check('no score is lost', isDeepStrictEqual(scored(stored), scored(before)))
          check('a second look changes nothing', isDeepStrictEqual(follow(bracket, stored, out), stored))
          const turned = before.filter((each) => stored.find(({ id }) => id === each.id)?.set_aside === !each.set_aside)
          check('only later matches are touched', !turned.some((each) => !leaves && !leadsTo(bracket, match, each)))
          // Stored matches that count agree with the bracket computed from the results.
          const { matches } = bracketState(
            bracket,
            live.filter((each) => each.scored),
            out,
          )
          const seated = matches
            .filter(isOfConsolation)
            .flatMap(({ stage, sides }) => sides.map((side) => ({ stage, side })))
          const known = seated.filter(({ side }) => side !== null)
          check(
            'nobody twice in a stage',
            new Set(known.map(({ stage, side }) => `${stage} ${side}`)).size === known.length,
          )
          check(
            'only losers',
            known.every(({ side }) => hasLostFirst(matches, live, side ?? 0)),
          )
          for (const { stage, slot, entry_one_id, entry_two_id, scored: played } of live) {
            const line = matches.find((each) => each.stage === stage && each.slot === slot)
            const sides = [entry_one_id, entry_two_id]
            check(
              `the sides of ${stage} ${slot}`,
              line?.sides.every((side, index) => side === sides[index] || (played && side === null)) ?? false,
            )
          }
        }
        expect(wrong).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
