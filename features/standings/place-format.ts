import { formatNumber, formatOrdinal } from '#/contract/locale.ts'
import type { PlaceNeeds, PlaceStep, PlayoffStatus } from './place-contract.ts'

/** '6', '7 of 12' for a share, or '1,540.3' for a strength. */
export function formatFigure({ value, of }: Pick<PlaceStep['figures'][number], 'value' | 'of'>): string {
  return of === null ? formatNumber(Math.round(10 * value) / 10) : `${value} of ${of}`
}

/** The effect of a step on one entry. */
export function formatOutcome({ groups, skipped }: PlaceStep, entry_id: number): string {
  if (skipped) return 'Not asked, because these players have not all met equally often. The next step decides.'
  const mine = groups.find((group) => group.includes(entry_id)) ?? []
  const level = mine.length - 1
  if (groups.length === 1) return 'This separates nobody. The next step decides.'
  if (level === 0) return 'This decides the place.'
  return `Still tied with ${level} ${level === 1 ? 'other' : 'others'}. The next step decides.`
}

/** Says how an entry can reach the play-offs, in sentences, the most important first. */
export function formatNeeds(needs: PlaceNeeds): string[] {
  const { status, season_over, may_add_matches, matches, matches_to_play, matches_left, open_results } = needs
  if (status === 'not_worked_out') return ['This cannot be worked out yet. Check again after more matches.']
  if (status === 'open') return formatOpen(needs)
  if (may_add_matches)
    return [
      `As it stands, this is ${status === 'in' ? '' : 'not '}a play-off place.`,
      'Matches may still be added, so nothing is certain before the season ends.',
    ]
  const short = matches_to_play > matches_left
  const sentence =
    status === 'in'
      ? season_over
        ? 'The season is over: this is a play-off place.'
        : 'The play-off place is certain, however the remaining matches end.'
      : short
        ? `The play-offs need ${matches} matches played. ${matches_left === 0 ? 'None is left' : `Only ${matches_left} ${matches_left === 1 ? 'is' : 'are'} left`}, so this entry is out.`
        : season_over
          ? 'The season is over: this is not a play-off place.'
          : 'The play-offs are out of reach, however the remaining matches end.'
  if (!needs.provisional) return [sentence]
  return [
    sentence,
    `This can still change: ${countOf(open_results, 'result')} of the league ${open_results === 1 ? 'is' : 'are'} not final.`,
  ]
}

function formatOpen(needs: PlaceNeeds): string[] {
  const { matches, matches_to_play } = needs
  if (matches_to_play === 0) return [formatPlace(needs)]
  return [
    formatPlace(needs),
    `${countOf(matches_to_play, 'more match', 'more matches')} to play: the play-offs need ${matches}.`,
  ]
}

function formatPlace({ top_half, matches_left, wins_for_sure, exact, may_add_matches }: PlaceNeeds): string {
  const half = `the top ${top_half}`
  if (!exact) return `A place in ${half} is possible. Too many matches are left to say how many wins make it certain.`
  if (wins_for_sure === 0) return `${may_add_matches ? 'As it stands, the' : 'The'} place in ${half} is safe.`
  if (wins_for_sure === null)
    return matches_left === 0
      ? `No matches are left to play. The place in ${half} depends on the others.`
      : `A place in ${half} is possible, but it also depends on the others’ results.`
  const wins =
    matches_left === 1
      ? 'A win in the match that is left makes'
      : wins_for_sure === matches_left
        ? `Winning ${matches_left === 2 ? 'both' : `all ${matches_left}`} matches that are left makes`
        : wins_for_sure === 1
          ? `A win in any of the ${matches_left} matches left makes`
          : `Any ${wins_for_sure} wins in the ${matches_left} matches left make`
  return may_add_matches
    ? `As it stands: ${wins.charAt(0).toLowerCase()}${wins.slice(1)} the place in ${half} safe.`
    : `${wins} the place in ${half} certain, whatever the others do.`
}

/** Whether an entry of a box league goes up or down after the period. */
export function formatMoves({ up, down, provisional }: NonNullable<PlaceNeeds['moves']>): string {
  const ending = provisional ? 'as it stands: a result is not final.' : 'certain, however the remaining matches end.'
  if (up === 'in') return `Going up after this period is ${ending}`
  if (down === 'in') return `Going down after this period is ${ending}`
  if (up === 'out' && down === 'out') return `Staying in this box after the period is ${ending}`
  if (up === 'out') return 'Going up is out of reach in this period. Staying in this box is not certain yet.'
  if (down === 'out') return 'Going up after this period is still open. Going down is not possible.'
  return 'Going up and going down after this period are still open.'
}

/** Whether an entry's place on a ladder can still change. */
export function formatLadderPlace({ season_over, open_results }: PlaceNeeds): string {
  if (!season_over) return 'Every challenge can change this place until the season ends.'
  return open_results === 0
    ? 'The season is over: this place is final.'
    : 'The season is over. The place changes only if a result that is not final does.'
}

/** '1st or 2nd place', '2nd to 5th place'. */
export function formatPlaces({ first_place, last_place }: { first_place: number; last_place: number }): string {
  if (first_place === last_place) return `${formatOrdinal(first_place)} place`
  return `${formatOrdinal(first_place)} ${last_place - first_place === 1 ? 'or' : 'to'} ${formatOrdinal(last_place)} place`
}

/** The play-off status after a match. `may_add_matches`: players may add matches that count. */
export function formatStatus(status: PlayoffStatus, may_add_matches: boolean): string {
  if (may_add_matches && status === 'in') return 'in the play-offs as it stands'
  if (may_add_matches && status === 'out') return 'out of the play-offs as it stands'
  return statusTexts[status]
}

const statusTexts: Record<PlayoffStatus, string> = {
  in: 'play-offs certain',
  out: 'out of the play-offs',
  open: 'play-offs still open',
  not_worked_out: 'play-offs not worked out',
}

function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** The season for the heading of a table that is loaded or loading. */
export function seasonOf(
  table: { season: string | null; year: number | null } | undefined,
  failed: boolean,
): string | null | undefined {
  if (table === undefined) return failed ? null : undefined
  return table.season === null ? null : `${table.season} ${table.year}`
}
