import { sql } from 'kysely'
import { addDays } from '#/rules/day.ts'
import { seasonDates, seasonTemplates, type TemplateSlug } from '#/rules/season.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'

/** Entries per league. Each has played fourteen of the others. */
export const entriesPerLeague = 30
export const matchesPerLeague = 210
const divisions = 13
// Ten years of an area. Additional leagues go to other areas.
const seasonsPerArea = 40
const leaguesPerArea = divisions * seasonsPerArea
/** The second area is small: as large as ten thousand matches make it. */
const leaguesOfSmallArea = 48

/** One in this many players lives in the area after the one where they play. */
const awayOf = 50

/** Tables that grow with the matches. Their rows are computed from numbers, so that the first league is the same in every database. */
const growing = [
  'players',
  'orders',
  'purchases',
  'entries',
  'entry_players',
  'visitors',
  'matches',
  'match_players',
  'scores',
  'standings',
]

/** The first league of every filled database, and its first player. */
export const theLeague = { id: 1, player_id: 1 }
/** The same for the small area, if there are enough matches for a second one. */
export const leagueOfSmallArea = { id: leaguesPerArea + 1, player_id: playerOf(leaguesPerArea + 1, 1) }

/** The id of the player in a seat (from 1) of the league. The entry has the same id. */
export function playerOf(league_id: number, seat: number): number {
  return (league_id - 1) * entriesPerLeague + seat
}

/** The league of a player with such an id. */
export function leagueOf(player_id: number): number {
  return Math.ceil(player_id / entriesPerLeague)
}

/** Whether two seats, the lower one first, have met: the first rounds of a round robin by the circle method. */
export function haveMet(one: number, two: number): boolean {
  const circle = entriesPerLeague - 1
  const round = two === entriesPerLeague ? (2 * one) % circle : (one + two) % circle
  return round < matchesPerLeague / (entriesPerLeague / 2)
}

/**
 * Fills an empty, migrated database with at least this many played matches in leagues of 30 players, the newest closed
 * seasons first. `checked`: checks every constraint on every row, which is slow for millions. Returns the number of
 * matches.
 */
export async function fill(
  db: Db,
  matches: number,
  now: Date,
  { checked }: { checked: boolean },
): Promise<{ leagues: number; matches: number; has_small_area: boolean }> {
  const leagues = Math.ceil(matches / matchesPerLeague)
  await inTransaction(db, async (tx) => {
    await sql`set local maintenance_work_mem = '512MB'`.execute(tx)
    await sql`set local max_parallel_maintenance_workers = 0`.execute(tx)
    // The indexes of a table with pending deferred triggers cannot be dropped.
    await sql`set constraints all immediate`.execute(tx)
    // Turns off triggers, including those of foreign keys.
    if (!checked) await sql`set local session_replication_role = replica`.execute(tx)
    await insertLeagues(tx, leagues, now)
    const indexes = await dropIndexes(tx)
    await insertPlayers(tx)
    await insertMatches(tx)
    for (const index of indexes) await sql.raw(index).execute(tx)
    await insertStandings(tx)
    for (const table of ['leagues', 'players', 'purchases', 'entries', 'matches', 'scores'])
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
        tx,
      )
  })
  // Autovacuum would have done this by now.
  await db.connection().execute(async (one) => {
    await sql`vacuum analyze`.execute(one)
    await sql`checkpoint`.execute(one)
  })
  return {
    leagues,
    matches: leagues * matchesPerLeague,
    has_small_area: leagues >= leaguesPerArea + leaguesOfSmallArea,
  }
}

async function insertLeagues(tx: Tx, leagues: number, now: Date): Promise<void> {
  const shift = leaguesPerArea - leaguesOfSmallArea
  const areas = Math.ceil((leagues + shift) / leaguesPerArea)
  await sql`
    insert into areas (slug, name, time_zone, position)
    select 'area-' || n, 'Area ' || n, 'America/New_York', n from generate_series(4, ${areas}::int) n`.execute(tx)
  await tx.insertInto('seasons').values(closedSeasons(now).slice(0, seasonsPerArea)).execute()
  await sql`
    insert into leagues (id, season_id, division_id, area)
    overriding system value
    select n + 1, se.id, d.id, a.slug
    from generate_series(0, ${leagues - 1}::int) n
    cross join lateral (select n + case when n < ${leaguesPerArea + leaguesOfSmallArea} then 0 else ${shift}::int end as place) in_areas
    join (select id, row_number() over (order by starting_date desc) as number from seasons) se on se.number = place / ${divisions} % ${seasonsPerArea} + 1
    join (select id, row_number() over (order by position) as number from divisions) d on d.number = place % ${divisions} + 1
    join (select slug, row_number() over (order by position) as number from areas) a on a.number = place / ${leaguesPerArea} + 1`.execute(
    tx,
  )
}

/** Newest first. Excludes the season that ended last, because the app would start to create its play-offs. */
function closedSeasons(now: Date) {
  const year = now.getUTCFullYear()
  const closed = addDays(now.toISOString().slice(0, 10), -61)
  return Array.from({ length: seasonsPerArea }, (_, ago) => year - ago)
    .flatMap((of) => seasonTemplates.map(({ slug, name }) => ({ slug: slug as TemplateSlug, name, year: of })))
    .map((season) => ({ ...season, ...seasonDates(season.slug, season.year) }))
    .filter(({ ending_date }) => ending_date < closed)
    .toSorted((a, b) => (a.starting_date < b.starting_date ? 1 : -1))
}

/** Drops the indexes that no constraint needs. Returns the statements that create them again. */
async function dropIndexes(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string; made_by: string }>`
    select i.indexname as name, i.indexdef as made_by from pg_indexes i
    where i.schemaname = 'public' and i.tablename = any (${growing}::text[])
      and not exists (select from pg_constraint c where c.conname = i.indexname)
    order by i.indexname`.execute(tx)
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(tx)
  return rows.map(({ made_by }) => made_by)
}

/** Inserts thirty players for each league, each with a purchase and an entry. */
async function insertPlayers(tx: Tx): Promise<void> {
  const seats = sql`
    from leagues l join seasons se on se.id = l.season_id join divisions d on d.id = l.division_id
    join (
      select slug, coalesce(lead(slug) over (order by position), first_value(slug) over (order by position)) as other
      from areas) next on next.slug = l.area
    cross join generate_series(1, ${entriesPerLeague}::int) seat
    cross join lateral (select (l.id - 1) * ${entriesPerLeague}::int + seat as id) one`
  const order_id = sql`('00000000-0000-7000-8000-' || lpad(to_hex(one.id), 12, '0'))::uuid`
  const name = (a: number, b: number) =>
    sql`initcap((array['ma','lo','ri','tes','an','vel','ko','bri','su','dan','el','jo','pa','wen','ca','ol','gra','ni','tho','ber'])[one.id / ${a}::int % 20 + 1]
      || (array['ra','nas','lin','do','ri','mer','ta','len','vi','son','ga','mi','quist','ry','ne','la','ton','sa','rick','by'])[one.id / ${b}::int % 20 + 1])`
  const [first_name, last_name] = [name(1, 20), name(400, 7)]
  const isAway = sql`one.id % ${awayOf}::int = 0`
  const statements = [
    sql`insert into players (id, email, first_name, last_name, name, phone, singles_level, gender, area, referral_code, created_at)
      overriding system value
      select one.id, lower(format('%s.%s.%s@example.com', ${first_name}, ${last_name}, one.id)), ${first_name}, ${last_name}, ${first_name} || ' ' || ${last_name}, '+1 574 555 0100',
        coalesce(d.level, '3.5'), coalesce(d.gender, 'Female'), case when ${isAway} then next.other else l.area end, 'B' || one.id,
        se.starting_date - 30 ${seats}`,
    sql`insert into orders (id, player_id, season_id, area, total_cents, confirmation_token, created_at, settled_at)
      select ${order_id}, one.id, l.season_id, l.area, d.price_cents, 'ct_' || one.id, se.starting_date - 7, se.starting_date - 7 ${seats}`,
    sql`insert into purchases (id, order_id, player_id, league_id, price_cents, taken_cents, status, created_at)
      overriding system value
      select one.id, ${order_id}, one.id, l.id, d.price_cents, d.price_cents, 'Paid', se.starting_date - 7 ${seats}`,
    sql`insert into entries (id, league_id, purchase_id, lot, created_at, drawn_at)
      overriding system value
      select one.id, l.id, one.id, seat, se.starting_date - 7, se.starting_date ${seats}`,
    sql`insert into entry_players (entry_id, player_id, league_id, position) select one.id, one.id, l.id, 1 ${seats}`,
    // Does the work of the entries' trigger, which may be off.
    sql`insert into visitors (area, player_id) select l.area, one.id ${seats} where ${isAway} on conflict do nothing`,
  ]
  for (const statement of statements) await statement.execute(tx)
}

/** Uses one statement, because a match refers to its score and a score to its match. */
async function insertMatches(tx: Tx): Promise<void> {
  const met: { one: number; two: number }[] = []
  for (let one = 1; one <= entriesPerLeague; one += 1)
    for (let two = one + 1; two <= entriesPerLeague; two += 1) if (haveMet(one, two)) met.push({ one, two })
  await sql`
    with pairing as (
      select (l.id - 1) * ${matchesPerLeague}::int + number as id, l.id as league_id, l.area, (l.id - 1) * ${entriesPerLeague}::int + one as one_id,
        (l.id - 1) * ${entriesPerLeague}::int + two as two_id, se.starting_date + (one * 7 + two * 13) % 60 as match_date, (one * 31 + two * 17) % 5 as course
      from leagues l join seasons se on se.id = l.season_id
      cross join (
        select one, two, row_number() over (order by one, two) as number
        from jsonb_to_recordset(${JSON.stringify(met)}::jsonb) as pair (one int, two int)) pair),
    match as (
      insert into matches (id, league_id, area, entry_one_id, entry_two_id, match_date, score_id, created_at)
      overriding system value
      select id, league_id, area, one_id, two_id, match_date, id, match_date from pairing)
    insert into scores (id, match_id, version, reported_by_id, side_entry_id, winner_entry_id, match_date, match_area, match_location, duration_minutes,
      set_games, total_winner_score, total_opponent_score, match_status, match_notes, created_at, answer_until)
    overriding system value
    select id, id, 1, one_id, one_id, case when course % 2 = 0 then one_id else two_id end, match_date, area, 'Court ' || course, 60 + course * 10,
      case course
        when 0 then '[{"score_1": 6, "score_2": 4}, {"score_1": 6, "score_2": 3}]'
        when 1 then '[{"score_1": 7, "score_2": 6}, {"score_1": 3, "score_2": 6}, {"score_1": 10, "score_2": 7}]'
        when 2 then '[{"score_1": 6, "score_2": 1}, {"score_1": 6, "score_2": 0}]'
        when 3 then '[{"score_1": 4, "score_2": 6}, {"score_1": 6, "score_2": 4}, {"score_1": 6, "score_2": 2}]'
        else '[{"score_1": 7, "score_2": 5}, {"score_1": 6, "score_2": 4}]' end::jsonb,
      2, case when course in (1, 3) then 1 else 0 end, null, '', match_date, match_date + 1
    from pairing`.execute(tx)
  // Does the work of the matches' trigger, which may be off.
  await sql`
    insert into match_players (match_id, side, position, player_id)
    select id, 1, 1, entry_one_id from matches union all select id, 2, 1, entry_two_id from matches
    on conflict do nothing`.execute(tx)
}

/** Computes the first league's standings. Every other league has the same results, seat by seat. */
async function insertStandings(tx: Tx): Promise<void> {
  await sql`analyze`.execute(tx)
  await rebuildLeague(tx, theLeague.id)
  await sql`
    insert into standings (league_id, entry_id, rank, wins, losses, ties, played)
    select l.id, (l.id - 1) * ${entriesPerLeague}::int + s.entry_id, s.rank, s.wins, s.losses, s.ties, s.played
    from leagues l cross join standings s
    where l.id <> ${theLeague.id} and s.league_id = ${theLeague.id}`.execute(tx)
  await sql`update leagues set results = ${matchesPerLeague}`.execute(tx)
}
