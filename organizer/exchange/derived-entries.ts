import { formatName } from '#/contract/format.ts'
import type { Action } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import type { CheckTerms, KnownPlayer } from './check.ts'
import { isLocal, listPlaces, storeEntries } from './entries.ts'
import type { Side } from './known-results.ts'
import type { DerivedEntry, NamedLeague } from './leagues.ts'
import { openPeople, SEVERAL, splitPair } from './people.ts'
import type { Made } from './made.ts'

type Named = { league: NamedLeague; cell: string }

/**
 * Finds the players of a side that is not in its league. Returns the side with an entry to create, a sentence, or null if
 * the players are unknown or cannot be entered by an import.
 */
export async function openDerived(
  terms: CheckTerms,
  named: readonly Named[],
): Promise<(league: NamedLeague, cell: string) => Side | string | null> {
  const findPerson = await openPeople(
    terms,
    named.flatMap(({ league, cell }) => splitPair(cell, league)),
  )
  const places = await listPlaces(
    terms,
    named.flatMap(({ league }) => league.id ?? []),
  )
  const sides = new Map<string, Side>()
  return (league, cell) => {
    const found = splitPair(cell, league).map(findPerson)
    if (found.includes(SEVERAL)) return SEVERAL
    const people = found.filter((person): person is KnownPlayer => typeof person === 'object')
    const isWhole = people.length === found.length && people.length === (league.division.kind === 'doubles' ? 2 : 1)
    const isFree = people.every(
      (one) => isLocal(terms, one) && !one.suspended_at && !places.has(`${league.id} ${one.id}`),
    )
    if (!isWhole || !isFree) return null
    const player_ids = people.map(({ id }) => id)
    const key = [league.key, ...player_ids.toSorted((a, b) => a - b)].join(' ')
    const side = sides.get(key) ?? {
      entry_id: -1 - sides.size,
      name: people.map(formatName).join(' & '),
      entered_on: league.season.starting_date,
      player_ids,
      derived: { id: -1 - sides.size, league, player_ids },
    }
    sides.set(key, side)
    return side
  }
}

/** A match between two entries, of which the import creates those with a negative id. */
type Sides = {
  league_id: number
  winner_entry_id: number
  opponent_entry_id: number
  derived: readonly DerivedEntry[]
}

/** Creates the entries and leagues of results. Returns the results with their ids. */
export async function enterDerived<R extends Sides>(
  action: Action,
  rows: readonly R[],
  tick: CheckTerms['tick'],
): Promise<{ rows: R[]; made: Made }> {
  const entries = [...new Set(rows.flatMap(({ derived }) => derived))]
  if (entries.length === 0) return { rows: [...rows], made: {} }
  const { made } = await storeEntries(
    action,
    entries.map(({ league, player_ids: [player_id = 0, partner_id = null] }) => ({
      league,
      player_id,
      invited: false,
      partner_id,
      partner: undefined,
    })),
    tick,
  )
  const stored = await listStored(action.tx, made.orders ?? [])
  const ids = new Map(
    entries.map(({ id, league, player_ids: [player_id] }) => [id, stored.get(`${league.key} ${player_id}`)]),
  )
  const entryOf = (id: number) => (id < 0 ? (ids.get(id)?.entry_id ?? 0) : id)
  return {
    made,
    rows: rows.map((row) => ({
      ...row,
      league_id: row.league_id || (ids.get(row.derived[0]?.id ?? 0)?.league_id ?? 0),
      winner_entry_id: entryOf(row.winner_entry_id),
      opponent_entry_id: entryOf(row.opponent_entry_id),
    })),
  }
}

/** The entries of these orders, by league and first player. */
async function listStored(
  tx: Tx,
  orders: readonly string[],
): Promise<Map<string, { entry_id: number; league_id: number }>> {
  const rows = await tx
    .selectFrom('purchases')
    .innerJoin('entries', 'entries.purchase_id', 'purchases.id')
    .innerJoin('leagues', 'leagues.id', 'purchases.league_id')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select([
      'entries.id as entry_id',
      'entries.league_id',
      'purchases.player_id',
      'seasons.slug as season',
      'seasons.year',
      'divisions.slug as division',
      'leagues.area',
    ])
    .where('purchases.order_id', 'in', [...orders])
    .execute()
  return new Map(
    rows.map(({ entry_id, league_id, player_id, season, year, division, area }) => [
      `${season} ${year} ${division} ${area} ${player_id}`,
      { entry_id, league_id },
    ]),
  )
}
