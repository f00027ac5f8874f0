import { pointsTo, scoredBy, type Play, type SetShape, type SportRules } from './sport.ts'

const sideOut: Play = {
  scoring: 'own_serve',
  serve: { turns: 'side_out', next_set: 'other', court: 'server_points' },
}

// Until 2025 the last point of a game could be won only on serve.
const rallyLaw = {
  source: 'USA Pickleball Official Rulebook, rules 4.B and 14.A.2 (rally scoring)',
  from: '2026-01-01',
}

const rally = (shape: SetShape): SetShape => ({ ...shape, play: scoredBy('every_rally', sideOut.serve), law: rallyLaw })

const own = (shape: SetShape): SetShape => ({ ...shape, law: { source: 'a league’s own', from: null } })

export const pickleball: SportRules = {
  typed: '117 911 119',
  written: '11-7 9-11 11-9',
  shapes: {
    eleven: pointsTo(11, null, 6),
    fifteen: pointsTo(15, null, 8),
    twenty_one: pointsTo(21, null, 11),
    eleven_capped: own(pointsTo(11, 15, 6)),
    fifteen_capped: own(pointsTo(15, 19, 8)),
    twenty_one_capped: own(pointsTo(21, 25, 11)),
    eleven_by_1: own(pointsTo(11, 11, 6)),
    fifteen_by_1: own(pointsTo(15, 15, 8)),
    twenty_one_by_1: own(pointsTo(21, 21, 11)),
    rally_eleven: rally(pointsTo(11, null, 6)),
    rally_fifteen: rally(pointsTo(15, null, 8)),
    rally_twenty_one: rally(pointsTo(21, null, 11)),
    rally_eleven_by_1: rally(pointsTo(11, 11, 6)),
    rally_fifteen_by_1: rally(pointsTo(15, 15, 8)),
    rally_twenty_one_by_1: rally(pointsTo(21, 21, 11)),
  },
  tie_breaks: {},
  ...sideOut,
  game_points: null,
  change_ends: 'sets',
}
