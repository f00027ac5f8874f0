import { formatDay } from '#/contract/format.ts'
import type { Reply } from '#/contract/endpoint.ts'
import type { getMatch } from '#/features/matches/contract.ts'
import { Notice } from '#/web/ui/Notice.tsx'
import { formatAppointment } from './format.ts'

type Match = Reply<typeof getMatch>

/** The state of arranging a match, and whose turn it is. */
export function ArrangingNotice({ match }: { match: Match }) {
  const { tone, title, text } = noticeOf(match)
  const { court_taken } = match.arranging
  return (
    <>
      <Notice tone={tone} title={title} announce={false}>
        {text}
      </Notice>
      {court_taken && (
        <Notice tone="warn" announce={false}>
          {court_taken}
        </Notice>
      )}
    </>
  )
}

function noticeOf(match: Match): { tone: 'info' | 'success' | 'warn'; title: string; text: string } {
  const { state, owes_answer, is_mine } = match.arranging
  const date = match.match_date === null ? null : formatAppointment(match)
  switch (state) {
    case 'over':
      if (match.played) return { tone: 'success', title: 'This match has been played', text: date ?? '' }
      return match.not_played
        ? {
            tone: 'info',
            title: 'This match counts as not played',
            text: 'Its deadline has passed, and it counts for nobody. If you have played, submit the score.',
          }
        : {
            tone: 'info',
            title: 'This match cannot be arranged',
            text: 'A side has left the league, or its account is closed. Please ask the organizer.',
          }
    case 'agreed':
      return { tone: 'success', title: date ?? '', text: 'Agreed. See you on court!' }
    case 'offered': {
      const kept = date === null ? '' : ` Until then it is agreed for ${date}.`
      if (!is_mine) return { tone: 'info', title: 'Times are offered', text: `Waiting for an answer.${kept}` }
      return owes_answer === 'me'
        ? { tone: 'warn', title: 'Your answer is needed', text: `Take a time, or offer other times.${kept}` }
        : { tone: 'info', title: 'Your times are offered', text: `The other side has to answer.${kept}` }
    }
    case 'open':
      if (match.arranging.window_over)
        return {
          tone: 'warn',
          title: `The days of this match ended on ${formatDay(match.arranging.last_day)}`,
          text: `If you have played, submit the score. If you have agreed on a day, set it directly. ${formatDecision(match.rules)}`,
        }
      return {
        tone: 'info',
        title: 'No date yet',
        text: is_mine ? 'Offer a few times: the other side takes one with one press, even from the email.' : '',
      }
  }
}

/** The outcomes of an unplayed match, and who decides (rules/effort.ts). */
function formatDecision({ unplayed, extension_days }: Match['rules']): string {
  const extension = extension_days === 0 ? '' : `, ${extension_days} more days, once, if a side tried`
  return `If not: a walkover for a side that clearly did more to find a time${extension}, else the match counts for nobody. ${unplayed === 'clock' ? 'Both of you hear first, and can object for three days.' : 'An organizer decides it.'}`
}
