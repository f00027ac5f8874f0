import { findArea, type AreaSlug } from '#/contract/areas.ts'
import { getUser, listMyLeagues } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import type { LeagueEntry } from './contract.ts'

/** The area and the league that lists open on: of the player's newest league, else the area of their profile. */
export function useMyArea(): { isPending: boolean; area: AreaSlug | undefined; league: LeagueEntry | undefined } {
  const user = useRead(getUser, {})
  const leagues = useRead(listMyLeagues, {})
  const [league] = leagues.data ?? []
  const area = findArea(league?.area ?? user.data?.user.location)
  return { isPending: leagues.isPending || user.isPending, area, league }
}
