import { sportWords, type FormatOfMatch, type Sport } from './formats.ts'
import { endsOf, sportRules } from './sports.ts'

/** The publishers of the sports’ rules. */
export const sportSources: Readonly<Record<Sport, string>> = {
  tennis:
    'ITF Rules of Tennis, rules 5 to 7 and 10, and its alternative scoring methods (match tie-break, no-ad, short sets)',
  padel:
    'FIP Rules of Padel, rule 1, with its three forms of deuce (Star Point since January 1, 2026); the super tie-break to 10 as the match tie-break',
  pickleball: 'USA Pickleball Official Rulebook, section 12.B (two ahead)',
  badminton: 'BWF Laws of Badminton, laws 7 and 8',
  squash: 'World Squash, Rules of Singles Squash, rule 2',
  table_tennis: 'ITTF Laws of Table Tennis, laws 2.11 to 2.14',
}

/** How the sets and games of a format end, one sentence each, from its data. */
export function formatRuleSentences(row: FormatOfMatch): string[] {
  const { sport, sets_to_win, deuce, composition } = row
  const { set } = sportWords[sport]
  const { shape, last, tie_break } = endsOf(row)
  const isOne = sets_to_win === 1 && row.deciding !== null && last === null
  const list = (examples: readonly string[]) => examples.join(', ')
  const tied = shape.tie_break
  return [
    isOne ? null : `A ${set} ends ${shape.ends}: ${list(shape.examples)}.`,
    !isOne && tied && shape.cap !== null
      ? `At ${shape.cap - 1}-${shape.cap - 1} a tie-break is won with ${tied.to} points${tied.is_sudden ? `; at ${tied.to - 1}-${tied.to - 1} the next point decides` : ' and two ahead'}.`
      : null,
    sets_to_win > 1 && last && last !== shape ? `The deciding ${set} ends ${last.ends}: ${list(last.examples)}.` : null,
    tie_break && (row.deciding !== null || composition !== null)
      ? `${isOne ? 'The match is a tie-break and' : `A match tie-break ${last === null && row.deciding !== null ? 'is' : 'may be'} the deciding ${set} and`} ends ${tie_break.ends}: ${list(tie_break.examples)}.`
      : null,
    deuce === null
      ? null
      : {
          advantage: 'At 40-40 a game is won by two points in a row.',
          deciding_point: `At 40-40 the next point wins the game${sport === 'padel' ? ' (golden point)' : ''}.`,
          star_point: 'At 40-40 a game is won by two points in a row; at the third deuce the next point wins it.',
        }[deuce],
    shape.play?.scoring === 'own_serve' || composition?.own_serve
      ? 'Only the side that serves wins points; the other side wins the serve.'
      : null,
    shape.or_to === null || shape.to === null
      ? null
      : `At ${shape.to - 1}-${shape.to - 1} the receiver chooses, before the next rally, to play to ${shape.to} or to ${shape.or_to}.`,
  ].filter((sentence) => sentence !== null)
}

/** Explains how points are played, one sentence each. */
export function pointSentences(sport: Sport): string[] {
  const { scoring, game_points, shapes, change_ends } = sportRules[sport]
  const { set, deuce } = sportWords[sport]
  const all = Object.values(shapes)
  const hasRallies = all.some(({ play }) => play?.scoring === 'every_rally')
  const sudden = all.find(({ tie_break }) => tie_break?.is_sudden)?.tie_break?.to
  const ends = new Map(all.map(({ to, ends_at }) => [to, ends_at]))
  const receives =
    'the receiving side chooses where to receive, and in mixed doubles the player of the server’s gender receives'
  return [
    scoring === 'own_serve'
      ? `Only the side that serves wins points${hasRallies ? ', except with rally scoring: there each rally is a point, and its winner serves' : ''}.`
      : null,
    deuce === 'no_ad'
      ? `A game is won with ${game_points} points and two ahead. With no-ad, which Fast4 always has and a season may choose, the next point decides at deuce: ${receives}.`
      : null,
    deuce === 'padel_deuce'
      ? `A game is won with ${game_points} points. At deuce one point decides it (golden point). A season may choose otherwise: two points in a row win it (advantage), or the same, but at the third deuce one point decides (Star Point). When one point decides, ${receives}.`
      : null,
    game_points === null
      ? null
      : `A tie-break is won with 7 points, two ahead${sudden ? `; in Fast4 with ${sudden}, and at ${sudden - 1}-${sudden - 1} the next point decides` : ''}.`,
    change_ends === 'odd_games'
      ? `Sides change ends after the first game of a set, the third, and so on, and after every six points of a tie-break${sudden ? ' (in Fast4 only after the first four)' : ''}.`
      : null,
    change_ends === 'sets'
      ? `Sides change ends after each ${set}, and in the last possible ${set} when the first side has ${ends.size === 1 ? `${[...ends.values()][0]} points` : [...ends].map(([to, at]) => `${at} of ${to}`).join(', ')}.`
      : null,
  ].filter((sentence) => sentence !== null)
}
