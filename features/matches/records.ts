import { sql, type RawBuilder } from 'kysely'
import { kindsThat } from '#/rules/formats/formats.ts'
import type { Db } from '#/server/db.ts'

/** Matches won, lost and tied in the seasons' tables, and matches won and lost in play-offs, which no table counts. */
export type Records = {
  record: { wins: number; losses: number; ties: number }
  playoff_record: { wins: number; losses: number }
}

/** The records of a player over all leagues, as the columns `record` and `playoff_record`. Every screen uses these. */
export function recordColumns(player_id: number): RawBuilder<unknown> {
  return sql`(
      select json_build_object('wins', coalesce(sum(st.wins), 0), 'losses', coalesce(sum(st.losses), 0), 'ties', coalesce(sum(st.ties), 0))
      from (
        select st.wins, st.losses, st.ties
        from entry_players me join standings st on st.entry_id = me.entry_id
        where me.player_id = ${player_id}
        union all
        -- A table that counts only one period has lost the earlier ones.
        select (s.winner_entry_id = me.entry_id)::int, (s.winner_entry_id <> me.entry_id)::int, (s.winner_entry_id is null)::int
        from entry_players me
        join leagues l on l.id = me.league_id and l.format ->> 'kind' = any(${kindsThat('by_period')}::text[])
        join matches m on m.league_id = l.id and m.round < l.rounds_drawn and m.playoff_stage is null
          and me.entry_id in (m.entry_one_id, m.entry_two_id)
        join scores s on s.id = m.score_id and s.answer is distinct from 'disputed'
        where me.player_id = ${player_id}) st) as record,
    (
      select json_build_object('wins', count(*) filter (where s.winner_entry_id = me.entry_id), 'losses', count(*) filter (where s.winner_entry_id <> me.entry_id))
      from entry_players me
      join matches m on m.league_id = me.league_id and m.playoff_stage is not null and m.canceled_at is null
        and me.entry_id in (m.entry_one_id, m.entry_two_id)
      join scores s on s.id = m.score_id and s.answer is distinct from 'disputed'
      where me.player_id = ${player_id}) as playoff_record`
}

export async function findRecords(db: Db, player_id: number): Promise<Records> {
  const { rows } = await sql<Records>`select ${recordColumns(player_id)}`.execute(db)
  const [records] = rows
  if (!records) throw new Error('a select without a table has one row')
  return records
}
