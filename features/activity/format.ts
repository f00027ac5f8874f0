import { formatMoment, formatLeague } from '#/contract/format.ts'
import { formatOrdinal } from '#/contract/locale.ts'
import { paths } from '#/contract/paths.ts'
import { formatCardOutcome, formatOutcome, formatWhen } from '#/features/matches/format.ts'
import type { Meaning, News, NextMatch, PlayoffAhead, Waiting } from './contract.ts'

/** The text of a to-do and the screen where it is done. `outcome`: the reported result, shown before the text. */
export function formatWaiting({ kind, match, opponents, until, league, order_id, decides }: Waiting): {
  title: string
  outcome?: { text: string; score: string }
  text: string
  label: string
  to: string
} {
  const by = until === null ? '' : formatMoment(until)
  const id = match?.id ?? 0
  switch (kind) {
    case 'confirm_score':
      return {
        title: `Is the score against ${opponents} right?`,
        ...(match && { outcome: { text: formatCardOutcome(match), score: match.score_line ?? '' } }),
        text: `Without an answer it is confirmed ${by}.`,
        label: 'Look at the score',
        to: paths.result(id),
      }
    case 'answer_offer':
      return {
        title: `${opponents} offered times`,
        text: `${formatLeague(league)}. You can answer until ${by}.`,
        label: 'See the times',
        to: paths.match(id),
      }
    case 'object_settlement':
      return {
        title: `No score against ${opponents}`,
        text: `The deadline for this match has passed. The proposed outcome is applied ${by}, unless one of you objects.`,
        label: 'See the record',
        to: paths.match(id),
      }
    case 'pay':
      return {
        title: 'A payment is not finished',
        text: formatLeague(league),
        label: 'See the status',
        to: paths.order(order_id ?? ''),
      }
    case 'take_place':
      return {
        title: 'A place is reserved for you',
        text: `${formatLeague(league)}. You can join until ${by}.`,
        label: 'Claim the place',
        to: paths.divisions(league.league_slug, league.year),
      }
    case 'answer_invitation':
      return {
        title: 'An organizer invites you',
        text: `${formatLeague(league)}. You can answer until ${by}.`,
        label: 'See the invitation',
        to: paths.myLeague,
      }
    case 'report_score':
      return {
        title: `How did you play against ${opponents}?`,
        text: `${formatWhen(match?.match_date ?? null, match?.match_time ?? null)}. Nobody has reported the score.`,
        label: 'Report the score',
        to: paths.matchScoreSubmission(id),
      }
    case 'unplayed':
      return {
        title: `The days of your match against ${opponents} are over`,
        text: `It has no score, and can be reported until ${by}. ${decides === 'clock' ? 'If you did not play, the season’s rules decide: you hear first, and can object.' : 'If you did not play, the organizer decides by who offered times and who answered.'}`,
        label: 'See what you can do',
        to: paths.match(id),
      }
  }
}

/** '2nd' or '2nd or 3rd'. Null for three or more positions, which would say little. */
function formatPlaces({ first, last }: Meaning['won']): string | null {
  if (last - first > 1) return null
  return first === last ? formatOrdinal(first) : `${formatOrdinal(first)} or ${formatOrdinal(last)}`
}

/** Describes how a match can change the player's position, whatever its score. '' if it cannot. */
export function formatMeaning({ rank, is_first, total, won, lost }: Meaning): string {
  if (is_first && won.last === 1) return 'Nobody has played yet: a win puts you on top.'
  const isNow = ({ first, last }: Meaning['won']) => first === rank && last === rank
  const place = rank === null ? 'You have not played yet.' : `You are ${formatOrdinal(rank)} of ${total}.`
  if (isNow(won) && isNow(lost)) return `${place} As the table stands, you stay there, win or lose.`
  const [up, down] = [formatPlaces(won), formatPlaces(lost)]
  const sentences = [
    up && (isNow(won) ? `a win keeps you ${up}` : `a win puts you ${up}`),
    down && (isNow(lost) ? `a loss keeps you ${down}` : `a loss leaves you ${down}`),
  ].filter(Boolean)
  return sentences.length === 0 ? place : `${place} As the table stands, ${sentences.join(', ')}.`
}

const stages: Record<number, string> = {
  [-2]: 'Round of 64: the winner is in the round of 32.',
  [-1]: 'Round of 32: the winner is in the round of 16.',
  0: 'Round of 16: the winner is in the quarter-finals.',
  1: 'Quarter-final: the winner is in the semi-finals.',
  2: 'Semi-final: the winner is in the final.',
  3: 'Final: the winner is the champion.',
}

/** Describes what is at stake in the next match. '' for nothing. */
export function formatStakes({ match, stage, third_place, consolation, meaning }: NextMatch): string {
  if (stage === null) return meaning ? formatMeaning(meaning) : ''
  const stakes = third_place
    ? 'Match for third place.'
    : consolation
      ? 'Consolation, for those who lost their first match.'
      : (stages[stage] ?? '')
  return match.provisional ? `${stakes} An earlier result can still change who plays here.` : stakes
}

/** The opponent in a bracket before it is known. */
export function formatPlayoffOpponent({ opponents, third_place, consolation }: PlayoffAhead): string {
  const who = third_place ? 'the loser' : 'the winner'
  if (consolation && !opponents) return 'somebody from an earlier match'
  return opponents ? `${who} of ${opponents[0]} against ${opponents[1]}` : `${who} of an earlier match`
}

/** The text of a news item and its screen. */
export function formatNews({ kind, league, result, joined }: News): { text: string; score: string; to: string } {
  if (kind === 'result' && result) {
    const { winner, opponent, match_status, score_line, match_id } = result
    const text = formatOutcome({ winner: { name: winner }, opponent: { name: opponent }, match_status })
    return { text, score: score_line, to: paths.result(match_id) }
  }
  if (kind === 'joined') return { text: `${joined} joined`, score: '', to: paths.leaguePlayers(league) }
  const { area, level_slug: division, league_slug: season, year } = league
  return {
    text: 'The play-offs are drawn',
    score: '',
    to: paths.playoffBracket({ city: area, division, season, year }),
  }
}

/** '3 won, 1 lost', with ties if there are any. Before the first result it says that there is none. */
export function formatRecord({ wins, losses, ties }: { wins: number; losses: number; ties: number }): string {
  if (wins + losses + ties === 0) return 'no match played yet'
  return `${wins} won, ${losses} lost${ties > 0 ? `, ${ties} tied` : ''}`
}
