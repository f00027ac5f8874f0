import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { leagueName, leagueTables } from '#/features/leagues/league-filter.ts'
import { isArrangeable, namesOf } from '#/features/leagues/sides.ts'
import { isStanding } from '#/features/matches/offer-sql.ts'
import { rulesSql } from '#/features/seasons/queries.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import type { Db, Tx } from '#/server/db.ts'

/** A league as one of its players sees it in the list. */
export type OpenLeague = {
  league_id: number
  area: AreaSlug
  time_zone: string
  league: string
  /** The player's own entry. */
  entry_id: number
  starting_date: string
  ending_date: string
  rules: SeasonRules
  drawn: boolean
  until: Date | null
}

/** A league that the player is entered in. Undefined for other leagues. */
export async function findOpenLeague(
  db: Db | Tx,
  league_id: number,
  player_id: number,
  now: Date,
): Promise<OpenLeague | undefined> {
  const { rows } = await sql<OpenLeague>`
    select l.id as league_id, l.area, a.time_zone, ${leagueName} as league, e.id as entry_id, se.starting_date, se.ending_date,
      ${rulesSql} as rules, exists (select from matches m where m.league_id = l.id and m.round is not null) as drawn,
      (select o.until from open_to_play o where o.entry_id = e.id and o.until > ${now}) as until
    from entry_players ep
    join entries e on e.id = ep.entry_id
    join purchases p on p.id = e.purchase_id and p.counts
    join ${leagueTables} on l.id = e.league_id
    where ep.player_id = ${player_id} and not ep.former and l.id = ${league_id}`.execute(db)
  return rows[0]
}

/** An entry that looks for a match, and the match of the reader's open offer to it. */
type OpenEntry = { entry_id: number; name: string; match_id: number | null }

/** Other entries of a league that look for a match and may meet the reader, newest first. */
export async function listOpenEntries(
  db: Db | Tx,
  { league_id, entry_id, rules }: Pick<OpenLeague, 'league_id' | 'entry_id' | 'rules'>,
  now: Date,
): Promise<OpenEntry[]> {
  const most = rules.meetings === 'schedule' ? null : rules.meetings
  const { rows } = await sql<OpenEntry>`
    select o.entry_id, ${namesOf(sql`o.entry_id`)} as name, (
        select min(m.id) from matches m join match_offers o on o.match_id = m.id
        where m.league_id = ${league_id} and ${isArrangeable} and ${isStanding(now)}
          and ((m.entry_one_id = ${entry_id} and m.entry_two_id = e.id and o.side = 1)
            or (m.entry_two_id = ${entry_id} and m.entry_one_id = e.id and o.side = 2))) as match_id
    from open_to_play o
    join entries e on e.id = o.entry_id
    join purchases p on p.id = e.purchase_id and p.counts
    where e.league_id = ${league_id} and o.entry_id <> ${entry_id} and o.until > ${now}
      and not exists (
        select from entry_players ep join players away on away.id = ep.player_id and (away.suspended_at is not null or away.deleted_at is not null)
        where ep.entry_id = o.entry_id and not ep.former)
      and (${most}::int is null or ${most}::int > (
        select count(*) from matches m
        where m.score_id is not null and m.playoff_stage is null and m.league_id = ${league_id}
          and m.entry_one_id in (o.entry_id, ${entry_id}) and m.entry_two_id in (o.entry_id, ${entry_id})))
    order by o.until desc, o.entry_id`.execute(db)
  return rows
}

/** Stores until when an entry looks for a match. Null ends it. */
export async function updateOpen(tx: Tx, entry_id: number, player_id: number, until: Date | null): Promise<void> {
  if (until === null) await tx.deleteFrom('open_to_play').where('entry_id', '=', entry_id).execute()
  else
    await tx
      .insertInto('open_to_play')
      .values({ entry_id, player_id, until })
      .onConflict((conflict) => conflict.column('entry_id').doUpdateSet({ player_id, until }))
      .execute()
}

/** The open match of two entries without a date, if any. */
export async function findUndatedMatch(tx: Tx, one: number, two: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from matches
    where score_id is null and canceled_at is null and match_date is null and playoff_stage is null
      and ((entry_one_id = ${one} and entry_two_id = ${two}) or (entry_one_id = ${two} and entry_two_id = ${one}))
    order by play_by nulls last, id limit 1`.execute(tx)
  return rows[0]?.id
}
