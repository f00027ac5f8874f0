import type { AreaSlug } from '#/contract/areas.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { listSeasonsOnSale, refuseClosedArea, saleDay } from '#/features/seasons/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import type { WaitListEntry } from './contract.ts'
import {
  endLapsedEntries,
  endOwnWaitListEntry,
  findLeagueOnSale,
  hasFreePlace,
  listWaitListEntries,
  offerFreePlaces,
  refuseMember,
} from './queries.ts'

type League = { season_id: number; division_id: number; area: AreaSlug }

/**
 * Puts the player on a league's wait-list; a second call returns the same entry. Refuses not_on_sale, area_archived,
 * not_found, already_in_league, order_open, and places_left if the league is not full.
 */
export function joinWaitList(actor: Actor, league: League): Promise<WaitListEntry> {
  return runAction(actor, async ({ tx, player, now }) => {
    const seasons = await listSeasonsOnSale(tx, saleDay(now))
    if (!seasons.some(({ id }) => id === league.season_id)) refuse('not_on_sale')
    await refuseClosedArea(tx, league.area, saleDay(now))
    const { id } = (await findLeagueOnSale(tx, league)) ?? refuse('not_found')
    await lockLeague(tx, id)
    await refuseMember(tx, id, player.id)
    await endLapsedEntries(tx, id, now)
    const findOwn = async () => (await listWaitListEntries(tx, player.id, now)).find((entry) => isFor(entry, league))
    const known = await findOwn()
    if (known) return known
    if (await hasFreePlace(tx, id, player.id, now)) refuse('places_left')
    await tx.insertInto('wait_list').values({ league_id: id, player_id: player.id, created_at: now }).execute()
    return (await findOwn()) ?? refuse('conflict')
  })
}

/**
 * Removes the player from a wait-list. If a place is reserved for them, it is offered to the next player. Refuses
 * not_found.
 */
export function leaveWaitList(actor: Actor, { id }: { id: number }): Promise<void> {
  return runAction(actor, async ({ tx, player, now }) => {
    const { league_id } = (await endOwnWaitListEntry(tx, id, player.id, now)) ?? refuse('not_found')
    await offerFreePlaces(tx, league_id)
  })
}

function isFor(entry: WaitListEntry, league: League): boolean {
  return entry.season_id === league.season_id && entry.division_id === league.division_id && entry.area === league.area
}
