import { gamesTo, tieBreakTo, untilTheHorn, type SetShape, type SportRules } from './sport.ts'

const toSeven = { to: 7, is_sudden: false } as const

/** ITF Rules of Tennis 6: the tie-break set. */
export const setToSix: SetShape = gamesTo(6, { at: 6, ...toSeven })

/** ITF Rules of Tennis, appendix V: the match tie-breaks to 10 and to 7 points. */
export const tieBreaks = { to_ten: tieBreakTo(10), to_seven: tieBreakTo(7) }

const own = { source: 'a league’s own', from: null }
const shortSet = { source: 'ITF Rules of Tennis, appendix V (short sets)', from: null }

export const tennis: SportRules = {
  typed: '64 46 108',
  written: '6-4 4-6 10-8',
  shapes: {
    six: setToSix,
    eight: { ...gamesTo(8, { at: 8, ...toSeven }), law: { source: 'USTA Friend at Court (pro set)', from: null } },
    eight_at_7: { ...gamesTo(8, { at: 7, ...toSeven }), law: own },
    nine: { ...gamesTo(9, { at: 8, ...toSeven }), law: own },
    ten: { ...gamesTo(10, { at: 10, ...toSeven }), law: own },
    ten_at_9: { ...gamesTo(10, { at: 9, ...toSeven }), law: own },
    four: {
      ...gamesTo(4, { at: 3, to: 5, is_sudden: true }),
      law: { source: 'ITF Rules of Tennis, appendix V (short sets, short set tie-break, no-ad)', from: null },
    },
    four_at_4: { ...gamesTo(4, { at: 4, ...toSeven }), law: shortSet },
    four_at_3: { ...gamesTo(4, { at: 3, ...toSeven }), law: shortSet },
    advantage: { ...gamesTo(6, null), law: { source: 'ITF Rules of Tennis, rule 6 (advantage set)', from: null } },
    timed: { ...untilTheHorn('games'), law: own },
  },
  tie_breaks: tieBreaks,
  scoring: 'every_rally',
  game_points: 4,
  serve: { turns: 'games', next_set: 'other', court: 'points_played' },
  change_ends: 'odd_games',
}
