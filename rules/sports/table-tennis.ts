import { pointsTo, type SportRules } from './sport.ts'

export const tableTennis: SportRules = {
  typed: '117 911 118 116',
  written: '11-7 9-11 11-8 11-6',
  shapes: { eleven: pointsTo(11, null, 5) },
  tie_breaks: {},
  scoring: 'every_rally',
  game_points: null,
  serve: { turns: 'two_points', next_set: 'other', court: null },
  change_ends: 'sets',
}
