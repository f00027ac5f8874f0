import { pointsTo, type SportRules } from './sport.ts'

export const pickleball: SportRules = {
  source: 'USA Pickleball Official Rulebook, section 12.B (two ahead); the caps are a league’s own',
  typed: '117 911 119',
  written: '11-7 9-11 11-9',
  shapes: {
    eleven: pointsTo(11, null, 6),
    fifteen: pointsTo(15, null, 8),
    twenty_one: pointsTo(21, null, 11),
    eleven_capped: pointsTo(11, 15, 6),
    fifteen_capped: pointsTo(15, 19, 8),
    twenty_one_capped: pointsTo(21, 25, 11),
  },
  match_tie_break: null,
  scoring: 'own_serve',
  game_points: null,
  serve: { turns: 'side_out', next_set: 'other', court: 'server_points' },
  change_ends: 'sets',
}
