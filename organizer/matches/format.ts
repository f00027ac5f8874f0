import type { MatchStatus } from '#/rules/outcome.ts'
import { formatAppointment } from '#/features/arranging/format.ts'
import { stageNoun } from '#/features/playoffs/format.ts'
import { formatDay, formatDays, formatSides, formatLeague } from '#/contract/format.ts'
import { formatAreaMoment } from '#/organizer/desk/area-time.ts'
import type { OrganizerFilter, OrganizerMatch, OrganizerState, OrganizerVersion } from './contract.ts'

/** The badge of each state. */
export const stateBadges: Record<
  OrganizerState,
  { label: string; tone: 'warn' | 'good' | 'bad' | 'neutral' | 'info' }
> = {
  disputed: { label: 'Disputed', tone: 'bad' },
  unconfirmed: { label: 'Unconfirmed', tone: 'warn' },
  overdue: { label: 'Overdue', tone: 'warn' },
  arranged: { label: 'Arranged', tone: 'info' },
  to_arrange: { label: 'To be arranged', tone: 'neutral' },
  played: { label: 'Played', tone: 'good' },
  canceled: { label: 'Canceled', tone: 'neutral' },
}

/** The desk's lists in order. `any` is for a search by name. */
export const matchLists: { filter: OrganizerFilter; label: string; empty: string }[] = [
  { filter: 'disputed', label: 'Disputed', empty: 'No score is disputed.' },
  { filter: 'overdue', label: 'Overdue', empty: 'No match is overdue.' },
  { filter: 'unconfirmed', label: 'Unconfirmed', empty: 'No score is waiting for the other side.' },
  { filter: 'late', label: 'Unconfirmed for 12 hours', empty: 'No score has been waiting for 12 hours.' },
  { filter: 'clashing', label: 'Court clashes', empty: 'No two matches are set on the same court at the same time.' },
  { filter: 'to_arrange', label: 'To be arranged', empty: 'Every match has a date or is overdue.' },
  { filter: 'arranged', label: 'Arranged', empty: 'No match has a date in the future.' },
  { filter: 'played', label: 'Played', empty: 'No matches have been played yet.' },
  { filter: 'voided', label: 'Voided', empty: 'No result has been voided.' },
]

/** 'Ada Moreno against Grace Lindqvist' */
export function formatTitle({ one, two, winner }: Pick<OrganizerMatch, 'one' | 'two' | 'winner'>): string {
  return formatSides(one.name, two.name, winner)
}

/** "Women's Singles 3.5, Summer 1 2026, semi-final" */
export function formatPlace({
  season,
  year,
  division_name,
  playoff_stage: stage,
  playoff_slot: slot,
}: OrganizerMatch): string {
  const noun = stage === null || slot === null ? '' : `, ${stageNoun({ stage, slot })}`
  return `${formatLeague({ level_name: division_name, league_name: season, year })}${noun}`
}

/** Describes a match in its state, in one or two sentences. */
export function formatMatch(match: OrganizerMatch): string {
  const { state, play_from, play_by, match_date, reported_by, answer_until } = match
  const days = play_from && play_by ? `To be played ${formatDays(play_from, play_by)}.` : 'Added by its players.'
  const when = match_date ? `Set for ${formatAppointment(match)}.` : ''
  const sentences: Record<OrganizerState, string> = {
    disputed: `Played ${match_date ? formatDay(match_date) : ''}. Reported by ${reported_by}, disputed by ${match.disputed_by}.`,
    unconfirmed: `Played ${match_date ? formatDay(match_date) : ''}. Reported by ${reported_by}; confirmed automatically ${answer_until ? formatAreaMoment(answer_until, match.area) : ''}.`,
    overdue: `${days} ${when || 'No date was set.'}`,
    arranged: when,
    to_arrange: days,
    played: `Played ${match_date ? formatDay(match_date) : ''}. ${match.version === null ? '' : `Reported by ${reported_by}.`}`,
    canceled: match.not_played
      ? 'Settled as not played. It does not count.'
      : match.playoff_stage === null
        ? `Voided ${match.voided_at ? formatAreaMoment(match.voided_at, match.area) : ''} and canceled.`
        : 'Set aside: an earlier play-off result changed, so other players meet here.',
  }
  const again = match.voided_at && state !== 'canceled' ? ' An earlier result was voided.' : ''
  return sentences[state] + again
}

/** Which side tried to arrange an open match, and when each was last active. */
export function formatEffort({ one, two, area, arranged_by, arranged_at, match_date }: OrganizerMatch): string {
  const activity = [one, two].map(({ name, heard_at }) =>
    heard_at
      ? `${name} was last active ${formatAreaMoment(heard_at, area)}`
      : `${name} has not been active in this league`,
  )
  const arrangement =
    arranged_by && arranged_at
      ? `${arranged_by === 'one' ? one.name : two.name} set a date, ${formatAreaMoment(arranged_at, area)}`
      : match_date
        ? 'An organizer set the date'
        : 'Neither side has set a date'
  return `${arrangement}; ${activity.join('; ')}.`
}

/** 'Reported by Ada Moreno' */
export function formatKind({
  kind,
  side,
  reported_by,
}: Pick<OrganizerVersion, 'kind' | 'side' | 'reported_by'>): string {
  const verbs = { report: 'Reported', edit: 'Edited', correction: 'Corrected', settlement: 'Settled' }
  return `${verbs[kind]} by ${reported_by}${side === null ? ', organizer' : ''}`
}

/** The status that only an organizer can enter, and its meaning. */
export const doubleDefaultNote = {
  value: 'Double default',
  note: 'Neither side was there, or both are at fault. Nobody wins: it counts as a no-show of both sides.',
} as const satisfies { value: MatchStatus; note: string }
