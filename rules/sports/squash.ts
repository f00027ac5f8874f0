import { pointsTo, type SportRules } from './sport.ts'

export const squash: SportRules = {
  source: 'World Squash, Rules of Singles Squash, rule 2',
  typed: '117 911 118 116',
  written: '11-7 9-11 11-8 11-6',
  shapes: {
    eleven: pointsTo(11, null, null),
    fifteen: { ...pointsTo(15, null, null), law: { source: 'a league’s own', from: null } },
  },
  tie_breaks: {},
  scoring: 'every_rally',
  game_points: null,
  serve: { turns: 'rally_winner', next_set: 'winner', court: null },
  change_ends: 'never',
}
