import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callOf, liveLine } from './live-call.ts'
import {
  canUndo,
  decidingSets,
  finalScore,
  hasGames,
  playLive,
  scoreRulesOf,
  setupOf as seasonSetup,
  setupProblem,
  type LiveEvent,
  type LiveSetup,
  type LiveState,
} from './live-scoring.ts'
import { scoreProblem } from './score.ts'
import { standardRules, type SeasonRules } from './season-rules.ts'
import { matchFormats, type MatchFormat } from './sports/formats.ts'
import { deuces } from './sports/sport.ts'

const setupOf = (format: MatchFormat, given: Partial<LiveSetup> = {}): LiveSetup => ({
  format,
  deciding: 'set',
  no_ad: false,
  first_server: 1,
  pairs: false,
  ...given,
})

/** 'A' and 'B' win a point, 'a' and 'b' a game, 'u' undoes. A number repeats the letter before it: 'A4 b3'. */
function log(text: string): LiveEvent[] {
  return [...text.matchAll(/([ABabu])(\d*)/g)].flatMap(([, letter = '', times]) => {
    const side = letter.toLowerCase() === 'a' ? 1 : 2
    const event: LiveEvent =
      letter === 'u' ? { kind: 'undo' } : { kind: letter === letter.toUpperCase() ? 'point' : 'game', side }
    return Array.from({ length: times ? Number(times) : 1 }, () => event)
  })
}

function stateAfter(setup: LiveSetup, events: readonly LiveEvent[]): LiveState {
  const played = playLive(setup, events)
  if ('problem' in played) throw new Error(`${played.problem} at ${played.index}`)
  return played.state
}

/** '6-4 3-2, 40-15, A right': the sets, the points as called, the server and the court. */
function describeState(state: LiveState): string {
  const { called, server, court, over, playing, server_number, change_ends, deuce } = state
  const line = liveLine(state)
  if (over) return `${line}, ${over.status ?? 'over'}, ${over.winner === null ? 'nobody' : 'AB'[over.winner - 1]}`
  const points = playing === 'game' || playing === 'tie_break' ? `, ${called.join('-')}` : ''
  const serves = `${'AB'[server - 1]}${server_number ?? ''}${court === null ? '' : ` ${court}`}`
  return `${line}${points}${deuce === 'deciding_point' ? ' deciding' : ''}, ${serves}${change_ends ? ', change' : ''}`
}

const noAd = { no_ad: true }
const mixedNoAd = { no_ad: true, pairs: true, mixed: true }
const tieBreak = { deciding: 'tie_break' as const }
const pairs = { pairs: true }

describe('tennis, by the ITF Rules of Tennis', () => {
  test.each<[rule: string, format: MatchFormat, setup: Partial<LiveSetup>, events: string, after: string]>([
    ['5a: the first point', 'best_of_three', {}, '', '0-0, 0-0, A right'],
    ['5a: fifteen', 'best_of_three', {}, 'A', '0-0, 15-0, A left'],
    ['5a: thirty all', 'best_of_three', {}, 'A2B2', '0-0, 30-30, A right'],
    ['5a: forty', 'best_of_three', {}, 'A3B', '0-0, 40-15, A right'],
    ['5a: deuce', 'best_of_three', {}, 'A3B3', '0-0, 40-40, A right'],
    ['5a: advantage', 'best_of_three', {}, 'A3B3 B', '0-0, 40-Ad, A left'],
    ['5a: deuce again', 'best_of_three', {}, 'A3B3 BA', '0-0, 40-40, A right'],
    ['5a: two points in a row win the game', 'best_of_three', {}, 'A3B3 BAA A', '1-0, 0-0, B right, change'],
    ['no-ad: the receiver chooses', 'best_of_three', noAd, 'A3B3', '0-0, 40-40 deciding, A receiver'],
    ['no-ad: the next point decides', 'best_of_three', noAd, 'A3B3 B', '0-1, 0-0, B right, change'],
    ['14: the serve goes over after each game', 'best_of_three', {}, 'ab', '1-1, 0-0, A right'],
    ['10: ends change after the first and the third game', 'best_of_three', {}, 'aba', '2-1, 0-0, B right, change'],
    ['10: and stay after the second', 'best_of_three', {}, 'aa', '2-0, 0-0, A right'],
    ['10: the change is over with the next point', 'best_of_three', {}, 'aA', '1-0, 15-0, B left'],
    ['6: six games', 'best_of_three', {}, 'a6', '6-0, 0-0, A right'],
    ['6: 6-5 does not win a set', 'best_of_three', {}, 'a5b5a', '6-5, 0-0, B right, change'],
    ['6: 7-5', 'best_of_three', {}, 'a5b5a2', '7-5, 0-0, A right'],
    ['6: no two ahead at 6-4 needed for more', 'best_of_three', {}, 'a5b4a', '6-4, 0-0, A right'],
    ['5b: a tie-break at 6-6', 'best_of_three', {}, 'a5b5ab', '6-6, 0-0, A right'],
    ['5b: the second point is the other side’s', 'best_of_three', {}, 'a5b5ab A', '6-6, 1-0, B left'],
    ['5b: and the third', 'best_of_three', {}, 'a5b5ab AB', '6-6, 1-1, B right'],
    ['5b: then two each', 'best_of_three', {}, 'a5b5ab ABA', '6-6, 2-1, A left'],
    ['10: ends change after six points', 'best_of_three', {}, 'a5b5ab A3B3', '6-6, 3-3, B right, change'],
    ['5b: 7-6 does not win a tie-break', 'best_of_three', {}, 'a5b5ab A6B6A', '6-6, 7-6, B left'],
    [
      '5b: two ahead; who received first serves the next set',
      'best_of_three',
      {},
      'a5b5ab A6B6A2',
      '7-6, 0-0, B right, change',
    ],
    ['7: one set all', 'best_of_three', {}, 'a6b6', '6-0 0-6, 0-0, A right'],
    ['7: the match', 'best_of_three', {}, 'a6a6', '6-0 6-0, over, A'],
    ['7: three sets of five', 'best_of_five', {}, 'a6b6a6b6a6', '6-0 0-6 6-0 0-6 6-0, over, A'],
    ['7: one set', 'one_set', {}, 'b6', '0-6, over, B'],
    ['match tie-break: instead of the third set', 'best_of_three', tieBreak, 'a6b6 A', '6-0 0-6 1-0, B left'],
    ['match tie-break: two ahead', 'best_of_three', tieBreak, 'a6b6 A9B9A', '6-0 0-6 10-9, A left'],
    ['match tie-break: its end', 'best_of_three', tieBreak, 'a6b6 A9B9A2', '6-0 0-6 11-9, over, A'],
    ['match tie-break: 10-8', 'best_of_three', tieBreak, 'a6b6 A8B8B2', '6-0 0-6 8-10, over, B'],
    ['match tie-break: not before the last set', 'best_of_five', tieBreak, 'a6b6a6', '6-0 0-6 6-0, 0-0, A right'],
    ['pro set: 8 games', 'pro_set', {}, 'a7b6a', '8-6, over, A'],
    ['pro set: 9-7', 'pro_set', {}, 'a7b7a2', '9-7, over, A'],
    ['pro set: a tie-break at 8-8', 'pro_set', {}, 'a7b7ab A7', '9-8, over, A'],
    ['Fast4: a tie-break at 3-3, to 5', 'fast4', noAd, 'a3b3 A4', '3-3, 4-0, A right, change'],
    ['Fast4: its end', 'fast4', noAd, 'a3b3 A5', '4-3, 0-0, B right, change'],
    ['Fast4: ends change after four points', 'fast4', {}, 'a3b3 A2B2', '3-3, 2-2, A right, change'],
    ['Fast4: and not again', 'fast4', {}, 'a3b3 A3B3', '3-3, 3-3, B right'],
    ['Fast4: a deciding point at 4-4', 'fast4', {}, 'a3b3 A4B4', '3-3, 4-4 deciding, A receiver'],
    ['Fast4: it wins the set', 'fast4', {}, 'a3b3 A4B4B', '3-4, 0-0, B right, change'],
    ['Fast4: 4-3 in points does not', 'fast4', {}, 'a3b3 A4B3', '3-3, 4-3, A left'],
    ['timed: continues past any score', 'timed', {}, 'a9b5', '9-5, 0-0, A right'],
    [
      'ITF V: in mixed no-ad the server’s gender receives',
      'best_of_three',
      mixedNoAd,
      'A3B3',
      '0-0, 40-40 deciding, A same_gender',
    ],
    ['ITF V: in a mixed Fast4 tie-break too', 'fast4', mixedNoAd, 'a3b3 A4B4', '3-3, 4-4 deciding, A same_gender'],
    ['pro set: a tie-break at 7-7', 'pro_set_8_at_7', {}, 'a7b7 A7', '8-7, over, A'],
    ['pro set to 9: at 8-8', 'pro_set_9', {}, 'a8b8 A6B6A2', '9-8, over, A'],
    ['pro set to 10: 10-9 continues', 'pro_set_10', {}, 'a9b9a', '10-9, 0-0, B right, change'],
    ['pro set to 10: or ends in a tie-break at 9-9', 'pro_set_10_at_9', {}, 'a9b9 B7', '9-10, over, B'],
    ['short set: 4-3 continues', 'short_sets', {}, 'a3b3a', '4-3, 0-0, B right, change'],
    ['short set: 5-3', 'short_sets', {}, 'a3b3a2', '5-3, 0-0, A right'],
    ['short set: a tie-break at 4-4 to 7', 'short_sets', {}, 'a3b3ab A6', '4-4, 6-0, B right, change'],
    ['short set: a tie-break at 3-3 to 7', 'short_sets_at_3', {}, 'a3b3 A6B6A', '3-3, 7-6, B left'],
    ['short set: two ahead', 'short_sets_at_3', {}, 'a3b3 A6B6A2', '4-3, 0-0, B right, change'],
    ['advantage set: 7-6 continues', 'advantage_set', {}, 'a5b5aba', '7-6, 0-0, B right, change'],
    ['advantage set: two ahead', 'advantage_set', {}, 'a5b5ababa2', '9-7, over, A'],
    [
      'advantage in the third set only: a tie-break in the first',
      'best_of_three_long',
      {},
      'a5b5ab',
      '6-6, 0-0, A right',
    ],
    ['advantage in the third set', 'best_of_three_long', {}, 'a6b6 a5b5abab', '6-0 0-6 7-7, 0-0, A right'],
    ['advantage in the third set: its end', 'best_of_three_long', {}, 'a6b6 a5b5abab a2', '6-0 0-6 9-7, over, A'],
    [
      'advantage in the fifth set: not in the third',
      'best_of_five_long',
      {},
      'a6b6 a5b5ab A7',
      '6-0 0-6 7-6, 0-0, B right, change',
    ],
    ['a match tie-break to 7', 'best_of_three_to_7', tieBreak, 'a6b6 A6B5', '6-0 0-6 6-5, A left'],
    ['a match tie-break to 7: its end', 'best_of_three_to_7', tieBreak, 'a6b6 A6B5A', '6-0 0-6 7-5, over, A'],
    ['one tie-break: the first point', 'tie_break_to_7', tieBreak, 'A', '1-0, B left'],
    ['one tie-break: ends change after six points', 'tie_break_to_7', tieBreak, 'A3B3', '3-3, B right, change'],
    ['one tie-break: two ahead', 'tie_break_to_7', tieBreak, 'A6B6A', '7-6, B left'],
    ['one tie-break: its end', 'tie_break_to_10', tieBreak, 'A8B8 B2', '8-10, over, B'],
  ])('%s', (_rule, format, setup, events, after) => {
    expect(describeState(stateAfter(setupOf(format, setup), log(events)))).toBe(after)
  })
})

describe('padel, by rule 1 of the FIP', () => {
  const star = { deuce: 'star_point' as const }
  test.each<[rule: string, setup: Partial<LiveSetup>, events: string, after: string]>([
    ['advantage: deuce', { deuce: 'advantage' }, 'A3B3', '0-0, 40-40, A right'],
    ['advantage: for as long as it takes', { deuce: 'advantage' }, 'A3B3 ABABABA', '0-0, Ad-40, A left'],
    ['golden point', { deuce: 'deciding_point' }, 'A3B3', '0-0, 40-40 deciding, A receiver'],
    [
      'golden point in mixed pairs',
      { deuce: 'deciding_point', mixed: true },
      'A3B3',
      '0-0, 40-40 deciding, A same_gender',
    ],
    ['Star Point: the first deuce', star, 'A3B3', '0-0, 40-40, A right'],
    ['Star Point: the first advantage', star, 'A3B3 B', '0-0, 40-Ad, A left'],
    ['Star Point: it wins', star, 'A3B3 BB', '0-1, 0-0, B right, change'],
    ['Star Point: the second deuce', star, 'A3B3 BA', '0-0, 40-40, A right'],
    ['Star Point: the second advantage', star, 'A3B3 BAA', '0-0, Ad-40, A left'],
    ['Star Point: it wins too', star, 'A3B3 BAAA', '1-0, 0-0, B right, change'],
    ['Star Point: the third deuce', star, 'A3B3 BAAB', '0-0, 40-40 deciding, A receiver'],
    ['Star Point: one point decides', star, 'A3B3 BAAB B', '0-1, 0-0, B right, change'],
  ])('%s', (_rule, setup, events, after) => {
    expect(describeState(stateAfter(setupOf('padel_best_of_three', setup), log(events)))).toBe(after)
  })
})

describe('the other sports', () => {
  test.each<[rule: string, format: MatchFormat, setup: Partial<LiveSetup>, events: string, after: string]>([
    ['padel: the golden point', 'padel_best_of_three', {}, 'A3B3', '0-0, 40-40 deciding, A receiver'],
    ['padel: it wins the game', 'padel_best_of_three', {}, 'A3B3B', '0-1, 0-0, B right, change'],
    ['badminton to 15: 15-14 continues', 'badminton_one_to_15', {}, 'A14B14A', '15-14, A left'],
    ['badminton to 15: 21-20', 'badminton_one_to_15', {}, `A14B14${'AB'.repeat(6)}A`, '21-20, over, A'],
    ['badminton to 15: ends change at 8', 'badminton_one_to_15', {}, 'A8', '8-0, A right, change'],
    ['pickleball rally scoring: the receiver scores and serves', 'rally_one_to_15', pairs, 'B', '0-1, B left'],
    ['pickleball rally scoring: an even score from the right', 'rally_one_to_15', pairs, 'B2', '0-2, B right'],
    ['pickleball rally scoring: two ahead', 'rally_one_to_15', pairs, 'A14B14A', '15-14, A left'],
    ['pickleball rally scoring: the receiver can win it', 'rally_one_to_15', pairs, 'A B15', '1-15, over, B'],
    ['pickleball rally scoring by one', 'rally_one_to_21_by_1', pairs, 'A20B20 A', '21-20, over, A'],
    ['pickleball by one, side-out', 'pickleball_one_to_15_by_1', {}, 'A14 B B14 A B', '14-14, B right'],
    ['pickleball by one, side-out: the end', 'pickleball_one_to_15_by_1', {}, 'A14 B B14 B', '14-15, over, B'],
    ['squash to 15: two ahead', 'squash_best_of_three_to_15', {}, 'A14B14A2', '16-14, A'],
    ['badminton 7, 9: the winner of the rally serves', 'badminton_best_of_three', {}, 'B', '0-1, B left'],
    ['badminton 10.2: an even score from the right', 'badminton_best_of_three', {}, 'B2', '0-2, B right'],
    ['badminton 7.5: 21-20 continues', 'badminton_best_of_three', {}, 'A20B20A', '21-20, A left'],
    ['badminton 7.4: two ahead', 'badminton_best_of_three', {}, 'A20B20A2', '22-20, A right, change'],
    ['badminton 7.5: 30-29', 'badminton_one_game', {}, `A20B20${'AB'.repeat(9)}A`, '30-29, over, A'],
    ['badminton 8.1.3: ends change at 11 in the last game', 'badminton_one_game', {}, 'A11', '11-0, A left, change'],
    ['badminton 8.1.3: once', 'badminton_one_game', {}, 'A11B11', '11-11, B left'],
    ['badminton 8: not in the first of three', 'badminton_best_of_three', {}, 'A11', '11-0, A left'],
    [
      'badminton 7.6: the winner of the game serves first',
      'badminton_best_of_three',
      {},
      'A B21',
      '1-21, B right, change',
    ],
    ['squash 2: two ahead past 10-10', 'squash_best_of_three', {}, 'A10B10A', '11-10, A'],
    ['squash: nobody changes ends', 'squash_best_of_three', {}, 'A11', '11-0, A'],
    ['squash: three of five', 'squash_best_of_five', {}, 'A11A11A11', '11-0 11-0 11-0, over, A'],
    ['table tennis 2.13.3: two serves each', 'table_tennis_best_of_five', {}, 'A2', '2-0, B'],
    ['table tennis 2.13.3: and back', 'table_tennis_best_of_five', {}, 'A4', '4-0, A'],
    ['table tennis 2.13.3: one each from 10-10', 'table_tennis_best_of_five', {}, 'A10B10', '10-10, A'],
    ['table tennis 2.13.3: one each past it', 'table_tennis_best_of_five', {}, 'A10B10A', '11-10, B'],
    ['table tennis 2.13.6: the first receiver serves first', 'table_tennis_best_of_five', {}, 'A11', '11-0, B, change'],
    ['pickleball: only the server scores', 'pickleball_one_to_15', {}, 'B', '0-0, B right'],
    ['pickleball: the server’s score tells the court', 'pickleball_one_to_15', {}, 'A3', '3-0, A left'],
    ['pickleball: after a side out too', 'pickleball_one_to_15', {}, 'A3BB1', '3-1, B left'],
    ['pickleball: ends change at 8', 'pickleball_one_to_15', {}, 'A8', '8-0, A right, change'],
    ['pickleball: two ahead', 'pickleball_best_of_three', {}, 'A10 BB10 B', '10-11, B left'],
    [
      'pickleball: to the cap',
      'pickleball_one_to_15_capped',
      {},
      `A14 B B14 ${'A2 B2 '.repeat(4)}A2`,
      '19-18, over, A',
    ],
    ['pickleball in pairs: the first side begins with one serve', 'pickleball_one_to_15', pairs, '', '0-0, A2 right'],
    ['pickleball in pairs: side out', 'pickleball_one_to_15', pairs, 'B', '0-0, B1 right'],
    ['pickleball in pairs: the second server', 'pickleball_one_to_15', pairs, 'BA', '0-0, B2 left'],
    [
      'pickleball in pairs: the player who has scored changes courts',
      'pickleball_one_to_15',
      pairs,
      'B B A',
      '0-1, B2 right',
    ],
    ['pickleball in pairs: side out after both', 'pickleball_one_to_15', pairs, 'B A2', '0-0, A1 right'],
  ])('%s', (_rule, format, setup, events, after) => {
    expect(describeState(stateAfter(setupOf(format, setup), log(events)))).toBe(after)
  })
})

describe('other entries of the log', () => {
  const three = setupOf('best_of_three')
  const end = (events: LiveEvent[], setup = three) => finalScore(stateAfter(setup, events))

  test('a side that retires loses, with the games so far', () => {
    const retired = end([...log('a6 b2 A2'), { kind: 'retire', side: 1 }])
    expect(retired).toEqual({
      winner: 2,
      status: 'Retired',
      sets: [
        { score_1: 0, score_2: 6 },
        { score_1: 2, score_2: 0 },
      ],
    })
  })

  test.each<[string, MatchFormat, string, string]>([
    ['the horn ends a timed match', 'timed', 'a5b4A3', '5-4, over, A'],
    ['even if the other side is ahead', 'timed', 'a4b5', '4-5, over, B'],
    ['level at the horn', 'timed', 'a5b5', '5-5, Match ended in a tie, nobody'],
    ['a match that is level', 'best_of_three', 'a6b6a', '6-0 0-6 1-0, Match ended in a tie, nobody'],
  ])('%s', (_what, format, events, after) => {
    expect(describeState(stateAfter(setupOf(format), [...log(events), { kind: 'time' }]))).toBe(after)
  })

  test.each<[LiveSetup['stopped'], MatchFormat, string, string]>([
    ['leader', 'best_of_three', 'a6a2b', '6-0 2-1, Stopped by time or weather, A'],
    ['leader', 'best_of_three', 'b6a2b', '0-6 2-1, Stopped by time or weather, B'],
    ['leader', 'best_of_three', 'a6b6b', '6-0 0-6 0-1, Stopped by time or weather, B'],
    ['leader', 'best_of_three', 'a6b6', '6-0 0-6, Match ended in a tie, nobody'],
    ['leader', 'timed', 'a5b4A3', '5-4, over, A'],
    ['tie', 'best_of_three', 'a6a2b', '6-0 2-1, Match ended in a tie, nobody'],
    ['tie', 'timed', 'a5b4A3', '5-4, over, A'],
    ['played_on', 'best_of_three', 'a6b6a', '6-0 0-6 1-0, Match ended in a tie, nobody'],
  ])('in a season with %s, time ends %s after %s at %s', (stopped, format, events, after) => {
    expect(describeState(stateAfter(setupOf(format, { stopped }), [...log(events), { kind: 'time' }]))).toBe(after)
  })

  test.each<[LiveEvent, string, LiveSetup, string]>([
    [{ kind: 'point', side: 1 }, 'a6a6', three, 'over 12'],
    [{ kind: 'retire', side: 1 }, 'a6a6', three, 'over 12'],
    [{ kind: 'time' }, 'a6', three, 'not_level 6'],
    [{ kind: 'time' }, '', three, 'not_level 0'],
    [{ kind: 'time' }, '', setupOf('timed'), 'not_level 0'],
    [{ kind: 'undo' }, '', three, 'nothing_to_undo 0'],
    [{ kind: 'undo' }, 'Au', three, 'nothing_to_undo 2'],
    [{ kind: 'game', side: 1 }, '', setupOf('squash_best_of_five'), 'no_game 0'],
    [{ kind: 'game', side: 1 }, 'a6b6', setupOf('best_of_three', tieBreak), 'no_game 12'],
  ])('%j after %j is refused', (event, events, setup, problem) => {
    const played = playLive(setup, [...log(events), event])
    expect('problem' in played && `${played.problem} ${played.index}`).toBe(problem)
  })

  const score = (line: string, points: [number, number] = [0, 0], server: 1 | 2 = 1): LiveEvent => ({
    kind: 'score',
    sets:
      line === ''
        ? []
        : line.split(' ').map((set) => ({ score_1: Number(set.split('-')[0]), score_2: Number(set.split('-')[1]) })),
    points: { score_1: points[0], score_2: points[1] },
    server,
  })

  test.each<[MatchFormat, Partial<LiveSetup>, LiveEvent, string]>([
    ['best_of_three', {}, score('6-4 3-2', [2, 1], 2), '6-4 3-2, 30-15, B left'],
    ['best_of_three', {}, score('', [4, 3]), '0-0, Ad-40, A left'],
    ['best_of_three', {}, score('6-4'), '6-4, 0-0, A right'],
    ['best_of_three', {}, score('6-4 6-3'), '6-4 6-3, over, A'],
    ['best_of_three', {}, score('6-6', [5, 4], 2), '6-6, 5-4, B left'],
    ['best_of_three', tieBreak, score('6-4 3-6 7-5'), '6-4 3-6 7-5, A right'],
    ['best_of_three', tieBreak, score('6-4 3-6 10-8'), '6-4 3-6 10-8, over, A'],
    ['timed', {}, score('11-9', [0, 0], 2), '11-9, 0-0, B right'],
    ['badminton_best_of_three', {}, score('21-15 20-20', [0, 0], 2), '21-15 20-20, B right'],
    ['table_tennis_best_of_five', {}, score('5-4', [0, 0], 2), '5-4, B'],
    ['best_of_three', {}, score('6-5 1-0'), 'not_a_score'],
    ['best_of_three', {}, score('8-6'), 'not_a_score'],
    ['best_of_three', {}, score('6-4 6-4 1-0'), 'not_a_score'],
    ['best_of_three', {}, score('3-2', [5, 3]), 'not_a_score'],
    ['best_of_three', {}, score('3-2', [4, 0]), 'not_a_score'],
    ['best_of_three', noAd, score('3-2', [4, 3]), 'not_a_score'],
    ['best_of_three', {}, score('6-6', [7, 4]), 'not_a_score'],
    ['best_of_three', {}, score('6-6', [9, 8]), '6-6, 9-8, A left'],
    ['best_of_three', {}, score('6-4 6-4', [1, 0]), 'not_a_score'],
    ['squash_best_of_five', {}, score('5-4', [1, 0]), 'not_a_score'],
    ['best_of_three', {}, score('1.5-0'), 'not_a_score'],
    ['best_of_three', {}, { ...score(''), sets: [{ score_1: -1, score_2: 0 }] } as LiveEvent, 'not_a_score'],
  ])('%s %j set to %j', (format, setup, event, after) => {
    const played = playLive(setupOf(format, setup), [event])
    expect('problem' in played ? played.problem : describeState(played.state)).toBe(after)
  })

  test('play continues from a score that was set', () => {
    expect(describeState(stateAfter(three, [score('6-4 5-3', [3, 0]), ...log('A')]))).toBe('6-4 6-3, over, A')
    expect(
      describeState(stateAfter(setupOf('table_tennis_best_of_five'), [score('4-3', [0, 0], 2), ...log('A')])),
    ).toBe('5-3, A')
    expect(describeState(stateAfter(three, [score('6-6', [1, 0], 2), ...log('A')]))).toBe('6-6, 2-0, B right')
  })

  test('the server can be corrected, and the following servers change with it', () => {
    expect(describeState(stateAfter(three, [...log('a'), { kind: 'server', side: 1 }]))).toBe(
      '1-0, 0-0, A right, change',
    )
    expect(describeState(stateAfter(three, [...log('a'), { kind: 'server', side: 1 }, ...log('a')]))).toBe(
      '2-0, 0-0, B right',
    )
    expect(describeState(stateAfter(three, [...log('a5b5abA'), { kind: 'server', side: 1 }, ...log('A')]))).toBe(
      '6-6, 2-0, A right',
    )
  })

  test('a finished match can be undone or set to another score, and then continues', () => {
    expect(describeState(stateAfter(three, log('a6a6u')))).toBe('6-0 5-0, 0-0, B right, change')
    expect(describeState(stateAfter(three, [...log('a6a6'), score('6-0 4-2')]))).toBe('6-0 4-2, 0-0, A right')
  })

  test('the next point’s stakes are a game, a set, the match, or nothing', () => {
    expect(stateAfter(three, log('A3')).stakes).toEqual(['game', null])
    expect(stateAfter(three, log('a5A3')).stakes).toEqual(['set', null])
    expect(stateAfter(three, log('a6a5A3')).stakes).toEqual(['match', null])
    expect(stateAfter(setupOf('best_of_three', noAd), log('A3B3')).stakes).toEqual(['game', 'game'])
    expect(stateAfter(setupOf('pickleball_one_to_15'), log('A14B')).stakes).toEqual([null, null])
  })
})

describe("the umpire's call", () => {
  const call = (setup: LiveSetup, events: string) => {
    const all = log(events)
    return callOf(setup, stateAfter(setup, all.slice(0, -1)), stateAfter(setup, all), ['Ada', 'Bea'])
  }
  test.each<[MatchFormat, Partial<LiveSetup>, string, string]>([
    ['best_of_three', {}, 'A', '15-love.'],
    ['best_of_three', {}, 'B', 'love-15.'],
    ['best_of_three', {}, 'AB', '15 all.'],
    ['best_of_three', {}, 'a A', 'love-15.'],
    ['best_of_three', {}, 'A3B3', 'Deuce.'],
    ['best_of_three', noAd, 'A3B3', 'Deuce, deciding point.'],
    ['best_of_three', {}, 'A3B3B', 'Advantage, Bea.'],
    ['best_of_three', {}, 'a', 'Game, Ada. Ada leads 1-0. Change ends.'],
    ['best_of_three', {}, 'ab', 'Game, Bea. 1 all.'],
    ['best_of_three', {}, 'a5b5abA', '1-0, Ada.'],
    ['best_of_three', {}, 'a6', 'Game and set, Ada. Ada leads 1 set to 0.'],
    ['best_of_three', {}, 'a6b6', 'Game and set, Bea. 1 set all.'],
    ['best_of_three', {}, 'b6b6', 'Game, set and match, Bea. 6-0 6-0.'],
    ['squash_best_of_five', {}, 'B', '1-0.'],
    ['squash_best_of_five', {}, 'B11', 'Game, Bea. Bea leads 1 game to 0.'],
    ['badminton_one_game', {}, 'A21', 'Game and match, Ada. 21-0.'],
    ['pickleball_one_to_15', pairs, 'B', 'Side out. 0-0-1.'],
    ['pickleball_one_to_15', {}, 'AAB', 'Side out. 0-2.'],
  ])('%s %j %s: %s', (format, setup, events, said) => {
    expect(call(setupOf(format, setup), events)).toBe(said)
  })
})

test('a setup has to fit the rules of the season', () => {
  const rules = { ...standardRules, formats: ['best_of_three' as const] }
  expect(decidingSets('best_of_three', rules)).toEqual(['tie_break', 'set'])
  expect(decidingSets('one_set', rules)).toEqual(['set'])
  expect(decidingSets('squash_best_of_five', { match_tie_break: 'always' })).toEqual(['set'])
  expect(setupProblem(setupOf('best_of_three'), rules)).toBeNull()
  expect(setupProblem(setupOf('one_set'), rules)).toBe('format_not_played')
  expect(setupProblem(setupOf('best_of_three'), { ...rules, match_tie_break: 'always' })).toBe('format_not_played')
  expect(setupProblem(setupOf('best_of_three', tieBreak), { ...rules, match_tie_break: 'never' })).toBe(
    'format_not_played',
  )
})

test.each<[MatchFormat, Partial<SeasonRules>, LiveSetup['deuce']]>([
  ['best_of_three', {}, 'advantage'],
  ['best_of_three', { no_ad: true }, 'deciding_point'],
  ['fast4', {}, 'deciding_point'],
  ['short_sets', {}, 'advantage'],
  ['padel_best_of_three', {}, 'deciding_point'],
  ['padel_best_of_three', { no_ad: true, padel_deuce: 'advantage' }, 'advantage'],
  ['padel_best_of_three', { padel_deuce: 'star_point' }, 'star_point'],
])('in a season, %s with %j is played with %s', (format, rules, deuce) => {
  const players = { pairs: true, mixed: true }
  const choice = { format, deciding: 'set' as const, first_server: 2 as const }
  const setup = seasonSetup(choice, { ...standardRules, ...rules }, players)
  const stopped = 'played_on'
  expect(setup).toEqual({ ...choice, ...players, no_ad: deuce === 'deciding_point', deuce, stopped })
})

test('a live score that an earlier release started keeps the deuce that it began with', () => {
  const deuce = (setup: LiveSetup) => stateAfter(setup, log('A3B3')).deuce
  expect(deuce(setupOf('padel_best_of_three'))).toBe('deciding_point')
  expect(deuce(setupOf('best_of_three'))).toBe('deuce')
  expect(deuce(setupOf('best_of_three', noAd))).toBe('deciding_point')
})

test('a format with its own deciding set leaves no choice', () => {
  for (const match_tie_break of ['allowed', 'always', 'never'] as const) {
    expect(decidingSets('best_of_three_to_7', { match_tie_break })).toEqual(['tie_break'])
    expect(decidingSets('tie_break_to_10', { match_tie_break })).toEqual(['tie_break'])
    expect(decidingSets('best_of_five_long', { match_tie_break })).toEqual(['set'])
  }
  expect(hasGames('tie_break_to_7')).toBe(false)
  expect(hasGames('best_of_three_to_7')).toBe(true)
})

const side = fc.constantFrom<1 | 2>(1, 2)
const anyEvent: fc.Arbitrary<LiveEvent> = fc.oneof(
  { weight: 30, arbitrary: fc.record({ kind: fc.constant('point' as const), side }) },
  { weight: 30, arbitrary: fc.record({ kind: fc.constant('game' as const), side }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'undo' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('server' as const), side }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('retire' as const), side }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('choose' as const), to: fc.constantFrom(9, 10) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'time' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('score' as const),
      sets: fc.array(fc.record({ score_1: fc.nat({ max: 12 }), score_2: fc.nat({ max: 12 }) }), { maxLength: 4 }),
      points: fc.record({ score_1: fc.nat({ max: 4 }), score_2: fc.nat({ max: 4 }) }),
      server: side,
    }),
  },
)

/** The events of the list that are legal, played in sequence. */
function playable(setup: LiveSetup, events: readonly LiveEvent[]): LiveEvent[] {
  let happened = [...events]
  for (;;) {
    const played = playLive(setup, happened)
    if ('state' in played) return happened
    happened = happened.filter((_, index) => index !== played.index)
  }
}

describe.each(matchFormats.map((each) => [each.format, each] as const))(
  'any log of %s',
  { tags: 'slow' },
  (format, { sets_to_win }) => {
    const setups = fc.record({
      format: fc.constant(format),
      deciding: fc.constantFrom(...decidingSets(format, { match_tie_break: 'allowed' })),
      no_ad: fc.boolean(),
      deuce: fc.constantFrom(...deuces),
      first_server: side,
      pairs: fc.boolean(),
      mixed: fc.boolean(),
      stopped: fc.constantFrom<LiveSetup['stopped']>('leader', 'tie', 'played_on', undefined),
    })
    // Makes logs long enough for whole matches: streaks by one side, many of them to the end.
    const runs = fc
      .array(fc.tuple(anyEvent, fc.integer({ min: 1, max: hasGames(format) ? 6 : 20 })), { maxLength: 10 })
      .map((all) =>
        all.flatMap(([event, times]) => Array.from({ length: event.kind === 'score' ? 1 : times }, () => event)),
      )
    const toTheEnd = fc.tuple(runs, side).map(([before, winner]): LiveEvent[] => [
      ...before,
      ...Array.from({ length: hasGames(format) ? 30 : 130 }, (): LiveEvent[] => {
        const won: LiveEvent = { kind: hasGames(format) ? 'game' : 'point', side: winner }
        return format.includes('hand_out') ? [won, { kind: 'choose', to: 9 }] : [won]
      }).flat(),
      ...Array.from({ length: hasGames(format) ? 14 : 0 }, (): LiveEvent => ({ kind: 'point', side: winner })),
      ...(format === 'timed' ? [{ kind: 'time' as const }] : []),
    ])
    const logs = fc
      .tuple(setups, fc.oneof(runs, toTheEnd))
      .map(([setup, events]) => [setup, playable(setup, events)] as const)
    const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 4 })

    test('a match is over exactly when its score can be reported', () => {
      let over = 0
      fc.assert(
        fc.property(logs, cuts, ([setup, events], lengths) => {
          const rules = scoreRulesOf(setup)
          for (const length of [...lengths, events.length]) {
            const state = stateAfter(setup, events.slice(0, length))
            const final = finalScore(state)
            if (final) over += 1
            const isWon = final?.status === null && format !== 'timed'
            // No form accepts the score of an unfinished match, for either side.
            const played = state.sets.filter(({ score_1, score_2 }) => score_1 + score_2 > 0)
            const turned = played.map(({ score_1, score_2 }) => ({ score_1: score_2, score_2: score_1 }))
            // Scores that a form may read differently: a match tie-break without its points, a set cut off by the horn, and
            // a game that the receiver chose to play on.
            const last = state.sets.at(-1)
            const isAmbiguous =
              format === 'timed' ||
              (format.includes('hand_out') && Math.max(last?.score_1 ?? 0, last?.score_2 ?? 0) === 9) ||
              (state.playing === 'match_tie_break' && (last?.score_1 ?? 0) + (last?.score_2 ?? 0) === 1)
            const reported = final
              ? [final]
              : isAmbiguous
                ? []
                : [played, turned].map((sets) => ({ sets, status: null }))
            expect(reported.map(({ sets, status }) => [sets, scoreProblem(sets, status, rules) === null])).toEqual(
              reported.map(({ sets }) => [sets, final !== null]),
            )
            expect(isWon ? Math.max(...state.sets_won) : sets_to_win).toBe(sets_to_win)
          }
        }),
        { numRuns: 40 },
      )
      expect(over).toBeGreaterThan(10)
    })

    test('undo removes the last entry and nothing else', () => {
      fc.assert(
        fc.property(logs, anyEvent, ([setup, events], event) => {
          const next = playLive(setup, [...events, event])
          if (event.kind === 'undo' || 'problem' in next) return
          expect(stateAfter(setup, [...events, event, { kind: 'undo' }])).toEqual(stateAfter(setup, events))
        }),
        { numRuns: 40 },
      )
    })

    test('enough undos return the match to its start, and no further', () => {
      fc.assert(
        fc.property(logs, ([setup, events]) => {
          const back = [...events]
          while (canUndo(back)) back.push({ kind: 'undo' })
          expect(stateAfter(setup, back)).toEqual(stateAfter(setup, []))
          expect(playLive(setup, [...back, { kind: 'undo' }])).toEqual({
            problem: 'nothing_to_undo',
            index: back.length,
          })
        }),
        { numRuns: 15 },
      )
    })

    test('after the end of a match no entry is accepted', () => {
      fc.assert(
        fc.property(logs, anyEvent, ([setup, events], event) => {
          if (stateAfter(setup, events).over === null || event.kind === 'undo' || event.kind === 'score') return
          expect(playLive(setup, [...events, event])).toEqual({ problem: 'over', index: events.length })
        }),
        { numRuns: 40 },
      )
    })

    test('setting the score to its current value does not change the umpire’s call', () => {
      fc.assert(
        fc.property(logs, ([setup, events]) => {
          const state = stateAfter(setup, events)
          const { server, over } = state
          const points = { score_1: state.points[0], score_2: state.points[1] }
          // A set score alone does not say that a side retired or that time was up.
          if (over && (over.status !== null || format === 'timed')) return
          // Nor that the receiver has chosen the shorter game.
          if (
            format.includes('hand_out') &&
            Math.max(...state.sets.flatMap(({ score_1, score_2 }) => [score_1, score_2])) > 7
          )
            return
          const sets = state.sets.filter(({ score_1, score_2 }) => score_1 + score_2 > 0)
          const placed = stateAfter(setup, [...events, { kind: 'score', sets, points, server }])
          const called = (of: LiveState) =>
            describeState({ ...of, court: null, server_number: null, change_ends: false })
          expect(called(placed)).toBe(called(state))
        }),
        { numRuns: 40 },
      )
    })
  },
)
