import { sql, type RawBuilder } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { listChampions } from '#/features/playoffs/bracket-queries.ts'
import { namesOf } from '#/features/leagues/sides.ts'
import { saleDay, seasonRule } from '#/features/seasons/queries.ts'
import type { StageDates } from '#/rules/playoffs.ts'
import { leagueTables } from '#/features/leagues/league-filter.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { listOrganizerPlayoffs, OrganizerLeague, OrganizerState } from './contract.ts'

/**
 * A page of leagues with the state of their play-offs. Without `season` and `year`, those of the season that ended
 * last, or the newest that has begun.
 */
export async function listOrganizerLeagues(
  db: Db,
  { season: slug, year, ...page }: PageQuery & { season?: string | undefined; year?: number | undefined },
  areas: readonly AreaSlug[],
  now: Date,
): Promise<Reply<typeof listOrganizerPlayoffs>> {
  const today = saleDay(now)
  const begun = await listBegunSeasons(db, today)
  const season =
    slug === undefined && year === undefined
      ? (begun.find(({ ending_date }) => ending_date < today) ?? begun[0])
      : begun.find((each) => each.season_slug === (slug ?? each.season_slug) && each.year === (year ?? each.year))
  const seasons = begun.map((each) => ({ season: each.season, season_slug: each.season_slug, year: each.year }))
  if (!season) return { leagues: [], total: 0, skip: 0, season: null, seasons }
  const found = await listSeasonLeagues(db, { ...page, season_id: season.id, areas }, today, now)
  const champions = await listChampions(
    db,
    found.leagues.filter(({ state }) => state === 'made').map(({ league_id }) => league_id),
  )
  const names = await listNames(db, [...champions.values()])
  const leagues = found.leagues.map((league) => {
    const champion = names.get(champions.get(league.league_id) ?? 0) ?? null
    return { ...league, champion, state: champion === null ? league.state : ('over' as const) }
  })
  return { ...found, leagues, season: seasons[begun.indexOf(season)] ?? null, seasons }
}

type SeasonChoice = { season: string; season_slug: string; year: number }

/** The seasons that have begun by that day (yyyy-mm-dd), newest first. */
async function listBegunSeasons(
  db: Db,
  today: string,
): Promise<(SeasonChoice & { id: number; ending_date: string })[]> {
  return db
    .selectFrom('seasons')
    .select(['id', 'name as season', 'slug as season_slug', 'year', 'ending_date'])
    .where('starting_date', '<=', today)
    .orderBy('starting_date', 'desc')
    .orderBy('id', 'desc')
    .limit(40)
    .execute()
}

/** Columns of the league `l` and its joins. `open` counts results that are not final and matches without a result. */
const leagueColumns = (today: string, now: Date): RawBuilder<unknown> => sql`
  l.id as league_id, l.area, d.slug as division, d.name as division_name, tally.entries, tally.qualified,
  open.disputes, open.unconfirmed, open.unplayed,
  case
    when made.canceled_at is not null then 'canceled'
    when made.league_id is not null then 'made'
    when se.ending_date >= ${today} then 'running'
    when open.disputes + open.unconfirmed > 0 then 'waiting'
    when tally.qualified < 2 then 'too_few'
    else 'ready'
  end as state
  from ${leagueTables}
  left join playoffs made on made.league_id = l.id
  cross join lateral (
    select count(*) as entries,
      least(${seasonRule('playoff_places')}, (
        select count(*) from (
          select s.rank, s.played, count(*) over (partition by s.flight) as total from standings s where s.league_id = l.id) s
        where s.played >= ${seasonRule('playoff_matches')} and s.rank <= (s.total + 1) / 2))::int as qualified
    from standings every where every.league_id = l.id) tally
  cross join lateral (
    select count(*) filter (where s.answer = 'disputed') as disputes,
      count(*) filter (where s.answer is null and s.answer_until > ${now}) as unconfirmed,
      count(*) filter (where m.score_id is null and m.canceled_at is null) as unplayed
    from matches m left join scores s on s.id = m.score_id
    where m.league_id = l.id and m.playoff_stage is null) open`

type CountedLeague = Omit<OrganizerLeague, 'champion'>

/** A page of the leagues of a season that have entries, by area and division. */
async function listSeasonLeagues(
  db: Db,
  { season_id, areas, ...page }: PageQuery & { season_id: number; areas: readonly AreaSlug[] },
  today: string,
  now: Date,
): Promise<{ leagues: CountedLeague[]; total: number; skip: number }> {
  const skip = skipOf(page)
  const condition = sql`l.season_id = ${season_id} and l.area = any(${areas}::text[])
    and exists (select from standings s where s.league_id = l.id)`
  const { rows } = await sql<CountedLeague>`
    select ${leagueColumns(today, now)}
    where ${condition}
    order by a.position, d.position
    limit ${page.per_page} offset ${skip}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total from leagues l where ${condition}`.execute(db)
  return { leagues: rows, total: counted.rows[0]?.total ?? 0, skip }
}

export type PreviewedLeague = CountedLeague &
  SeasonChoice & {
    ending_date: string
    counts_until: string
    stage_dates: StageDates | null
    state: OrganizerState
  }

/** A league of these areas by its id. Undefined in another area. */
export async function findOrganizerLeague(
  db: Db | Tx,
  league_id: number,
  areas: readonly AreaSlug[],
  today: string,
  now: Date,
): Promise<PreviewedLeague | undefined> {
  const { rows } = await sql<PreviewedLeague>`
    select se.name as season, se.slug as season_slug, se.year, se.ending_date, se.counts_until, se.stage_dates, ${leagueColumns(today, now)}
    where l.id = ${league_id} and l.area = any(${areas}::text[])`.execute(db)
  return rows[0]
}

/** The state of a league's play-offs, with its champion. Undefined in another area. */
export async function findLeaguePlayoffs(
  db: Db,
  league_id: number,
  areas: readonly AreaSlug[],
  now: Date,
): Promise<Pick<OrganizerLeague, 'state' | 'qualified' | 'champion'> | undefined> {
  const league = await findOrganizerLeague(db, league_id, areas, saleDay(now), now)
  if (!league) return undefined
  const { state, qualified } = league
  if (state !== 'made') return { state, qualified, champion: null }
  const champion_id = (await listChampions(db, [league_id])).get(league_id)
  if (champion_id === undefined) return { state, qualified, champion: null }
  return { state: 'over', qualified, champion: (await listNames(db, [champion_id])).get(champion_id) ?? null }
}

/** The names of these entries, by id. */
export async function listNames(db: Db | Tx, entry_ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select e.id, ${namesOf(sql`e.id`)} as name from entries e where e.id = any(${entry_ids}::int[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
