import { formatDay } from '#/contract/format.ts'
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

/** How full a league is: '7 of 8', '7'. */
export function formatTaken({ taken, capacity }: Pick<OrganizerLeague, 'taken' | 'capacity'>): string {
  return capacity === null ? String(taken) : `${taken} of ${capacity}`
}
