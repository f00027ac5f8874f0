import { sql } from 'kysely'
import { rankStandings, type StandingRow } from '#/rules/standings.ts'
import type { Db, Tx } from '#/server/db.ts'

/**
 * Brings the stored table of a league up to date with its entries and results; call it in the transaction that changed
 * them. Holds the league until the transaction ends: whoever changes several leagues goes by ascending id.
 */
export async function rebuildStandings(tx: Tx, league_id: number): Promise<void> {
  // Not `for update`: that would wait for everybody who has inserted an entry or a match there, and they for us.
  await sql`select from leagues where id = ${league_id} for no key update`.execute(tx)
  const rows = await rankLeague(tx, league_id)
  const table = JSON.stringify(rows)
  await sql`
    insert into standings (league_id, entry_id, rank, wins, losses, ties, played)
    select ${league_id}, entry_id, rank, wins, losses, ties, played
    from jsonb_to_recordset(${table}::text::jsonb) as t (entry_id int, rank int, wins int, losses int, ties int, played int)
    on conflict (league_id, entry_id) do update
    set rank = excluded.rank, wins = excluded.wins, losses = excluded.losses, ties = excluded.ties, played = excluded.played
    where (standings.rank, standings.wins, standings.losses, standings.ties, standings.played)
      is distinct from (excluded.rank, excluded.wins, excluded.losses, excluded.ties, excluded.played)`.execute(tx)
  await sql`
    delete from standings s
    where s.league_id = ${league_id}
      and not exists (
        select from entries e join purchases p on p.id = e.purchase_id
        where e.id = s.entry_id and p.status in ('Paid', 'Confirmed'))`.execute(tx)
}

/** A league's table worked out from its entries and results, best first. */
export async function rankLeague(db: Db | Tx, league_id: number): Promise<StandingRow[]> {
  const entries = await db
    .selectFrom('entries')
    .innerJoin('purchases', 'purchases.id', 'entries.purchase_id')
    .select(['entries.id as entry_id', 'entries.lot'])
    .where('entries.league_id', '=', league_id)
    .where('purchases.status', 'in', ['Paid', 'Confirmed'])
    .execute()
  const played = await db
    .selectFrom('matches')
    .innerJoin('scores', 'scores.id', 'matches.score_id')
    .select(['entry_one_id', 'entry_two_id', 'winner_entry_id', 'match_status', 'set_games'])
    .where('matches.league_id', '=', league_id)
    .execute()
  return rankStandings(
    entries,
    played.map((match) => ({
      entry_1: match.entry_one_id,
      entry_2: match.entry_two_id,
      winner: match.winner_entry_id,
      status: match.match_status,
      sets: match.set_games,
      // Only the play-offs ask; until results can be confirmed every one can still change.
      final: false,
    })),
  )
}
