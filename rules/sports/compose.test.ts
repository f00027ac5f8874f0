/* oxlint-disable vitest/no-conditional-expect -- properties say more of some compositions than of others */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { callOf, choiceCall } from '#/rules/live-call.ts'
import { decidingSets, finalScore, playLive, scoreRulesOf, setupOf, type LiveEvent } from '#/rules/live-scoring.ts'
import { scoreLine } from '#/rules/outcome.ts'
import { ruleSentences } from '#/rules/rule-sentences.ts'
import { parseResultLine, parseScoreLine } from '#/rules/score-line.ts'
import { scoreProblem, scoreTotals } from '#/rules/score.ts'
import { formatWords, leagueRulesOf, standardRules } from '#/rules/season-rules.ts'
import { compositionOf, compositionProblem, explainComposition } from './compose.ts'
import { composedKey, parseComposed, type Composition } from './composed.ts'
import { findFormat, formatsPlayed, matchFormats, sportOf, sports, type MatchFormat } from './formats.ts'
import { groupsOf, setChoices } from './sports.ts'
import { deuces, type SetShape } from './sport.ts'

const tennis: Composition = {
  sport: 'tennis',
  sets_to_win: 2,
  to: 5,
  minutes: null,
  cap: 6,
  or_to: null,
  tie_break: 7,
  is_sudden: false,
  deuce: 'deciding_point',
  last: 'choice',
  tie_break_to: 10,
  own_serve: false,
}
const squash: Composition = {
  ...tennis,
  sport: 'squash',
  sets_to_win: 3,
  to: 9,
  cap: null,
  or_to: 10,
  tie_break: null,
  deuce: null,
  last: 'set',
  tie_break_to: null,
  own_serve: true,
}
const timed: Composition = { ...squash, sets_to_win: 1, to: null, minutes: 20, or_to: null, own_serve: false }

const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })

/** Any numbers whatever, most of them without a sense. */
const anything: fc.Arbitrary<Composition> = fc.record({
  sport: fc.constantFrom(...sports),
  sets_to_win: fc.integer({ min: 0, max: 5 }),
  to: orNull(fc.integer({ min: 0, max: 60 })),
  minutes: orNull(fc.integer({ min: 0, max: 300 })),
  cap: orNull(fc.integer({ min: 0, max: 110 })),
  or_to: orNull(fc.integer({ min: 0, max: 60 })),
  tie_break: orNull(fc.integer({ min: 0, max: 30 })),
  is_sudden: fc.boolean(),
  deuce: orNull(fc.constantFrom(...deuces)),
  last: fc.constantFrom('set', 'long', 'tie_break', 'choice'),
  tie_break_to: orNull(fc.integer({ min: 0, max: 30 })),
  own_serve: fc.boolean(),
})

/** Compositions that can be played, of each kind. */
const playable: fc.Arbitrary<Composition> = anything
  .chain((any) =>
    fc.record({
      any: fc.constant(any),
      kind: fc.constantFrom('sets', 'timed', 'one' as const),
      more: fc.integer({ min: 0, max: 6 }),
      to: fc.integer({ min: 2, max: 12 }),
      tied: fc.integer({ min: 3, max: 12 }),
    }),
  )
  .map(({ any, kind, more, to, tied }): Composition => {
    const isInGames = any.sport === 'tennis' || any.sport === 'padel'
    const sets_to_win = Math.min(Math.max(any.sets_to_win, 1), 4)
    const own_serve = any.own_serve && !isInGames && any.sport !== 'table_tennis'
    const deuce = isInGames ? (any.deuce ?? 'advantage') : null
    const free = { ...any, own_serve, deuce, to: null, minutes: null, cap: null, or_to: null, tie_break: null }
    const none = { ...free, is_sudden: false, last: 'set' as const, tie_break_to: null }
    if (kind === 'timed') return { ...none, sets_to_win: 1, minutes: 5 + more }
    if (kind === 'one' && isInGames)
      return { ...none, deuce: null, sets_to_win: 1, last: 'tie_break', tie_break_to: 5 + more }
    const score = isInGames ? to : to + 3
    if (!isInGames) {
      const chooses = any.is_sudden && more > 0
      return {
        ...none,
        sets_to_win,
        to: score,
        cap: chooses || any.cap === null ? null : score + more,
        or_to: chooses ? score + Math.min(more, 5) : null,
      }
    }
    const cap = any.cap === null ? null : score + more
    const last = sets_to_win === 1 ? 'set' : any.last === 'long' && cap === null ? 'set' : any.last
    const isShort = last === 'choice' && (cap === null || cap >= 25)
    const tie_break = cap === null || any.tie_break === null ? null : tied
    const decides = !isShort && (last === 'choice' || last === 'tie_break')
    return {
      ...none,
      sets_to_win,
      to: score,
      cap,
      tie_break,
      is_sudden: tie_break !== null && any.is_sudden,
      last: isShort ? 'set' : last,
      tie_break_to: decides ? Math.max(5, last === 'choice' ? (cap ?? 0) + 1 : 5 + more) : null,
    }
  })
  .filter((each) => compositionProblem(each) === null)

test('most of the generated compositions can be played, in every sport and of every kind', () => {
  const drawn = fc.sample(playable, { numRuns: 2_000, seed: 1 })
  for (const sport of sports) expect(drawn.filter((each) => each.sport === sport).length).toBeGreaterThan(100)
  for (const last of ['set', 'long', 'tie_break', 'choice'])
    expect(drawn.filter((each) => each.last === last).length).toBeGreaterThan(20)
  for (const isIt of [
    (each: Composition) => each.minutes !== null,
    (each: Composition) => each.or_to !== null,
    (each: Composition) => each.own_serve,
    (each: Composition) => each.is_sudden,
    (each: Composition) => each.cap !== null && each.cap === each.to,
    (each: Composition) => each.cap !== null && each.tie_break === null,
  ])
    expect(drawn.filter(isIt).length).toBeGreaterThan(50)
})

test('a key is the whole composition, and only one key is', () => {
  fc.assert(
    fc.property(playable, (composition) => {
      const key = composedKey(composition)
      expect(key.length).toBeLessThanOrEqual(60)
      expect(parseComposed(key)).toEqual(composition)
      expect(findFormat(key)).toMatchObject({ format: key, composition })
    }),
  )
})

test.each([
  'tennis',
  'tennis.',
  'tennis.2',
  'chess.1.s6.ad',
  'tennis.2.s6.s6.ad',
  'tennis.2.ad.s6',
  'tennis.02.s6.ad',
  'tennis.2.s6.ad.',
  'tennis.2.s6.ad.foo',
  'tennis.2.s6.ad.dp',
  'tennis.x.s6.ad',
  'tennis.2.s.ad',
  'one_set.2',
  'constructor.1',
  '__proto__.1.s6',
])('%s is no format of a composition that can be played', (key) => {
  const composition = parseComposed(key)
  expect(composition === null || compositionProblem(composition) !== null).toBe(true)
})

test('a composition of any numbers is playable or has a sentence that says why not', () => {
  fc.assert(
    fc.property(anything, (composition) => {
      const problem = compositionProblem(composition)
      expect(problem?.text ?? 'It can be played.').toMatch(/\.$/)
    }),
    { numRuns: 3_000 },
  )
})

test.each<[string, Partial<Composition>, keyof Composition]>([
  ['more sets than seven', { sets_to_win: 5 }, 'sets_to_win'],
  ['no deuce', { deuce: null }, 'deuce'],
  ['a set to one game', { to: 1 }, 'to'],
  ['a cap below the score', { cap: 4 }, 'cap'],
  ['a tie-break without the score at which it is played', { cap: null, last: 'set', tie_break_to: null }, 'tie_break'],
  ['a match tie-break that a set can end like', { tie_break_to: 6 }, 'tie_break_to'],
  ['a match tie-break beside sets without end', { cap: null, tie_break: null }, 'tie_break_to'],
  ['a match tie-break without its length', { tie_break_to: null }, 'tie_break_to'],
  ['a score and a time', { minutes: 60 }, 'minutes'],
  ['a time for three sets', { to: null, minutes: 60, last: 'set', tie_break_to: null }, 'sets_to_win'],
  ['no score and no time', { to: null, last: 'set', tie_break_to: null }, 'to'],
  ['a deciding set of a single set', { sets_to_win: 1 }, 'last'],
  ['hand-out in games', { own_serve: true }, 'own_serve'],
  ['a half game', { to: 5.5 }, 'to'],
  ['an unknown sport', { sport: 'chess' as never }, 'sport'],
])('%s cannot be played', (_, change, field) => {
  expect(compositionProblem(tennis)).toBeNull()
  expect(compositionProblem({ ...tennis, ...change })?.field).toBe(field)
})

/** The parts of a format that play depends on, without words and sources. */
function playOf(format: MatchFormat) {
  const [group] = groupsOf([format]).played
  const bare = (shape: SetShape | null) =>
    shape && {
      to: shape.to,
      cap: shape.cap,
      or_to: shape.or_to,
      tie_break: shape.tie_break,
      ends_at: shape.ends_at,
      play: shape.play,
    }
  const { deciding, match_tie_break, shape } = group!
  const isOne = deciding?.index === 0 && deciding.shape === null
  const isLike =
    deciding !== null && deciding.shape !== null && bareText(bare(deciding.shape)) === bareText(bare(shape))
  return {
    shape: isOne ? null : bare(shape),
    // A deciding set like the others says nothing.
    deciding: isLike ? null : deciding && { ...deciding, shape: bare(deciding.shape) },
    tie_break: group!.sets_to_win[0] === 1 && !isOne ? null : (match_tie_break?.to ?? null),
    sets_to_win: group!.sets_to_win,
  }
}
const bareText = (value: unknown) => JSON.stringify(value)

test.each(matchFormats.map((each) => [each.format, each] as const))(
  '%s, composed from its parts, plays as it does in the list',
  (format, row) => {
    const composition = compositionOf(row)
    expect(compositionProblem(composition)).toBeNull()
    expect(playOf(composedKey(composition))).toEqual(playOf(format))
  },
)

/** A whole match by a fair or an unfair coin, entry by entry, until it is over. */
function playOut(format: MatchFormat, seed: number, bias: number, match_tie_break: 'allowed' | 'always' | 'never') {
  const deciding = decidingSets(format, { match_tie_break })
  const setup = setupOf(
    { format, deciding: deciding[seed % deciding.length]!, first_server: seed % 2 === 0 ? 1 : 2 },
    standardRules,
    { pairs: seed % 3 === 0, mixed: false },
  )
  let random = (seed * 2_654_435_761) >>> 0
  const next = () => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0
    return random / 2 ** 32
  }
  const log: LiveEvent[] = []
  const isTimed = findFormat(format)!.composition!.minutes !== null
  for (let entry = 0; entry < 1_900; entry += 1) {
    const now = playLive(setup, log)
    if ('problem' in now) throw new Error(`${now.problem} at ${now.index} of ${format}`)
    const { state } = now
    if (state.over) return { setup, log, state }
    if (isTimed && entry > 40) log.push({ kind: 'time' })
    else if (state.choices) log.push({ kind: 'choose', to: state.choices[next() < 0.5 ? 0 : 1] })
    else {
      const side = next() < bias ? 1 : 2
      // Whole games to come to an end, points now and then.
      const isGame = (state.playing === 'game' || state.playing === 'tie_break') && next() < 0.8
      log.push({ kind: isGame ? 'game' : 'point', side })
    }
  }
  throw new Error(`${format} does not end`)
}

test('every composition that can be played is played to an end that its own rules accept, as a form, a line and a log', () => {
  const ends: Record<string, number> = {}
  fc.assert(
    fc.property(
      playable,
      fc.nat({ max: 1e6 }),
      fc.constantFrom(0.3, 0.6, 0.75),
      fc.constantFrom('allowed', 'always', 'never'),
      (composition, seed, bias, match_tie_break) => {
        const format = composedKey(composition)
        const { setup, log, state } = playOut(format, seed, bias, match_tie_break)
        const final = finalScore(state)!
        const rules = { formats: [format], match_tie_break, stopped: 'played_on' as const }
        // As the season has it, and as the scorer chose.
        expect([final, scoreProblem(final.sets, final.status, rules)]).toEqual([final, null])
        expect(scoreProblem(final.sets, final.status, scoreRulesOf(setup))).toBeNull()
        expect(parseResultLine(scoreLine(final.sets, final.status), rules)).toEqual({
          sets: final.sets,
          status: final.status,
        })
        if (final.status === null) {
          const totals = scoreTotals(final.sets, null, rules)
          expect(totals.sets.winner).toBe(composition.sets_to_win)
          const turned = final.sets.map(({ score_1, score_2 }) => ({ score_1: score_2, score_2: score_1 }))
          expect(scoreProblem(turned, null, rules)).not.toBeNull()
          expect(scoreProblem([...final.sets, final.sets[0]!], null, rules)).not.toBeNull()
          for (const [index, { score_1, score_2 }] of final.sets.entries()) {
            const { max, is_open, is_typed } = setChoices([format], index)
            expect(is_open || is_typed || Math.max(score_1, score_2) <= max).toBe(true)
          }
        }
        // Undo is exact at each entry.
        for (const at of [0, Math.floor(log.length / 2), log.length - 1]) {
          const before = playLive(setup, log.slice(0, at))
          expect(playLive(setup, [...log.slice(0, at + 1), { kind: 'undo' }])).toEqual(before)
        }
        // The match could be stopped at any time, and that score is accepted and read back, too.
        const some = log.slice(0, Math.floor(log.length / 2))
        const stopped = playLive(setup, [...some, { kind: 'retire', side: 1 }])
        if ('state' in stopped) {
          const { sets, status } = finalScore(stopped.state)!
          expect([sets, scoreProblem(sets, status, scoreRulesOf(setup))]).toEqual([sets, null])
          if (sets.length > 0) expect(parseResultLine(scoreLine(sets, status), rules)).toEqual({ sets, status })
        }
        const kind = final.status ?? composition.last
        ends[kind] = (ends[kind] ?? 0) + 1
      },
    ),
    { numRuns: 300 },
  )
  expect(Object.keys(ends).length).toBeGreaterThan(3)
})

test('each composition is explained with scores that are results and scores that are not', () => {
  fc.assert(
    fc.property(playable, (composition) => {
      const { name, sentences, examples } = explainComposition(composition)
      expect(name).not.toMatch(/null|undefined|NaN/)
      expect(sentences.join(' ')).not.toMatch(/null|undefined|NaN/)
      expect([composedKey(composition), examples.some(({ problem }) => problem === null)]).toContain(true)
      expect([composedKey(composition), examples.some(({ problem }) => problem !== null)]).toContain(true)
      expect(examples.every(({ line }) => !line.includes('--'))).toBe(true)
    }),
    { numRuns: 400 },
  )
})

test('the words of compositions', () => {
  expect(explainComposition(tennis)).toEqual({
    name: 'Best of three sets to 5 games, tie-break at 5-5, no-ad, a match tie-break to 10',
    sentences: [
      'A set ends at 5 games with two ahead, or at 6-4 or 6-5: 5-0, 5-3, 6-4, 6-5.',
      'At 5-5 a tie-break is won with 7 points and two ahead.',
      'A match tie-break may be the deciding set and ends at 10 points, two ahead: 10-0, 10-8, 12-10.',
      'At 40-40 the next point wins the game.',
    ],
    examples: [
      { line: '6-5 5-3', problem: null },
      { line: '5-3 5-6 12-10', problem: null },
      { line: '5-3 5-6 11-10', problem: expect.stringContaining('Set 3 does not end like a match tie-break') },
      { line: '8-5 5-3', problem: expect.stringContaining('Set 1 does not end like a set') },
      { line: '5-3 5-6', problem: expect.stringContaining('The sets are level') },
    ],
  })
  expect(explainComposition(squash).sentences).toEqual([
    'A game ends at 9 points, or at 10 if the receiver chooses so at 8-8: 9-0, 9-8, 10-8, 10-9.',
    'Only the side that serves wins points; the other side wins the serve.',
    'At 8-8 the receiver chooses, before the next rally, to play to 9 or to 10.',
  ])
  const key = composedKey(timed)
  expect(formatWords([key])).toBe('timed (20 minutes, the points at the horn)')
  expect(sportOf([key])).toBe('squash')
  expect(ruleSentences({ ...standardRules, formats: [composedKey(tennis)] })).toContain(
    'A match is best of three sets to 5 games (tie-break at 5-5, no-ad, a match tie-break to 10).',
  )
})

test('a season plays a composed format where it belongs', () => {
  const key = composedKey(tennis)
  expect(formatsPlayed([key, 'padel_one_set'], 'tennis')).toEqual([key])
  expect(formatsPlayed([key], 'padel')).toEqual(['padel_best_of_three'])
  expect(leagueRulesOf({ formats: ['one_set', key] }, 'tennis').formats).toEqual(['one_set', key])
  expect(parseScoreLine('65 53', { formats: [key] })).toEqual([
    { score_1: 6, score_2: 5 },
    { score_1: 5, score_2: 3 },
  ])
  // A format of a newer release is as if it were not there.
  expect(formatsPlayed(['tennis.2.s5.new9' as MatchFormat], 'tennis')).toEqual(formatsPlayed([], 'tennis'))
})

/** 'S' the server wins the rally, 'r' the receiver. A number is the receiver's choice. */
function handOut(text: string, log: LiveEvent[] = []) {
  const setup = setupOf({ format: 'squash_hand_out', deciding: 'set', first_server: 1 }, standardRules, {
    pairs: false,
    mixed: false,
  })
  const events = [...log]
  for (const each of text.match(/\d+|[Sr]/g) ?? []) {
    const now = playLive(setup, events)
    if ('problem' in now) return { setup, events, now }
    const { server } = now.state
    events.push(
      /\d/.test(each)
        ? { kind: 'choose', to: Number(each) }
        : { kind: 'point', side: (each === 'S') === (server === 1) ? 1 : 2 },
    )
  }
  return { setup, events, now: playLive(setup, events) }
}

const stateOf = ({ now }: ReturnType<typeof handOut>) => {
  if ('problem' in now) throw new Error(now.problem)
  return now.state
}
const upToEight = 'SSSSSSSSrSSSSSSSS'

test('squash to 9 with hand-out: only the server scores, and the receiver chooses at 8-8', () => {
  expect(stateOf(handOut('SSr'))).toMatchObject({ called: ['2', '0'], server: 2, server_number: null, court: null })
  expect(stateOf(handOut(upToEight))).toMatchObject({
    called: ['8', '8'],
    server: 2,
    choices: [9, 10],
    stakes: [null, null],
  })
  expect(handOut(`${upToEight}S`).now).toMatchObject({ problem: 'choose_first' })
  expect(handOut(`${upToEight}11`).now).toMatchObject({ problem: 'nothing_to_choose' })
  expect(handOut('SS9').now).toMatchObject({ problem: 'nothing_to_choose' })
  // Set one: the next point that a server wins.
  expect(stateOf(handOut(`${upToEight}9`))).toMatchObject({ called: ['8', '8'], stakes: [null, 'set'] })
  expect(stateOf(handOut(`${upToEight}9rS`))).toMatchObject({ sets_won: [1, 0], server: 1 })
  // Set two: 9-8 goes on, 10-8 or 10-9 ends it.
  expect(stateOf(handOut(`${upToEight}10S`))).toMatchObject({ called: ['8', '9'], sets_won: [0, 0] })
  expect(stateOf(handOut(`${upToEight}10SS`)).sets[0]).toEqual({ score_1: 8, score_2: 10 })
  expect(stateOf(handOut(`${upToEight}10SrSS`)).sets[0]).toEqual({ score_1: 10, score_2: 9 })
  // The winner of a game serves first in the next, which has its own choice.
  expect(stateOf(handOut(`${upToEight}10SS${upToEight}`))).toMatchObject({ choices: [9, 10] })
  expect(stateOf(handOut(`${upToEight}10SS`)).server).toBe(2)
})

test('a set score at 8-8 leaves the choice open, and 9-8 is set two', () => {
  const at = (score_1: number, score_2: number): LiveEvent => ({
    kind: 'score',
    sets: [{ score_1, score_2 }],
    points: { score_1: 0, score_2: 0 },
    server: 1,
  })
  expect(stateOf(handOut('', [at(8, 8)]))).toMatchObject({ choices: [9, 10], sets_won: [0, 0] })
  expect(stateOf(handOut('', [at(9, 8)]))).toMatchObject({
    called: ['9', '8'],
    sets_won: [0, 0],
    stakes: ['set', null],
  })
  expect(stateOf(handOut('', [at(9, 7)]))).toMatchObject({ sets_won: [1, 0] })
  expect(handOut('', [at(10, 7)]).now).toMatchObject({ problem: 'not_a_score' })
})

test('the calls of hand-out scoring', () => {
  const names = ['Ada', 'Bea'] as const
  const call = (text: string) => {
    const { setup, events } = handOut(text)
    const [before, now] = [playLive(setup, events.slice(0, -1)), playLive(setup, events)]
    if ('problem' in before || 'problem' in now) throw new Error('no call')
    return callOf(setup, before.state, now.state, names)
  }
  expect(call('SS')).toBe('2-0.')
  expect(call('SSr')).toBe('Hand-out. 0-2.')
  expect(call(upToEight)).toBe('8 all. Ada chooses 9 or 10.')
  expect(choiceCall({ choices: [9, 10] }, 10)).toBe('Set two: to 10.')
  expect(choiceCall({ choices: [9, 10] }, 9)).toBe('Set one: to 9.')
  expect(call(`${upToEight}9S`)).toBe('Game, Bea. Bea leads 1 game to 0.')
})

test.each<[string, boolean]>([
  ['9-0 9-8 9-7', true],
  ['10-8 10-9 9-6', true],
  ['9-8 8-10 9-10 9-1 10-9', true],
  ['10-7 9-0 9-0', false],
  ['11-9 9-0 9-0', false],
  ['8-6 9-0 9-0', false],
  ['9-0 9-0', false],
])('%s is a match of squash to 9: %s', (line, isLegal) => {
  const rules = { ...standardRules, formats: ['squash_hand_out' as const] }
  const sets = parseScoreLine(line, rules)!
  expect(scoreProblem(sets, null, rules) === null).toBe(isLegal)
})

test('a game stopped at 9-8 counts as won unless that would have been the match', () => {
  const rules = { ...standardRules, formats: ['squash_hand_out' as const] }
  const won = (line: string) => {
    const sets = parseScoreLine(line, rules)!
    expect(scoreProblem(sets, 'Retired', rules)).toBeNull()
    return scoreTotals(sets, 'Retired', rules).sets.winner
  }
  expect(won('9-0 9-8')).toBe(2)
  expect(won('9-0 9-0 9-8')).toBe(2)
  expect(won('9-0 9-8 4-2')).toBe(2)
})

test.each(['squash', 'badminton', 'table_tennis', 'pickleball'] as const)(
  'a timed match of %s ends with the points at the horn',
  (sport) => {
    const format = composedKey({ ...timed, sport })
    const setup = setupOf({ format, deciding: 'set', first_server: 1 }, standardRules, { pairs: false, mixed: false })
    const points: LiveEvent[] = [1, 1, 2].map((side) => ({ kind: 'point', side: side as 1 | 2 }))
    const played = playLive(setup, [...points, { kind: 'time' }])
    const final = 'state' in played ? finalScore(played.state) : null
    expect(final).toMatchObject({ winner: 1, status: null })
    expect(scoreProblem(final!.sets, null, { ...standardRules, formats: [format] })).toBeNull()
    const level = playLive(setup, [points[0]!, { kind: 'server', side: 2 }, points[2]!, { kind: 'time' }])
    expect('state' in level ? finalScore(level.state) : level).toMatchObject({
      winner: null,
      status: 'Match ended in a tie',
    })
  },
)
