import { sql, type RawBuilder } from 'kysely'
import { nameFor, publicName } from '#/features/leagues/sides.ts'
import { listRecordsByLeague, placesOf } from '#/features/matches/records.ts'
import { recordOf, type PlayedMatch } from '#/features/players/compare.ts'
import { titlesOf } from '#/features/players/page-queries.ts'
import { listPlayedBy } from '#/features/players/queries.ts'
import { listPlacesOf } from '#/features/standings/places.ts'
import { recapOf, type RecapMatch } from '#/rules/recap.ts'
import { scoreLine } from '#/rules/outcome.ts'
import type { Db } from '#/server/db.ts'
import type { SignedIn } from '#/server/session.ts'
import type { Recap, RecapLine } from './contract.ts'

type Of = { player_id: number; season_id: number }

/** The caller's own season. Undefined if they were not in it. `shows_record`: whether others may see it. */
export function findRecap(
  db: Db,
  caller: Pick<SignedIn, 'id' | 'email_proved'>,
  season_id: number,
  now: Date,
): Promise<(Recap & { shows_record: boolean }) | undefined> {
  return findRecapOf(db, { player_id: caller.id, season_id }, nameFor(caller), now)
}

/** A season as anyone sees it. Undefined unless its player shows their record. */
export async function findSharedRecap(db: Db, of: Of, now: Date): Promise<Recap | undefined> {
  const recap = await findRecapOf(db, of, publicName, now)
  return recap?.shows_record ? recap : undefined
}

/** A season with public names, for its player's own picture. */
export function findPublicRecap(db: Db, of: Of, now: Date): Promise<Recap | undefined> {
  return findRecapOf(db, of, publicName, now)
}

type SeasonRow = {
  season: Recap['season']
  player: Recap['player']
  over: boolean
  shows_record: boolean
  league_ids: number[]
  matches_played: number
  matches_planned: number
}

async function findRecapOf(
  db: Db,
  { player_id, season_id }: Of,
  name: RawBuilder<string>,
  now: Date,
): Promise<(Recap & { shows_record: boolean }) | undefined> {
  const { rows } = await sql<SeasonRow>`
    select json_build_object('id', se.id, 'name', se.name, 'slug', se.slug, 'year', se.year) as season,
      json_build_object('id', p.id, 'name', ${name}) as player, p.shows_record, mine.league_ids,
      mine.matches_played, mine.matches_planned, mine.over
    from seasons se
    join players p on p.id = ${player_id} and p.deleted_at is null
    cross join lateral (
      select array_agg(distinct l.id) as league_ids, count(m.id)::int as matches_planned, count(m.score_id)::int as matches_played,
        bool_and(se.counts_until < (${now}::timestamptz at time zone a.time_zone)::date) as over
      from (${placesOf(sql`p.id`)}) place
      join entries e on e.id = place.entry_id
      join purchases pu on pu.id = e.purchase_id and pu.counts
      join leagues l on l.id = place.league_id and l.season_id = se.id
      join areas a on a.slug = l.area
      left join matches m on m.league_id = l.id and m.playoff_stage is null and m.canceled_at is null
        and exists (
          select from match_players mp
          where mp.match_id = m.id and mp.player_id = p.id and mp.side = case place.entry_id when m.entry_one_id then 1 when m.entry_two_id then 2 end)) mine
    where se.id = ${season_id} and mine.league_ids is not null`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { league_ids, ...season } = row
  const [all, records, places, standings] = await Promise.all([
    listPlayedBy(db, player_id, name),
    listRecordsByLeague(db, player_id),
    listPlacesOf(db, player_id, now, season_id),
    listOpponentStandings(db, player_id, league_ids),
  ])
  const isOfSeason = ({ league_id }: { league_id: number }) => league_ids.includes(league_id)
  const matches = all.filter(isOfSeason)
  const { best_win, closest_match, ...rest } = recapOf(
    matches.toReversed().map((match) => ({ ...match, standing: standings.get(match.match_id) ?? null })),
  )
  const { ties: _, ...playoff_record } = recordOf(matches.filter(({ playoff_stage }) => playoff_stage !== null))
  const gains = places.flatMap(({ series: [first], place }) => (first ? [first.place - place] : []))
  return {
    ...season,
    ...rest,
    record: sumOf(records.filter(isOfSeason)),
    playoff_record,
    best_win: best_win && toLine(best_win),
    closest_match: closest_match && toLine(closest_match),
    places_gained: gains.length > 0 ? Math.max(...gains) : null,
    places: places.map(({ series, place, league_id, level_name, level_slug, area, entries }) => {
      return { league_id, level_name, level_slug, area, first: series[0]?.place ?? place, last: place, entries, series }
    }),
    titles: titlesOf(matches, places).map(({ league_id, level_name, match_id, won }) => ({
      ...{ league_id, level_name, match_id, won },
    })),
  }
}

/** Where the opponents of the player's results are in their table, by match. */
async function listOpponentStandings(
  db: Db,
  player_id: number,
  league_ids: readonly number[],
): Promise<Map<number, { flight: number | null; place: number }>> {
  const { rows } = await sql<{ match_id: number; flight: number | null; place: number }>`
    select m.id as match_id, st.flight, st.rank as place
    from match_players me
    join matches m on m.id = me.match_id and m.score_id is not null and m.league_id = any(${league_ids})
    join standings st on st.entry_id = case me.side when 1 then m.entry_two_id else m.entry_one_id end
    where me.player_id = ${player_id}`.execute(db)
  return new Map(rows.map(({ match_id, ...standing }) => [match_id, standing]))
}

function sumOf(records: readonly Recap['record'][]): Recap['record'] {
  const sum = (of: keyof Recap['record']) => records.reduce((total, record) => total + record[of], 0)
  return { wins: sum('wins'), losses: sum('losses'), ties: sum('ties') }
}

function toLine(match: PlayedMatch & Pick<RecapMatch, 'standing'>): RecapLine {
  const { match_id, match_date, outcome, sets, status, opponents, level_name, standing } = match
  const place = standing?.place ?? null
  return { match_id, match_date, outcome, score_line: scoreLine(sets, status), opponents, level_name, place }
}
