import type { SportRules } from './sport.ts'

export const tennis: SportRules = {
  name: 'Tennis',
  source:
    'ITF Rules of Tennis 5 to 7 and 10, and its appendix of alternative scoring methods (no-ad, match tie-break, Fast4); USTA Friend at Court (pro set)',
  set: 'set',
  game: 'game',
  typed: '64 46 108',
  written: '6-4 4-6 10-8',
  shapes: {
    six: {
      to: 6,
      cap: 7,
      ends: 'at 6 games with two ahead, or at 7-5 or 7-6',
      scores: '6-0 to 6-4, 7-5 or 7-6',
      examples: ['6-0', '6-4', '7-5', '7-6'],
    },
    eight: {
      to: 8,
      cap: 9,
      ends: 'at 8 games with two ahead, or at 9-7 or 9-8',
      scores: '8-0 to 8-6, 9-7 or 9-8',
      examples: ['8-0', '8-6', '9-7', '9-8'],
    },
    four: {
      to: 4,
      cap: 4,
      ends: 'at 4 games',
      scores: '4-0 to 4-3',
      examples: ['4-0', '4-2', '4-3'],
    },
    timed: {
      to: null,
      cap: null,
      ends: 'at the horn with one side ahead',
      scores: 'any games with one side ahead',
      examples: ['9-5', '7-6'],
    },
  },
  match_tie_break: {
    to: 10,
    ends: 'at 10 points, two ahead',
    scores: '10-0 to 10-8, or two points apart past 10, like 12-10',
    examples: ['10-0', '10-8', '12-10'],
  },
  points: [
    'A game is won by the side that wins four points and is two ahead.',
    'A tie-break is played to 7 points, two ahead; in a short set to 4 games it is played to 5 points.',
    'Sides change ends after the first game, the third, and every second one after that, and after every 6 points of a tie-break.',
  ],
}
