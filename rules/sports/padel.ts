import type { SportRules } from './sport.ts'
import { setToSix, tieBreaks } from './tennis.ts'

export const padel: SportRules = {
  typed: '64 46 108',
  written: '6-4 4-6 10-8',
  shapes: { six: setToSix },
  tie_breaks: { to_ten: tieBreaks.to_ten },
  scoring: 'every_rally',
  game_points: 4,
  serve: { turns: 'games', next_set: 'other', court: 'points_played' },
  change_ends: 'odd_games',
}
