import { formatDay } from '#/contract/format.ts'
import { weeksBetween } from '#/rules/formats/separation.ts'
import { datedStages } from '#/rules/playoff-stages.ts'
import type { OrganizerLeague, OrganizerSeason, SeasonDetail, SeasonState } from './contract.ts'

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

export const limitError = 'Please enter a whole number from 0 to 10,000.'

/** The limit that was typed: null for none, undefined if it is not a limit. */
export function parseLimit(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  const limit = Number(typed)
  return Number.isInteger(limit) && limit >= 0 && limit <= 10_000 ? limit : undefined
}

type CountedLeague = Pick<OrganizerLeague, 'taken' | 'waiting' | 'results'>

/** Whether nobody is in a league, waits for it or has played in it. */
export function isEmptyLeague({ taken, waiting, results }: CountedLeague): boolean {
  return taken + waiting + results === 0
}

/** The leagues of an area in sum: '34 entries in 5 of 13 leagues, 2 waiting, 20 played'. */
export function formatAreaSums(leagues: readonly CountedLeague[]): string {
  const sum = (of: keyof CountedLeague) => leagues.reduce((total, league) => total + league[of], 0)
  const used = leagues.filter((league) => !isEmptyLeague(league)).length
  const [taken, waiting, results] = [sum('taken'), sum('waiting'), sum('results')]
  if (used === 0) return `nobody yet in ${leagues.length} ${leagues.length === 1 ? 'league' : 'leagues'}`
  return [
    `${taken} ${taken === 1 ? 'entry' : 'entries'} in ${used} of ${leagues.length} leagues`,
    waiting > 0 && `${waiting} waiting`,
    results > 0 && `${results} played`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

/** A day of a season, and what happens on it. */
export type SeasonMoment = { term: string; day: string }

/** The first of these days that is still to come: 'The sale ends on Fri, Jul 10, 2026.' `today` is yyyy/MM/dd. */
export function formatNextOf(moments: readonly SeasonMoment[], today: string): string | null {
  const next = moments.filter(({ day }) => day >= today).toSorted((a, b) => (a.day < b.day ? -1 : 1))[0]
  return next ? `${next.term} ${next.day === today ? 'today' : `on ${formatDay(next.day)}`}.` : null
}

/** The days of a season on which something happens. */
export function momentsOf(season: SeasonDays): SeasonMoment[] {
  return [
    ...(season.sale_from !== null && season.sale !== 'now' ? [{ term: 'The sale begins', day: season.sale_from }] : []),
    ...(season.sale === 'now' ? [{ term: 'The sale ends', day: season.sold_until }] : []),
    { term: 'Play begins', day: season.starting_date },
    { term: 'Play ends', day: season.ending_date },
    { term: 'The last result counts', day: season.counts_until },
    ...datedStages.map(({ stage, name }) => ({ term: `${name}: to be played`, day: season.stages[stage] })),
  ]
}

type SeasonDays = Pick<
  SeasonDetail,
  'sale' | 'sale_from' | 'sold_until' | 'starting_date' | 'ending_date' | 'counts_until' | 'stages'
>
