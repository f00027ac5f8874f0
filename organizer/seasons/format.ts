import { formatDay } from '#/contract/format.ts'
import { weeksBetween } from '#/rules/formats/separation.ts'
import type { OrganizerLeague, OrganizerSeason, SeasonState } from './contract.ts'

export const stateWords: Record<SeasonState, { label: string; tone: 'good' | 'info' | 'neutral' }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  upcoming: { label: 'Upcoming', tone: 'neutral' },
  on_sale: { label: 'On sale', tone: 'info' },
  playing: { label: 'Playing', tone: 'good' },
  closed: { label: 'Closed', tone: 'neutral' },
}

/** How long a season is on sale: 'On sale until Tue, Oct 6, 2026'. */
export function formatSale({
  sale,
  state,
  sale_from,
  sold_until,
}: Pick<OrganizerSeason, 'sale' | 'state' | 'sale_from' | 'sold_until'>): string {
  if (state === 'draft')
    return sale_from === null || sale === 'over'
      ? 'Not on sale'
      : `Not on sale; from ${formatDay(sale_from)} once published`
  switch (sale) {
    case 'now':
      return `On sale until ${formatDay(sold_until)}`
    case 'over':
      return `Was on sale until ${formatDay(sold_until)}`
    case 'after_setup':
      return `On sale until ${formatDay(sold_until)}, once the league is set up`
    case 'later':
      return sale_from === null ? 'Not on sale yet' : `On sale from ${formatDay(sale_from)}`
  }
}

/** The size of a league of which nothing is known yet. */
const USUAL_PLAYERS = 10

/** The entries that a league will have: its limit, otherwise those it has from 4 on, otherwise the usual number. */
export function expectedPlayers({ capacity, taken }: Pick<OrganizerLeague, 'taken' | 'capacity'>): number {
  return capacity ?? (taken >= 4 ? taken : USUAL_PLAYERS)
}

/** The whole weeks of a season. */
export function weeksOfSeason({ starting_date, ending_date }: Pick<OrganizerSeason, 'starting_date' | 'ending_date'>) {
  return weeksBetween(starting_date.replaceAll('/', '-'), ending_date.replaceAll('/', '-'))
}

/** How full a league is: '7 of 8', '7'. */
export function formatTaken({ taken, capacity }: Pick<OrganizerLeague, 'taken' | 'capacity'>): string {
  return capacity === null ? String(taken) : `${taken} of ${capacity}`
}
