import { formatOrdinal } from '#/contract/locale.ts'
import type { Recap, RecapLine } from './contract.ts'

/** 'Summer 1 2026' */
export function formatSeason({ name, year }: Recap['season']): string {
  return `${name} ${year}`
}

/** 'Bea L.', with the place in the table if there is one: 'Bea L., 1st in the table' */
export function formatOpponents({ opponents, place }: Pick<RecapLine, 'opponents' | 'place'>): string {
  const names = opponents.map(({ name }) => name).join(' & ')
  return place === null ? names : `${names}, ${formatOrdinal(place)} in the table`
}

/** 'Up 3 places', 'Down 1 place', 'Same place' */
export function formatGain(gained: number): string {
  const count = Math.abs(gained)
  const places = `${count} ${count === 1 ? 'place' : 'places'}`
  return gained === 0 ? 'Same place' : gained > 0 ? `Up ${places}` : `Down ${places}`
}

/** "Champion of Men's Singles 3.5", 'Finalist of …', 'First in …' */
export function formatTitle({ won, match_id, level_name }: Recap['titles'][number]): string {
  if (match_id === null) return `First in ${level_name}`
  return `${won ? 'Champion' : 'Finalist'} of ${level_name}`
}

/** '7 of 8' */
export function formatMatches({ matches_played, matches_planned }: Recap): string {
  return matches_planned > matches_played ? `${matches_played} of ${matches_planned}` : String(matches_played)
}
