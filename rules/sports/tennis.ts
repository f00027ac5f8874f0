import type { MatchTieBreak, SetShape, SportRules } from './sport.ts'

/** ITF Rules of Tennis 6: the tie-break set. */
export const setToSix: SetShape = {
  to: 6,
  cap: 7,
  tie_break_to: 7,
  ends_at: null,
  ends: 'at 6 games with two ahead, or at 7-5 or 7-6',
  scores: '6-0 to 6-4, 7-5 or 7-6',
  examples: ['6-0', '6-4', '7-5', '7-6'],
}

/** ITF Rules of Tennis, alternative scoring methods: the match tie-break to 10 points. */
export const tieBreakToTen: MatchTieBreak = {
  to: 10,
  ends: 'at 10 points, two ahead',
  scores: '10-0 to 10-8, or two points apart past 10, like 12-10',
  examples: ['10-0', '10-8', '12-10'],
}

export const tennis: SportRules = {
  source:
    'ITF Rules of Tennis, rules 5 to 7 and 10, and its alternative scoring methods (match tie-break, no-ad, Fast4); USTA Friend at Court (pro set)',
  typed: '64 46 108',
  written: '6-4 4-6 10-8',
  shapes: {
    six: setToSix,
    eight: {
      to: 8,
      cap: 9,
      tie_break_to: 7,
      ends_at: null,
      ends: 'at 8 games with two ahead, or at 9-7 or 9-8',
      scores: '8-0 to 8-6, 9-7 or 9-8',
      examples: ['8-0', '8-6', '9-7', '9-8'],
    },
    four: {
      to: 4,
      cap: 4,
      tie_break_to: 5,
      ends_at: null,
      ends: 'at 4 games',
      scores: '4-0 to 4-3',
      examples: ['4-0', '4-2', '4-3'],
    },
    timed: {
      to: null,
      cap: null,
      tie_break_to: null,
      ends_at: null,
      ends: 'at the horn with one side ahead',
      scores: 'any games with one side ahead',
      examples: ['9-5', '7-6'],
    },
  },
  match_tie_break: tieBreakToTen,
  scoring: 'every_rally',
  game_points: { to: 4, deuce: 'advantage' },
  serve: { turns: 'games', next_set: 'other', court: 'points_played' },
  change_ends: 'odd_games',
}
