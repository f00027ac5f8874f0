import { pointsChosen, pointsTo, scoredBy, type Play, type SportRules } from './sport.ts'

const rallyPlay: Play = {
  scoring: 'every_rally',
  serve: { turns: 'rally_winner', next_set: 'winner', court: null },
}

export const squash: SportRules = {
  typed: '117 911 118 116',
  written: '11-7 9-11 11-8 11-6',
  shapes: {
    eleven: pointsTo(11, null, null),
    fifteen: { ...pointsTo(15, null, null), law: { source: 'a league’s own', from: null } },
    nine_hand_out: {
      ...pointsChosen(9, 10, null),
      play: scoredBy('own_serve', rallyPlay.serve),
      law: {
        source: 'World Squash, Rules of Singles Squash 2001, rule 2; from 2009 appendix 7',
        from: null,
      },
    },
  },
  tie_breaks: {},
  ...rallyPlay,
  game_points: null,
  change_ends: 'never',
}
