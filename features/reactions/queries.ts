import { sql } from 'kysely'
import { leagueName, leagueTables } from '#/features/leagues/league-filter.ts'
import { isPlayedBy } from '#/features/leagues/sides.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { ReactionKind, Reactions } from './contract.ts'

/** The reactions to each of these results that is not disputed, as a player sees them. */
export async function listReactionsTo(
  db: Db | Tx,
  match_ids: readonly number[],
  player_id: number,
): Promise<Reactions[]> {
  const countOf = (kind: ReactionKind) => sql`${kind}::text, count(*) filter (where r.kind = ${kind})`
  const { rows } = await sql<Reactions>`
    select m.id as match_id, counted.mine, counted.counts, not ${isPlayedBy(player_id)} and exists (
        select from entry_players ep
        join entries e on e.id = ep.entry_id
        join purchases p on p.id = e.purchase_id and p.counts
        where ep.league_id = m.league_id and ep.player_id = ${player_id} and not ep.former) as may_react
    from matches m
    join scores s on s.id = m.score_id and s.answer is distinct from 'disputed'
    cross join lateral (
      select max(r.kind) filter (where r.player_id = ${player_id}) as mine, json_build_object(${countOf('well_played')},
        ${countOf('great_match')}, ${countOf('surprise')}, ${countOf('fair_play')}) as counts
      from reactions r
      where r.match_id = m.id and r.winner_entry_id is not distinct from s.winner_entry_id) counted
    where m.id = any (${match_ids}::int[])
    order by m.id`.execute(db)
  return rows
}

/** Stores a player's reaction to a result, in place of an earlier one. Null takes it back. */
export async function updateReaction(
  tx: Tx,
  { match_id, player_id, kind }: { match_id: number; player_id: number; kind: ReactionKind | null },
  now: Date,
): Promise<void> {
  if (kind === null)
    await tx.deleteFrom('reactions').where('match_id', '=', match_id).where('player_id', '=', player_id).execute()
  else
    await sql`
      insert into reactions (match_id, player_id, kind, winner_entry_id, reacted_at)
      select m.id, ${player_id}, ${kind}, s.winner_entry_id, ${now} from matches m join scores s on s.id = m.score_id where m.id = ${match_id}
      on conflict on constraint reactions_pkey do update
      set kind = excluded.kind, winner_entry_id = excluded.winner_entry_id, reacted_at = excluded.reacted_at`.execute(
      tx,
    )
}

export async function deleteReactionsOf(tx: Tx, player_id: number): Promise<void> {
  await tx.deleteFrom('reactions').where('player_id', '=', player_id).execute()
}

/** All reactions of a player, for the export of personal data. */
export async function listReactionsOf(db: Db, player_id: number) {
  const { rows } = await sql<{ match_id: number; league: string; kind: ReactionKind; reacted_at: Date }>`
    select r.match_id, ${leagueName} as league, r.kind, r.reacted_at
    from reactions r join matches m on m.id = r.match_id join ${leagueTables} on l.id = m.league_id
    where r.player_id = ${player_id} order by r.reacted_at, r.match_id`.execute(db)
  return rows.map((row) => ({ ...row, reacted_at: row.reacted_at.toISOString() }))
}
