import { sql, type RawBuilder } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { toAmount } from '#/contract/money.ts'
import { organization } from '#/contract/organization.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'
import { namesOf, winnerAndOpponent } from '#/features/leagues/sides.ts'
import { findPlayoffs } from '#/features/playoffs/queries.ts'
import { confirmationState, type Answer } from '#/rules/confirmation.ts'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import type { Db } from '#/server/db.ts'
import type { WebhookEvent } from './contract.ts'

/** The subject of an event, as recorded by a trigger (migration 074). */
export type About = { purchase?: number; league?: number; order?: string; refund?: number; score?: number }

/** The content of an event. `at`: when it happened, null if nothing stored says so. */
export type EventData = { at: Date | null; data: Record<string, unknown> }

/** The most rows of a table that are sent: more than any league has. */
const MOST_ROWS = 500

/**
 * The current data of an event (docs/webhooks.md describes each): names and the content of tables, and no other
 * personal data. Null if there is nothing left to send.
 */
export function findEventData(db: Db, type: WebhookEvent, about: About, now: Date): Promise<EventData | null> {
  const { purchase = 0, league = 0, order = '', refund = 0, score = 0 } = about
  switch (type) {
    case 'entry.created':
    case 'entry.withdrawn':
      return findEntry(db, { purchase, league, withdrawn: type === 'entry.withdrawn' })
    case 'payment.paid':
      return findPayment(db, order)
    case 'payment.refunded':
      return findRefunded(db, refund)
    case 'result.reported':
    case 'result.confirmed':
      return findScore(db, { score, confirmed: type === 'result.confirmed' }, now)
    case 'standings.changed':
      return findTable(db, league)
    case 'bracket.changed':
      return findBracket(db, league, now)
  }
}

type League = {
  id: number
  area: AreaSlug
  season: string
  season_name: string
  year: number
  division: string
  division_name: string
}

const leagueJson = sql<League>`json_build_object('id', l.id, 'area', l.area, 'season', se.slug, 'season_name', se.name, 'year', se.year,
  'division', d.slug, 'division_name', d.name)`

async function findOne<T>(db: Db, query: RawBuilder<T>): Promise<T | null> {
  const { rows } = await query.execute(db)
  return rows[0] ?? null
}

async function findLeague(db: Db, id: number): Promise<League | null> {
  const found = await findOne(
    db,
    sql<{ league: League }>`select ${leagueJson} as league from leagues l ${joinSeasonAndDivision} where l.id = ${id}`,
  )
  return found?.league ?? null
}

/**
 * The entry of a purchase in a league. Once it is moved or given to somebody else, the purchase and the entry differ.
 */
async function findEntry(
  db: Db,
  { purchase, league, withdrawn }: { purchase: number; league: number; withdrawn: boolean },
): Promise<EventData | null> {
  const found = await findOne(
    db,
    sql<{ league: League; entry_id: number | null; players: string[]; entered_at: Date; withdrawn_at: Date | null }>`
      select ${leagueJson} as league, e.id as entry_id, coalesce(e.created_at, p.created_at) as entered_at, p.withdrawn_at,
        coalesce(
          (select json_agg(one.name order by ep.position) from entry_players ep join players one on one.id = ep.player_id where ep.entry_id = e.id),
          json_build_array(buyer.name)) as players
      from purchases p
      join players buyer on buyer.id = p.player_id
      join leagues l on l.id = ${league} ${joinSeasonAndDivision}
      left join lateral (
        select e.id, e.created_at from entries e join purchases of_entry on of_entry.id = e.purchase_id
        where e.league_id = l.id and (e.purchase_id = p.id or of_entry.player_id = p.player_id)
        order by e.purchase_id = p.id desc, e.id desc limit 1) e on true
      where p.id = ${purchase}`,
  )
  if (!found) return null
  const { entered_at, withdrawn_at, ...data } = found
  return { at: withdrawn ? withdrawn_at : entered_at, data }
}

async function findPayment(db: Db, order_id: string): Promise<EventData | null> {
  const found = await findOne(
    db,
    sql<{ total_cents: number; settled_at: Date | null; player: string; lines: { league: League; cents: number }[] }>`
      select o.total_cents, o.settled_at, buyer.name as player,
        (select json_agg(json_build_object('league', ${leagueJson}, 'cents', p.price_cents) order by p.id)
         from purchases p join leagues l on l.id = p.league_id ${joinSeasonAndDivision} where p.order_id = o.id) as lines
      from orders o join players buyer on buyer.id = o.player_id
      where o.id = ${order_id}::uuid`,
  )
  if (!found) return null
  const { total_cents, settled_at, player, lines } = found
  return {
    at: settled_at,
    data: {
      order_id,
      player,
      amount: toAmount(total_cents),
      currency: organization().currency,
      lines: lines.map(({ league, cents }) => ({ league, price: toAmount(cents) })),
    },
  }
}

async function findRefunded(db: Db, refund_id: number): Promise<EventData | null> {
  const found = await findOne(
    db,
    sql<{ order_id: string; amount_cents: number; done_at: Date | null; player: string; league: League | null }>`
      select r.order_id, r.amount_cents, r.done_at, buyer.name as player,
        (select ${leagueJson} from purchases p join leagues l on l.id = p.league_id ${joinSeasonAndDivision}
         where p.id = r.purchase_id) as league
      from refunds r join orders o on o.id = r.order_id join players buyer on buyer.id = o.player_id
      where r.id = ${refund_id}`,
  )
  if (!found) return null
  const { amount_cents, done_at, ...refund } = found
  const amount = { amount: toAmount(amount_cents), currency: organization().currency }
  return { at: done_at, data: { refund_id, ...refund, ...amount } }
}

type Score = {
  league: League
  match_id: number
  version: number
  stage: number | null
  winner: string
  opponent: string
  has_winner: boolean
  set_games: SetScore[]
  match_status: MatchStatus
  match_date: string
  created_at: Date
  answer: Answer | null
  answered_at: Date | null
  answer_until: Date
}

async function findScore(
  db: Db,
  { score, confirmed }: { score: number; confirmed: boolean },
  now: Date,
): Promise<EventData | null> {
  const found = await findOne(
    db,
    sql<Score>`
      select ${leagueJson} as league, m.id as match_id, s.version, m.playoff_stage as stage, ${winnerAndOpponent()},
        s.winner_entry_id is not null as has_winner, s.set_games, s.match_status, s.match_date, s.created_at, s.answer,
        s.answered_at, s.answer_until
      from scores s join matches m on m.id = s.match_id join leagues l on l.id = m.league_id ${joinSeasonAndDivision}
      where s.id = ${score}`,
  )
  if (!found) return null
  const { created_at, answer, answered_at, answer_until, match_date, ...result } = found
  return {
    at: confirmed ? (answered_at ?? answer_until) : created_at,
    data: {
      ...result,
      match_date: wireDay(match_date),
      score: scoreLine(result.set_games, result.match_status),
      state: confirmationState({ answer, answer_until }, now),
    },
  }
}

async function findTable(db: Db, league_id: number): Promise<EventData | null> {
  const league = await findLeague(db, league_id)
  if (!league) return null
  const { rows: standings } = await sql`
    select s.flight, s.rank, s.entry_id, ${namesOf(sql`s.entry_id`)} as name, s.wins, s.losses, s.ties, s.played
    from standings s where s.league_id = ${league_id} order by s.flight, s.rank limit ${MOST_ROWS}`.execute(db)
  return { at: null, data: { league, standings } }
}

async function findBracket(db: Db, league_id: number, now: Date): Promise<EventData | null> {
  const league = await findLeague(db, league_id)
  if (!league) return null
  const { area, division, season, year } = league
  const playoffs = await findPlayoffs(db, { area, division, season, year }, now)
  const stages = (playoffs?.stages ?? []).map(({ stage, name, date, rows }) => ({
    stage,
    name,
    date,
    rows: rows.map(({ slot, player_one, player_two, score, winner, state, provisional, match_id }) => {
      return { slot, player_one, player_two, score, winner, state, provisional, match_id }
    }),
  }))
  return { at: null, data: { league, stages } }
}
