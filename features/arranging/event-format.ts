import { endSentence } from '#/rules/outcome.ts'
import { formatStoredTime, type ShownTime } from './format.ts'
import type { StoredEvent } from './queries.ts'

/** The part of a timeline entry that follows the player's name. */
export function formatEvent(
  event: Pick<StoredEvent, 'kind' | 'text' | 'times' | 'note' | 'minutes_before'> & ShownTime,
): string {
  const { kind, text, times, note, minutes_before } = event
  const reason = text === '' ? '' : ` “${text}”`
  switch (kind) {
    case 'offered':
    case 'countered': {
      const list = (times ?? []).map(formatStoredTime).join('; ')
      return `${endSentence(`${kind === 'offered' ? 'Offered' : 'Offered instead'}: ${list}`)}${note ? ` “${note}”` : ''}`
    }
    case 'taken':
      return endSentence(`Took ${formatStoredTime(event)}`)
    case 'declined':
      return `Declined the offer.${reason}`
    case 'withdrawn':
      return 'Withdrew the offer.'
    case 'called_off':
      return `${endSentence(`Called off ${formatStoredTime(event)}${formatNotice(minutes_before)}`)}${reason}`
    case 'agreed':
      return `${endSentence(`Set the match: ${formatStoredTime(event)}`)}${reason}`
    case 'objected':
      return `${endSentence(`Objected to ${formatStoredTime(event)}`)}${reason}`
    case 'expired':
      return 'The offer expired without an answer.'
    case 'no_show':
      return 'Reported that the other side did not show.'
    case 'late_cancel':
      return 'Reported a cancellation within 4 hours of the match.'
    case 'contested':
      return `Objected to the proposed outcome.${reason}`
    case 'reopened':
      return `Undid the decision: the match is open again. ${text}`.trim()
    case 'noticed':
    case 'extended':
    case 'walkover':
    case 'not_played':
      return text === '' ? 'Settled the match.' : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
    case 'message':
      return text
  }
}

/** ', 3 hours before the start', or '' without a time. */
function formatNotice(minutes: number | null): string {
  if (minutes === null || minutes < 0) return ''
  if (minutes < 60) return `, ${count(minutes, 'minute')} before the start`
  if (minutes < 48 * 60) return `, ${count(Math.floor(minutes / 60), 'hour')} before the start`
  return `, ${count(Math.floor(minutes / 1440), 'day')} before the start`
}

function count(amount: number, unit: string): string {
  return `${amount} ${amount === 1 ? unit : `${unit}s`}`
}
