import type { LeagueFilter, LeaguesInAreas } from '#/features/leagues/league-filter.ts'
import type { Db } from '#/server/db.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import type { OrganizerFilter } from './contract.ts'
import { listNamesakes } from './queries.ts'

/** Above this many players of one name, ask for a longer name. */
const mostNamesakes = 100

type MatchQuery = LeagueFilter & { state?: OrganizerFilter | undefined; player?: string | undefined }

/**
 * Reads the query of the list of matches: its state, leagues and players. Refuses not_your_area, and by field a name
 * of too many players and a list of everything.
 */
export async function readMatchFilter(db: Db, player: Pick<SignedIn, 'organizer_areas'>, query: MatchQuery) {
  const league = leaguesOf(player, query)
  const isNarrow = query.player !== undefined || query.league_id !== undefined
  const filter: OrganizerFilter = query.state ?? (isNarrow ? 'any' : 'disputed')
  if (filter === 'any' && !isNarrow)
    refuse('invalid', { fields: { state: 'Choose a state, or type a player’s name.' } })
  const players = query.player ? await listNamesakes(db, query.player, mostNamesakes + 1) : null
  if (players && players.length > mostNamesakes)
    refuse('invalid', {
      fields: { player: `More than ${mostNamesakes} players match this name. Please type more of the name.` },
    })
  return { filter, league, players }
}

export function leaguesOf(
  player: Pick<SignedIn, 'organizer_areas'>,
  { area, season, year, division, league_id }: LeagueFilter,
): LeaguesInAreas {
  return { areas: organizerAreas(player, area), season, year, division, league_id }
}
