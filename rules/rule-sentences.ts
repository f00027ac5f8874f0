import {
  formatsOf,
  formatsPlayed,
  sportOf,
  sports,
  sportWords,
  type MatchFormat,
  type Sport,
} from './sports/formats.ts'
import { pointNames, pointsWords, tieBreakText } from './ranking.ts'
import { formatHours, formatWords, leagueRulesOf, standardRules, type SeasonRules } from './season-rules.ts'

type RuleName = keyof SeasonRules

/** Describes each rule of a season to players in a sentence. Null if none of its formats has to do with the rule. */
const sentences: { [R in RuleName]: (rules: SeasonRules) => string | null } = {
  formats: ({ formats }) =>
    sportsOf(formats)
      .map((sport, _, { length }) => ({ sport, length, own: formats.filter((format) => sportOf([format]) === sport) }))
      .map(({ sport, length, own }) =>
        length === 1
          ? `A match is ${formatWords(own)}.`
          : `In ${sportWords[sport].name.toLowerCase()} a match is ${formatWords(own)}.`,
      )
      .join(' '),
  match_tie_break: ({ formats, match_tie_break }) =>
    formatsOf(formats).some(
      ({ sport, sets_to_win, deciding }) => sportWords[sport].deuce !== null && sets_to_win > 1 && deciding === null,
    )
      ? {
          allowed: 'A match tie-break may be played instead of the deciding set.',
          always: 'A match tie-break is played instead of the deciding set.',
          never: 'The deciding set is played out: no match tie-break.',
        }[match_tie_break]
      : null,
  no_ad: ({ formats, no_ad }) => {
    const played = rowsAtDeuce('no_ad', formats)
    if (played.length === 0) return null
    if (no_ad || played.every((each) => each.deuce !== null)) return 'At deuce the next point wins the game (no-ad).'
    return `At deuce a game is won by two points in a row${played.some((each) => each.deuce !== null) ? ', in Fast4 by the next point (no-ad)' : ''}.`
  },
  padel_deuce: ({ formats, padel_deuce }) =>
    rowsAtDeuce('padel_deuce', formats).length > 0
      ? {
          golden_point: 'In padel, one golden point decides a game at deuce.',
          advantage: 'In padel, a game at deuce is won by two points in a row.',
          star_point:
            'In padel, a game at deuce is won by two points in a row; at its third deuce one point decides (Star Point).',
        }[padel_deuce]
      : null,
  walkovers: ({ walkovers }) =>
    walkovers === 'nothing'
      ? 'A no-show or a late cancellation does not count for anybody.'
      : 'A no-show or a late cancellation counts as a win and a loss, but not as a match played. If neither side was there, an organizer can give a double default, which both lose.',
  stopped: ({ stopped }) =>
    ({
      leader:
        'If time or weather stops a match, the side that is ahead wins it; level, it is a tie. It counts as played.',
      tie: 'If time or weather stops a match, it is a tie and counts as played.',
      played_on: 'If time or weather stops a match, it is played on later.',
    })[stopped],
  meetings: ({ meetings }) =>
    meetings === null
      ? 'All matches between the same players count.'
      : meetings === 'schedule'
        ? 'Two players count as many matches against each other as the schedule has for them. One more is a friendly.'
        : meetings === 1
          ? 'Only the first match between the same players counts. One more is a friendly.'
          : `Only the first ${meetings} matches between the same players count. One more is a friendly.`,
  ranking: ({ ranking: { by, points }, formats }) =>
    ({
      wins: 'The table ranks by wins.',
      share: 'The table ranks by the share of wins; a tie is half a win.',
      strength:
        'The table ranks by strength of results: the rating’s formula from this season’s results alone, in which everybody begins at 1500, and wins against stronger opponents and clear wins count more. A match that was not played, a no-show included, does not count for it.',
      points: `The table ranks by points. ${pointsWords(points, sportOf(formats))}`,
    })[by],
  tie_breaks: ({ tie_breaks, formats }) =>
    tie_breaks === null
      ? null
      : `Level players are separated by: ${[...tie_breaks, 'lot' as const].map((code) => lowerFirst(tieBreakText(code, sportOf(formats)).title)).join(', ')}.`,
  among_tied: ({ among_tied }) =>
    among_tied === 'all_met'
      ? 'Matches among three or more tied players decide only if all of them have met equally often.'
      : 'Matches among three or more tied players decide even if not all of them have met.',
  withdrawal: ({ withdrawal }) =>
    ({
      keep: 'The results of a player who leaves stay in the table.',
      drop: 'The results of a player who leaves go out of the table.',
      drop_below_half:
        'The results of a player who leaves stay in the table if at least half of the matches were played.',
    })[withdrawal],
  bye: ({ bye }) =>
    bye === 'win'
      ? 'In Swiss rounds, a round without an opponent counts as a win, but not as a match played.'
      : 'In Swiss rounds, a round without an opponent does not count.',
  draw_by: ({ draw_by }) =>
    ({
      last_season: null,
      last_season_then_rating:
        'The draw begins where the last season ended; new players of a level are ordered by their ratings.',
      rating: 'The draw orders everybody by rating; new players have the rating of their level.',
    })[draw_by],
  playoff_matches: ({ playoff_matches }) =>
    playoff_matches === 0
      ? 'The play-offs need no minimum number of matches.'
      : `The play-offs need at least ${playoff_matches} ${playoff_matches === 1 ? 'match' : 'matches'} played.`,
  playoff_places: ({ playoff_places }) => `The play-offs have at most ${playoff_places} places.`,
  third_place: ({ third_place }) =>
    third_place ? 'The losers of the semi-finals play for third place.' : 'There is no match for third place.',
  consolation: ({ consolation, third_place }) =>
    consolation
      ? `In play-offs of 4 or more, those who lose the first match that they play have a second bracket, the consolation${third_place ? '; losers of a semi-final play for third place instead' : ''}.`
      : 'There is no consolation.',
  grace_days: ({ grace_days }) =>
    grace_days === 0
      ? 'Matches count until the last day of the season.'
      : `Matches count until ${grace_days} ${grace_days === 1 ? 'day' : 'days'} after the last day of the season.`,
  offer_hours: ({ offer_hours }) => `Offered times can be answered for ${formatHours(offer_hours)}.`,
  time_expiry_hours: ({ time_expiry_hours }) =>
    time_expiry_hours === 0
      ? 'An offered time can be accepted until it starts.'
      : `An offered time can be accepted until ${formatHours(time_expiry_hours)} before it starts.`,
  effort_days: ({ effort_days }) =>
    `A walkover for an unplayed match needs times offered on at least ${effort_days === 1 ? 'one day' : `${effort_days} different days`} more than the other side, and three times as many.`,
  effort_hours: ({ effort_hours }) =>
    effort_hours === 0
      ? 'Every offer counts for a walkover, at hours when the other side can play.'
      : `An offer counts for a walkover if it could be answered for at least ${formatHours(effort_hours)}, at hours when the other side can play.`,
  extension_days: ({ extension_days }) =>
    extension_days === 0
      ? 'The window of a match is not extended.'
      : `A match that a side tried to arrange, without a walkover, gets ${extension_days} more ${extension_days === 1 ? 'day' : 'days'}, once.`,
  unplayed: ({ unplayed }) =>
    unplayed === 'clock'
      ? 'The suggested outcome of an unplayed match is applied three days after both sides were notified, unless one of them objects.'
      : 'An organizer decides the outcome of a match that was not played.',
}

/** The formats that the rule concerns. Composed ones have their own deuce, which their words name. */
function rowsAtDeuce(rule: 'no_ad' | 'padel_deuce', formats: readonly MatchFormat[]) {
  return formatsOf(formats).filter(({ sport, composition }) => sportWords[sport].deuce === rule && composition === null)
}

function sportsOf(formats: readonly MatchFormat[]): Sport[] {
  return sports.filter((sport) => formatsOf(formats).some((each) => each.sport === sport))
}

/** The rules that differ from the sport's defaults, as sentences. Usually empty. */
export function ownRules(rules: SeasonRules): string[] {
  const standard = leagueRulesOf(null, sportOf(rules.formats))
  return sentencesOf(changedRules(standard, rules), rules)
}

/** All rules of a season as sentences, in these sports or in those of its formats. */
export function ruleSentences(rules: SeasonRules, played = sportsOf(rules.formats)): string[] {
  const formats = played.flatMap((sport) => formatsPlayed(rules.formats, sport))
  return sentencesOf(ruleNames, { ...rules, formats })
}

/** The sentences that a change of rules adds and removes, in these sports. */
export function changedSentences(
  before: SeasonRules,
  after: SeasonRules,
  played: Sport[],
): { added: string[]; removed: string[] } {
  const [old, current] = [ruleSentences(before, played), ruleSentences(after, played)]
  return {
    added: current.filter((sentence) => !old.includes(sentence)),
    removed: old.filter((sentence) => !current.includes(sentence)),
  }
}

function sentencesOf(names: readonly RuleName[], rules: SeasonRules): string[] {
  return names.map((name) => sentences[name](rules)).filter((sentence) => sentence !== null)
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

const ruleNames = Object.keys(standardRules) as RuleName[]

/** The names of the rules that differ between the two. */
export function changedRules(one: SeasonRules, two: SeasonRules): RuleName[] {
  const said = (rules: SeasonRules, name: RuleName) =>
    name === 'formats'
      ? formatsOf(rules.formats.toSorted())
          .map(({ format }) => format)
          .join()
      : name === 'ranking'
        ? [rules.ranking.by, ...pointNames.map((each) => rules.ranking.points[each])].join()
        : String(rules[name])
  return ruleNames.filter((name) => said(one, name) !== said(two, name))
}
