import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { wireDay } from '#/contract/wire-day.ts'
import { joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'
import { rankStandings } from '#/rules/standings.ts'
import { perDatabase, type Db } from '#/server/db.ts'
import { isOfTable, tableEntriesAndResults } from './queries.ts'
import { readStoredAt, type StoredLeague } from './stored-league.ts'

/** A place in the table after all results of a day, yyyy/MM/dd. */
export type DatedPlace = { day: string; place: number }

type Places = ReadonlyMap<number, DatedPlace[]>

/** Each entry's place after each day on which a match of the table was played, from its own first result. Within its flight. */
export function placesOverTime(league: StoredLeague): Places {
  const places = new Map<number, DatedPlace[]>()
  const days = league.results.filter((result) => isOfTable(league, result)).map(({ match_date }) => match_date)
  for (const day of new Set(days)) {
    const { entries, matches } = tableEntriesAndResults(upTo(league, day), new Date(0))
    for (const { entry_id, rank, wins, losses, ties } of rankStandings(entries, matches, league.rules)) {
      if (league.ladder === null && wins + losses + ties === 0) continue
      const known = places.get(entry_id)
      const next = { day: wireDay(day), place: rank }
      if (known) known.push(next)
      else places.set(entry_id, [next])
    }
  }
  return places
}

function upTo(league: StoredLeague, day: string): StoredLeague {
  const { results, ladder } = league
  return {
    ...league,
    results: results.filter(({ match_date }) => match_date <= day),
    ladder: ladder && { ...ladder, moves: ladder.moves.filter((move) => move.day <= day) },
  }
}

/** The places of a league at its version (migration 037), all players' at once. */
const memory = perDatabase(() => new LRUCache<number, { version: number; places: Places }>({ max: 300 }))

async function placesAt(db: Db, league_id: number, version: number): Promise<Places> {
  const known = memory(db)?.get(league_id)
  if (known?.version === version) return known.places
  const places = placesOverTime(await readStoredAt(db, league_id, version))
  memory(db)?.set(league_id, { version, places })
  return places
}

/** The most leagues of a player in one answer. */
const MOST_LEAGUES = 20

type PlacedLeague = {
  league_id: number
  entry_id: number
  version: number
  league_name: string
  league_slug: string
  level_name: string
  level_slug: string
  year: number
  area: string
  entries: number
  /** Whether its results are final and no play-offs decide it. */
  decided: boolean
}

/** A player's leagues (of one season) with results of theirs in the table, newest first, with the place after each day. */
export async function listPlacesOf(db: Db, player_id: number, now: Date, season_id: number | null = null) {
  const { rows } = await sql<PlacedLeague>`
    select l.id as league_id, e.id as entry_id, l.version, se.name as league_name, se.slug as league_slug, d.name as level_name,
      d.slug as level_slug, se.year, l.area,
      (select count(*)::int from standings st join entries other on other.id = st.entry_id
       where st.league_id = l.id and other.flight is not distinct from e.flight) as entries,
      (${now}::timestamptz at time zone a.time_zone)::date > se.counts_until
        and not exists (select from playoff_seeds ps where ps.league_id = l.id) as decided
    from entry_players ep
    join entries e on e.id = ep.entry_id
    join purchases p on p.id = e.purchase_id and p.counts
    join leagues l on l.id = e.league_id ${joinSeasonAndDivision}
    join areas a on a.slug = l.area
    where ep.player_id = ${player_id} and not ep.former and (${season_id}::int is null or se.id = ${season_id})
    order by se.starting_date desc, e.id desc
    limit ${MOST_LEAGUES}`.execute(db)
  const leagues = await Promise.all(
    rows.map(async ({ entry_id, version, ...league }) => ({
      ...league,
      series: (await placesAt(db, league.league_id, version)).get(entry_id) ?? [],
    })),
  )
  return leagues.flatMap((league) => {
    const last = league.series.at(-1)
    return last ? [{ ...league, place: last.place }] : []
  })
}
