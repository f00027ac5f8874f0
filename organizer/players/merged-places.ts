import { sql } from 'kysely'
import { formatDay, formatTotal } from '#/contract/format.ts'
import { formatCents } from '#/contract/money.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { joinSeasonAndDivision, leagueName } from '#/features/leagues/league-filter.ts'
import { namesOf } from '#/features/leagues/sides.ts'
import { isSealedNow, lockSealed } from '#/features/sealing/queries.ts'
import { endInvitation } from '#/features/pairs/queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { meetingsSql } from '#/features/seasons/queries.ts'
import { offerFreePlaces } from '#/features/wait-list/queries.ts'
import { dropOpenMatches } from '#/features/leaving/queries.ts'
import { closeLine } from '#/organizer/entries/change-queries.ts'
import { kindsThat } from '#/rules/formats/formats.ts'
import type { Db, Tx } from '#/server/db.ts'

/** Two accounts, of which `from_id` is closed. */
type Accounts = { keep_id: number; from_id: number }

/** A league in which both accounts hold a place that counts. */
type SharedLeague = {
  league_id: number
  league: string
  keep_entry_id: number
  from_entry_id: number
  /** The line of the closed account's place. */
  purchase_id: number
  price_cents: number
  is_paid: boolean
  is_pair: boolean
  refund_requested: boolean
  /** Whether the season is over, so that the table stays as it is. */
  is_sealed: boolean
  is_ladder: boolean
  same_table: boolean
  both_in_playoffs: boolean
  /** Of the closed account's place. */
  results: number
  open_matches: number
  /** A result of each against the same entry on one day. */
  same_day: { opponent: string; match_date: string } | null
  /** Results beyond those that the season counts of two players who meet. */
  surplus: number
}

async function listSharedLeagues(db: Db | Tx, { keep_id, from_id }: Accounts, now: Date): Promise<SharedLeague[]> {
  const resultsOf = (entry: 'kept' | 'gone', columns: string) => sql`
    select ${sql.raw(columns)} case when m.entry_one_id = ${sql.ref(`${entry}.id`)} then m.entry_two_id else m.entry_one_id end as opponent_id
    from matches m
    where ${sql.ref(`${entry}.id`)} in (m.entry_one_id, m.entry_two_id) and m.score_id is not null and m.playoff_stage is null`
  const { rows } = await sql<Omit<SharedLeague, 'is_sealed'>>`
    select l.id as league_id, ${leagueName} as league, kept.id as keep_entry_id, gone.id as from_entry_id, line.id as purchase_id,
      line.price_cents, line.refunded_at is null and line.withdrawn_at is null as is_paid, line.refund_requested_at is not null or kept_line.refund_requested_at is not null as refund_requested,
      exists (select from entry_players two where two.entry_id in (kept.id, gone.id) and two.position = 2) as is_pair,
      coalesce(l.format ->> 'kind' = any(${kindsThat('by_rung')}::text[]), false) as is_ladder,
      kept.flight is not distinct from gone.flight as same_table,
      (select count(*) from playoff_seeds ps where ps.league_id = l.id and ps.entry_id in (kept.id, gone.id)) = 2 as both_in_playoffs,
      (select count(*) from matches m where gone.id in (m.entry_one_id, m.entry_two_id) and m.score_id is not null) as results,
      (select count(*) from matches m
        where gone.id in (m.entry_one_id, m.entry_two_id) and m.score_id is null and m.canceled_at is null and m.playoff_stage is null) as open_matches,
      (select json_build_object('opponent', ${namesOf(sql`a.opponent_id`)}, 'match_date', a.match_date)
        from (${resultsOf('kept', 'm.match_date,')}) a join (${resultsOf('gone', 'm.match_date,')}) b using (opponent_id, match_date)
        order by match_date limit 1) as same_day,
      coalesce((
        select sum(greatest(each.kept + each.gone - rules.meetings, 0) - greatest(each.kept - rules.meetings, 0) - greatest(each.gone - rules.meetings, 0))
        from (
          select opponent_id, count(*) filter (where is_kept) as kept, count(*) filter (where not is_kept) as gone
          from (${resultsOf('kept', 'true as is_kept,')} union all ${resultsOf('gone', 'false as is_kept,')}) both_places
          group by opponent_id) each), 0)::int as surplus
    from entry_players keeps
    join entries kept on kept.id = keeps.entry_id
    join purchases kept_line on kept_line.id = kept.purchase_id and kept_line.counts
    join entry_players goes on goes.league_id = keeps.league_id and goes.player_id = ${from_id} and goes.entry_id <> keeps.entry_id
    join entries gone on gone.id = goes.entry_id
    join purchases line on line.id = gone.purchase_id and line.counts
    join leagues l on l.id = keeps.league_id ${joinSeasonAndDivision}
    cross join lateral (select ${meetingsSql} as meetings) rules
    where keeps.player_id = ${keep_id}
    order by l.id`.execute(db)
  const shared: SharedLeague[] = []
  for (const row of rows) shared.push({ ...row, is_sealed: await isSealedNow(db, row.league_id, now) })
  return shared
}

/** Explains why two accounts cannot be merged because of the leagues of both. Null if they can. */
export async function findPlacesProblem(db: Db | Tx, accounts: Accounts, now: Date): Promise<string | null> {
  const { keep_id, from_id } = accounts
  const apart = 'leave the accounts apart'
  const { rows: met } = await sql<{ league: string; match_date: string }>`
    select ${leagueName} as league, m.match_date
    from match_players one
    join match_players two on two.match_id = one.match_id and two.player_id = ${from_id}
    join matches m on m.id = one.match_id and m.score_id is not null
    join leagues l on l.id = m.league_id ${joinSeasonAndDivision}
    where one.player_id = ${keep_id}
    order by m.match_date desc, m.id desc
    limit 1`.execute(db)
  if (met[0])
    return `They have played in the same match on ${formatDay(wireDay(met[0].match_date))}: ${met[0].league}. If they are one person, void that result first. If they are two, ${apart}.`
  const { rows: partners } = await sql<{ league: string }>`
    select ${leagueName} as league
    from entry_players one
    join entry_players two on two.entry_id = one.entry_id and two.player_id = ${from_id}
    join entries e on e.id = one.entry_id
    join purchases p on p.id = e.purchase_id and p.counts
    join leagues l on l.id = one.league_id ${joinSeasonAndDivision}
    where one.player_id = ${keep_id}
    limit 1`.execute(db)
  if (partners[0])
    return `They are partners: ${partners[0].league}. If they are one person, replace one of them in the pair first.`
  for (const shared of await listSharedLeagues(db, accounts, now)) {
    const { league, same_day } = shared
    if (shared.refund_requested) return `A refund of one of their entries is being made: ${league}. Please wait for it.`
    // Both lines of its table stay.
    if (shared.is_sealed) continue
    if (shared.is_pair)
      return `Both are in the same league, in two pairs: ${league}. Replace one of them in a pair, or withdraw one pair, first.`
    if (shared.both_in_playoffs) return `Both are in the play-offs: ${league}. Withdraw one of them first, or ${apart}.`
    if (shared.results > 0 && (shared.is_ladder || !shared.same_table))
      return `Both have results in the same league, ${shared.is_ladder ? 'on two places of a ladder' : 'in two tables of it'}: ${league}. Withdraw one of them first, or ${apart}.`
    if (same_day)
      return `Both have a result against ${same_day.opponent} on ${formatDay(wireDay(same_day.match_date))}: ${league}. Void the one that is wrong first.`
  }
  return null
}

/** A sentence for each league of both accounts: how a merge joins their two places. */
export async function describePlaces(db: Db | Tx, accounts: Accounts, now: Date): Promise<string[]> {
  const shared = await listSharedLeagues(db, accounts, now)
  return shared.map(({ league, is_sealed, results, open_matches, surplus, price_cents }) =>
    [
      `Both have a place in ${league}.`,
      is_sealed
        ? 'Its season is over, so its table keeps both lines, under one name.'
        : results === 0
          ? `The place of the account that is closed has no results and ends.`
          : `The place of the account that is closed ends, and the other gets its ${formatTotal(results, 'result', 'results')}.`,
      ...(is_sealed || surplus === 0
        ? []
        : [
            `${formatTotal(surplus, 'result does', 'results do')} not count in the table, because the season counts fewer matches of two players.`,
          ]),
      ...(is_sealed || open_matches === 0
        ? []
        : [`${formatTotal(open_matches, 'open match of it ends', 'open matches of it end')} as in a withdrawal.`]),
      ...(price_cents === 0 ? [] : [`Its ${formatCents(price_cents)} can be refunded under Payments.`]),
    ].join(' '),
  )
}

/** Locks the leagues of the account that is closed, so that nothing is played in them while it is merged, and seals those that are over. */
export async function lockLeaguesOf(tx: Tx, from_id: number, now: Date): Promise<void> {
  const { rows } = await sql<{ league_id: number }>`
    select distinct league_id from entry_players where player_id = ${from_id} order by league_id`.execute(tx)
  for (const { league_id } of rows) await lockSealed(tx, league_id, now)
}

/**
 * Ends the closed account's places in the leagues of both: the kept account's place gets their results, open matches end as
 * in a withdrawal, and the line is Closed. In a sealed league only the line is. Returns the leagues, which the caller rebuilds once both accounts are one. The
 * caller has locked them and called `findPlacesProblem`.
 */
export async function joinPlaces(tx: Tx, accounts: Accounts, now: Date): Promise<number[]> {
  const shared = await listSharedLeagues(tx, accounts, now)
  for (const { keep_entry_id: kept, from_entry_id: gone, purchase_id, is_sealed, is_paid } of shared) {
    if (!is_sealed) {
      await dropOpenMatches(tx, gone, now)
      await moveResults(tx, { kept, gone })
      await tx.deleteFrom('open_to_play').where('entry_id', '=', gone).execute()
      await endInvitation(tx, gone, now)
    }
    // A player has one paid line in a league. In a sealed league it may have been refunded before.
    if (is_paid) await closeLine(tx, purchase_id, now)
    await tx.updateTable('entry_players').set({ former: true }).where('entry_id', '=', gone).execute()
  }
  return shared.flatMap(({ league_id, is_sealed }) => (is_sealed ? [] : [league_id]))
}

/** Makes the results of one place those of another, with its seed in the play-offs. */
async function moveResults(tx: Tx, { kept, gone }: { kept: number; gone: number }): Promise<void> {
  // Without a canceled match against each other.
  const moved = sql`${gone} in (m.entry_one_id, m.entry_two_id) and ${kept} not in (m.entry_one_id, m.entry_two_id)`
  await sql`
    update scores s set winner_entry_id = case s.winner_entry_id when ${gone}::int then ${kept}::int else s.winner_entry_id end,
      side_entry_id = case s.side_entry_id when ${gone}::int then ${kept}::int else s.side_entry_id end
    from matches m
    where m.id = s.match_id and ${moved} and ${gone} in (s.winner_entry_id, s.side_entry_id)`.execute(tx)
  await sql`
    update matches m set entry_one_id = case m.entry_one_id when ${gone}::int then ${kept}::int else m.entry_one_id end,
      entry_two_id = case m.entry_two_id when ${gone}::int then ${kept}::int else m.entry_two_id end
    where ${moved}`.execute(tx)
  await tx.updateTable('playoff_seeds').set({ entry_id: kept }).where('entry_id', '=', gone).execute()
  await sql`select note_shared_entries(array[${kept}::int])`.execute(tx)
}

/** Rebuilds these leagues after a merge, by ascending id, and offers the places that it has freed. */
export async function rebuildJoined(tx: Tx, league_ids: readonly number[]): Promise<void> {
  for (const league_id of league_ids) {
    await rebuildLeague(tx, league_id)
    await offerFreePlaces(tx, league_id)
  }
}
