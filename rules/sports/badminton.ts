import { pointsTo, type SportRules } from './sport.ts'

export const badminton: SportRules = {
  typed: '2117 1921 2115',
  written: '21-17 19-21 21-15',
  shapes: {
    twenty_one: pointsTo(21, 30, 11),
    fifteen: {
      ...pointsTo(15, 21, 8),
      law: { source: 'BWF Laws of Badminton, 3 x 15 with setting to 21', from: '2027-01-04' },
    },
  },
  tie_breaks: {},
  scoring: 'every_rally',
  game_points: null,
  serve: { turns: 'rally_winner', next_set: 'winner', court: 'server_points' },
  change_ends: 'sets',
}
