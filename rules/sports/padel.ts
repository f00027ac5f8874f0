import type { SportRules } from './sport.ts'
import { setToSix, tieBreakToTen } from './tennis.ts'

export const padel: SportRules = {
  source: 'FIP Rules of Padel, scoring, with the golden point; the super tie-break to 10 as the match tie-break',
  typed: '64 46 108',
  written: '6-4 4-6 10-8',
  shapes: { six: setToSix },
  match_tie_break: tieBreakToTen,
  scoring: 'every_rally',
  game_points: { to: 4, deuce: 'golden_point' },
  serve: { turns: 'games', next_set: 'other', court: 'points_played' },
  change_ends: 'odd_games',
}
