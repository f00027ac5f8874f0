import { areaName } from '#/contract/areas.ts'
import { useRead } from '#/web/api.ts'
import { getOrganizerSeason } from '#/organizer/calls.gen.ts'
import type { OrganizerLeague, SeasonDetail } from './contract.ts'

export const leagueScopes = ['league', 'division', 'area', 'season'] as const
type LeagueScope = (typeof leagueScopes)[number]

/** Lets a change to a league apply to others of its season too. Leaves out retired divisions. */
export function useLeagueScope(season: SeasonDetail, league: OrganizerLeague) {
  // The screen may show only one area, so the whole season is read.
  const whole = useRead(getOrganizerSeason, { params: { id: season.id } })
  const isInScope = (scope: LeagueScope, { id, division_id, area, retired }: OrganizerLeague) =>
    !retired &&
    (scope !== 'league' || id === league.id) &&
    (scope !== 'division' || division_id === league.division_id) &&
    (scope !== 'area' || area === league.area)
  return {
    options: [
      { value: 'league', label: 'This league' },
      { value: 'division', label: `${league.division_name} in every area` },
      { value: 'area', label: `Every division in ${areaName(league.area)}` },
      { value: 'season', label: 'Every division in every area' },
    ],
    listLeagues: async (scope: LeagueScope): Promise<OrganizerLeague[]> => {
      const { leagues } = whole.data ?? (await whole.refetch({ throwOnError: true })).data ?? season
      return leagues.filter((each) => isInScope(scope, each))
    },
  }
}
