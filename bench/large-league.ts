import { sql } from 'kysely'
import { openSeasons } from '#/features/seasons/jobs.ts'
import { rebuildStandings } from '#/features/standings/queries.ts'
import { addDays, daysBetween } from '#/rules/day.ts'
import type { Db } from '#/server/db.ts'
import { startSession } from '#/server/session.ts'

/** Entries of each league; everybody has played everybody once. */
export const entriesPerLeague = 30
const matchesPerLeague = (entriesPerLeague * (entriesPerLeague - 1)) / 2
const leaguesPerSeason = 13 * 3

/**
 * Fills an empty, migrated database with at least that many played matches in leagues of 30, the newest seasons first, and
 * brings tables and statistics up to date. Every constraint of the schema checks every row. Answers the live token of a
 * player who stands in one of the newest.
 */
export async function fillWithMatches(db: Db, matches: number, now: Date): Promise<{ token: string; matches: number }> {
  const leagues = Math.ceil(matches / matchesPerLeague)
  const today = now.toISOString().slice(0, 10)
  // Four seasons a year.
  const first = addDays(today, -Math.ceil(leagues / leaguesPerSeason / 4 + 1) * 366)
  for (let ago = daysBetween(first, today); ago >= 0; ago -= 14) await openSeasons(db, addDays(today, -ago))

  const player = await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    // A league's thirty are the same in every season.
    await sql`
      insert into players (email, first_name, last_name, phone, singles_level, gender, area, referral_code, created_at)
      select format('%s-%s-%s@example.com', a.slug, d.id, seat), 'Player' || seat, 'Division' || d.id, '+1 574 555 0100',
        coalesce(d.level, '3.5'), coalesce(d.gender, 'Female'), a.slug, format('B%s-%s-%s', a.position, d.id, seat), ${now}::timestamptz - interval '9 years'
      from areas a, divisions d, generate_series(1, ${entriesPerLeague}::int) seat`.execute(tx)
    await sql`
      create temporary table filled on commit drop as
      select l.id, l.season_id, l.area, d.id as division_id, d.price_cents, se.starting_date
      from leagues l join seasons se on se.id = l.season_id join divisions d on d.id = l.division_id
      where se.ending_date < ${today}::date
      order by se.starting_date desc, d.position, l.area
      limit ${leagues}`.execute(tx)
    await sql`
      with bought as (
        insert into orders (player_id, season_id, area, total_cents, confirmation_token, created_at, settled_at)
        select p.id, f.season_id, f.area, f.price_cents, format('%s-%s', f.id, p.id), f.starting_date - 7, f.starting_date - 7
        from filled f join players p on p.area = f.area and p.last_name = 'Division' || f.division_id
        returning id, player_id, total_cents, confirmation_token, created_at),
      line as (
        insert into purchases (order_id, player_id, league_id, price_cents, status, created_at)
        select id, player_id, split_part(confirmation_token, '-', 1)::int, total_cents, 'Paid', created_at from bought
        returning id, player_id, league_id, created_at),
      entry as (
        insert into entries (league_id, purchase_id, created_at) select league_id, id, created_at from line returning id, league_id, purchase_id)
      insert into entry_players (entry_id, player_id, league_id, position)
      select entry.id, line.player_id, entry.league_id, 1 from entry join line on line.id = entry.purchase_id`.execute(
      tx,
    )
    await sql`
      create temporary table pairing on commit drop as
      select row_number() over (order by f.starting_date, one.id, two.id)::int as id, f.id as league_id, f.area, f.starting_date + (one.id * 7 + two.id * 13) % 60 as match_date,
        one.id as one_id, two.id as two_id, p.player_id, (one.id * 31 + two.id * 17) % 5 as course
      from filled f join entries one on one.league_id = f.id join entries two on two.league_id = f.id and two.id > one.id
      join entry_players p on p.entry_id = one.id`.execute(tx)
    // One statement, because a match names its score and a score its match.
    await sql`
      with match as (
        insert into matches (id, league_id, area, entry_one_id, entry_two_id, match_date, score_id, created_at)
        overriding system value
        select id, league_id, area, one_id, two_id, match_date, id, match_date from pairing)
      insert into scores (id, match_id, version, reported_by_id, winner_entry_id, match_date, match_area, match_location, duration_minutes,
        set_games, total_winner_score, total_opponent_score, match_status, match_notes, created_at, answer_until)
      overriding system value
      select id, id, 1, player_id, case when course % 2 = 0 then one_id else two_id end, match_date, area, 'Court ' || course, 60 + course * 10,
        case course
          when 0 then '[{"score_1": 6, "score_2": 4}, {"score_1": 6, "score_2": 3}]'
          when 1 then '[{"score_1": 7, "score_2": 6}, {"score_1": 3, "score_2": 6}, {"score_1": 10, "score_2": 7}]'
          when 2 then '[{"score_1": 6, "score_2": 1}, {"score_1": 6, "score_2": 0}]'
          when 3 then '[{"score_1": 4, "score_2": 6}, {"score_1": 6, "score_2": 4}, {"score_1": 6, "score_2": 2}]'
          else '[{"score_1": 7, "score_2": 5}, {"score_1": 6, "score_2": 4}]' end::jsonb,
        2, case when course in (1, 3) then 1 else 0 end, null, '', match_date, match_date + 1
      from pairing`.execute(tx)
    await sql`select setval(pg_get_serial_sequence('matches', 'id'), max(id)), setval(pg_get_serial_sequence('scores', 'id'), max(id)) from pairing`.execute(
      tx,
    )
    const { rows } = await sql<{ id: number }>`select id from filled order by id`.execute(tx)
    for (const league of rows) await rebuildStandings(tx, league.id)
    const newest = await sql<{ player_id: number }>`
      select ep.player_id from filled f join entry_players ep on ep.league_id = f.id
      where f.area = 'south-bend' order by f.starting_date desc, ep.entry_id limit 1`.execute(tx)
    return newest.rows[0]
  })
  if (!player) throw new Error('no league was filled')
  // What autovacuum would have done by now.
  await sql`vacuum analyze`.execute(db)
  return { token: await startSession(db, player.player_id, now), matches: leagues * matchesPerLeague }
}
