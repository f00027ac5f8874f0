import { sql, type RawBuilder } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { toAmount } from '#/contract/money.ts'
import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { isLeagueOf, joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'
import { namesOf, playersOf, publicName, replacementsOf, winnerAndOpponent } from '#/features/leagues/sides.ts'
import { findPlayoffs } from '#/features/playoffs/queries.ts'
import { isOnSale, priceSql, saleDay } from '#/features/seasons/queries.ts'
import { correctionsSql, leftEntriesSql, toCorrection, type StoredCorrection } from '#/features/standings/notes.ts'
import { dayInZone } from '#/rules/day.ts'
import { formatWordsOf, type LeagueFormat } from '#/rules/formats/formats.ts'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import type { Db } from '#/server/db.ts'
import type { embedCalls, EmbedView } from './contract.ts'

/** The parameters that select a league. */
type LeagueChoice = {
  area: AreaSlug
  /** By slug or name. */
  division: string
  season?: string | undefined
  year?: number | undefined
}

/** The selected league. Its queries use `league_id`, `today` (the current day in the area) and the format. */
type EmbeddedLeague = {
  league_id: number
  today: string
  format: LeagueFormat | null
  area: AreaSlug
  area_name: string
  division: string
  division_name: string
  season: string
  season_name: string
  year: number
}

/** Maximum rows of a table; more than any league has. */
const MOST_ROWS = 500
const MOST_RESULTS = 50
const MOST_MATCHES = 100

/**
 * The selected league. The season defaults to the newest in progress, then the next, then the last. `for_sale`: prefers
 * the first one on sale. Undefined if there is none, or its area has turned its pages off.
 */
async function findEmbedded(
  db: Db,
  { area, division, season, year }: LeagueChoice,
  now: Date,
  { for_sale }: { for_sale: boolean },
): Promise<EmbeddedLeague | undefined> {
  const saleFirst = for_sale
    ? sql`${isOnSale(saleDay(now))} desc, case when ${isOnSale(saleDay(now))} then se.starting_date end,`
    : sql``
  const { rows } = await sql<Omit<EmbeddedLeague, 'today'> & { time_zone: string }>`
    select l.id as league_id, l.format, a.slug as area, a.name as area_name, a.time_zone, d.slug as division, d.name as division_name,
      se.slug as season, se.name as season_name, se.year
    from leagues l ${joinSeasonAndDivision} join areas a on a.slug = l.area and a.has_public_pages
    cross join lateral (select (${now}::timestamptz at time zone a.time_zone)::date as today) local
    where ${isLeagueOf({ area, season, year })} and not se.is_draft and l.offered
      and (d.slug = ${division.toLowerCase()} or lower(d.name) = ${division.toLowerCase()})
    order by ${saleFirst} local.today between se.starting_date and se.counts_until desc, se.starting_date > local.today desc,
      case when se.starting_date > local.today then se.starting_date end, se.starting_date desc, l.id
    limit 1`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { time_zone, ...league } = found
  return { ...league, today: dayInZone(now, time_zone) }
}

/** The reply of each view's call. */
export type EmbedReplies = { [View in EmbedView]: Reply<(typeof embedCalls)[View]> }

type Shown<View extends EmbedView> = Omit<
  EmbedReplies[View],
  Exclude<keyof EmbeddedLeague, 'league_id' | 'today' | 'format'>
>

/** The time of the read, and the site's address. */
type Moment = { now: Date; site: string }

async function readStandings(db: Db, { league_id, format }: EmbeddedLeague): Promise<Shown<'standings'>> {
  const { rows } = await sql<Shown<'standings'>['standings'][number]>`
    select s.rank, s.flight, ${namesOf(sql`s.entry_id`, publicName)} as name,
      ${replacementsOf(sql`s.entry_id`, publicName)} as replacements, s.wins, s.losses, s.ties, s.played, s.points, s.byes
    from standings s where s.league_id = ${league_id} order by s.flight, s.rank limit ${MOST_ROWS}`.execute(db)
  const { rows: notes } = await sql<{ left: Shown<'standings'>['left']; corrections: StoredCorrection[] }>`
    select ${leftEntriesSql(publicName)} as left, ${correctionsSql(null, publicName)} as corrections
    from leagues l join areas a on a.slug = l.area where l.id = ${league_id}`.execute(db)
  const { left = [], corrections = [] } = notes[0] ?? {}
  return {
    group: format && (formatWordsOf(format.kind).group ?? null),
    standings: rows,
    left,
    corrections: corrections.map(toCorrection),
  }
}

async function readResults(db: Db, { league_id }: EmbeddedLeague): Promise<Shown<'results'>> {
  type Row = {
    winner: string
    opponent: string
    tie: boolean
    set_games: SetScore[]
    match_status: MatchStatus
    match_date: string
    playoffs: boolean
  }
  const { rows } = await sql<Row>`
    select ${winnerAndOpponent(publicName)}, s.winner_entry_id is null as tie, s.set_games, s.match_status, s.match_date, m.playoff_stage is not null as playoffs
    from matches m join scores s on s.id = m.score_id
    where m.league_id = ${league_id} and s.answer is distinct from 'disputed'
    order by m.match_date desc, m.id desc limit ${MOST_RESULTS}`.execute(db)
  return {
    results: rows.map(({ set_games, match_status, match_date, ...result }) => {
      return { ...result, score: scoreLine(set_games, match_status), match_date: wireDay(match_date) }
    }),
  }
}

async function readBracket(db: Db, league: EmbeddedLeague, { now }: Moment): Promise<Shown<'bracket'>> {
  const { area, division, season, year } = league
  const playoffs = await findPlayoffs(db, { area, division, season, year }, now, publicName)
  const stages = (playoffs?.stages ?? []).map(({ stage, name, date, rows }) => ({
    stage,
    name,
    date,
    rows: rows.map(({ slot, player_one, player_two, score, winner }) => ({
      slot,
      player_one,
      player_two,
      score,
      winner,
    })),
  }))
  return { stages }
}

async function readSchedule(db: Db, { league_id, today }: EmbeddedLeague): Promise<Shown<'schedule'>> {
  type Row = Shown<'schedule'>['matches'][number]
  const { rows: matches } = await sql<Row>`
    select ${playersOf(1, publicName)} as player_one, ${playersOf(2, publicName)} as player_two,
      to_char(m.match_date, 'YYYY/MM/DD') as match_date, to_char(m.match_time, 'HH24:MI') as match_time,
      to_char(m.play_by, 'YYYY/MM/DD') as play_by, m.playoff_stage is not null as playoffs
    from matches m
    where m.league_id = ${league_id} and m.score_id is null and m.canceled_at is null
      and coalesce(m.match_date, m.play_by, ${today}::date) >= ${today}::date
    order by coalesce(m.match_date, m.play_by), m.match_time nulls last, m.id limit ${MOST_MATCHES}`.execute(db)
  return { matches }
}

async function readJoin(db: Db, league: EmbeddedLeague, { now, site }: Moment): Promise<Shown<'join'>> {
  const today = saleDay(now)
  type Row = {
    on_sale: boolean
    price_cents: number
    starting_date: string
    ending_date: string
    sold_until: string
    entries: number
    capacity: number | null
  }
  const isSold: RawBuilder<unknown> = sql`(${isOnSale(today)} and d.retired_at is null and a.archived_at is null
    and coalesce(a.sale_from <= ${today}, true))`
  const { rows } = await sql<Row>`
    select ${isSold} as on_sale, ${priceSql(today)} as price_cents, se.starting_date, se.ending_date, se.sold_until, l.capacity,
      (select count(*) from entries e join purchases p on p.id = e.purchase_id and p.counts where e.league_id = l.id) as entries
    from leagues l ${joinSeasonAndDivision} join areas a on a.slug = l.area
    where l.id = ${league.league_id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The league has disappeared.')
  const { price_cents, starting_date, ending_date, sold_until, ...facts } = row
  return {
    ...facts,
    price: toAmount(price_cents),
    currency: organization().currency,
    starting_date: wireDay(starting_date),
    ending_date: wireDay(ending_date),
    sold_until: wireDay(sold_until),
    url: site + paths.leaguesOf(league.season, league.year),
  }
}

const readers: { [View in EmbedView]: (db: Db, league: EmbeddedLeague, moment: Moment) => Promise<Shown<View>> } = {
  standings: readStandings,
  results: readResults,
  bracket: readBracket,
  schedule: readSchedule,
  join: readJoin,
}

/** A view of the selected league, with the league's names. Undefined like `findEmbedded`. */
export async function readEmbed<View extends EmbedView>(
  db: Db,
  view: View,
  choice: LeagueChoice,
  moment: Moment,
): Promise<EmbedReplies[View] | undefined> {
  const found = await findEmbedded(db, choice, moment.now, { for_sale: view === 'join' })
  if (!found) return undefined
  const { league_id: _, today: __, format: ___, ...league } = found
  return { ...league, ...(await readers[view](db, found, moment)) } as EmbedReplies[View]
}
