import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { rulesOf, type SeasonRules } from '#/rules/season-rules.ts'
import { formatWordsOf, kindsThat, standardFormat, type LeagueFormat } from '#/rules/formats/formats.ts'
import { climb, type LadderMove } from '#/rules/formats/ladder.ts'
import type { DrawnPairing } from '#/rules/formats/league.ts'
import { readEntryRatings } from '#/features/ratings/entry-ratings.ts'
import { orderByStrength, type EndedLeague, type EnteringPlayer, type StrongEntry } from '#/rules/formats/strength.ts'
import type { DrawnCard } from '#/rules/schedule.ts'
import type { Db, Tx } from '#/server/db.ts'
import { closedSql, type ClosedDay } from '#/features/availability/closed-days.ts'
import { tablesOf } from '#/features/matches/records.ts'
import { namedCourt } from '#/features/courts/queries.ts'
import type { Appointment } from '#/features/arranging/change-queries.ts'

/**
 * The ids of leagues whose match cards do not fit their entries, or whose next round is due: in seasons in progress on
 * that day, and in later ones that an organizer has already drawn.
 */
export async function listLeaguesToDraw(db: Db, today: string): Promise<number[]> {
  const { rows } = await sql<{ league_id: number }>`
    select l.id as league_id
    from seasons se
    join leagues l on l.season_id = se.id
    where ${today} between se.starting_date and se.ending_date
      and l.rounds_drawn between 1 and (l.format ->> 'rounds')::int - 1
      and coalesce((
        select min(m.play_by) from matches m where m.league_id = l.id and m.round = l.rounds_drawn), '-infinity') < ${today}
    union
    select e.league_id
    from seasons se
    join leagues l on l.season_id = se.id and l.format ->> 'kind' = any(${kindsThat('replaces_lost')}::text[])
    join entries e on e.league_id = l.id and e.lost_matches > 0
    join purchases p on p.id = e.purchase_id and p.counts
    where ${today} between se.starting_date and se.ending_date
    union
    select e.league_id
    from seasons se
    join leagues l on l.season_id = se.id
    join entries e on e.league_id = l.id
    join purchases p on p.id = e.purchase_id
    where se.ending_date >= ${today}
      and p.counts = (e.drawn_at is null)
      and (se.starting_date <= ${today} or exists (
        select from entries drawn where drawn.league_id = l.id and drawn.drawn_at is not null))
    order by league_id`.execute(db)
  return rows.map(({ league_id }) => league_id)
}

/** A match of a league, with the data that the draw needs. */
export type DrawnMatch = DrawnPairing & {
  id: number
  /**
   * Drawn, and neither played, dated, being arranged, canceled nor with a voided result: it can be deleted without
   * loss.
   */
  untouched: boolean
  /** Whether the match has neither a score nor a date. */
  open: boolean
}

/**
 * Data for drawing a league: the entries that count, in the order of their lots, the withdrawn ones, and the matches.
 */
export async function findLeagueToDraw(
  db: Db | Tx,
  league_id: number,
): Promise<{
  starting_date: string
  ending_date: string
  closed: ClosedDay[]
  entries: { entry_id: number; drawn: boolean; flight: number | null; lost_matches: number }[]
  withdrawn: number[]
  /** Starting positions of entries that are or were on the ladder. */
  rungs: ReadonlyMap<number, number>
  /** Number of entries in the league's last draw. */
  drawn_before: number
  matches: DrawnMatch[]
  rules: SeasonRules
  format: LeagueFormat
  /** The last round drawn, in a format drawn round by round. */
  rounds_drawn: number
}> {
  const { rules, format, ...season } = await db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .select(['starting_date', 'ending_date', 'rules', 'format', 'rounds_drawn'])
    .select(closedSql(sql`leagues.area`).as('closed'))
    .where('leagues.id', '=', league_id)
    .executeTakeFirstOrThrow()
  const { rows: entries } = await sql<{
    entry_id: number
    counts: boolean
    drawn: boolean
    flight: number | null
    rung: number | null
    lost_matches: number
  }>`
    select e.id as entry_id, p.counts as counts, e.drawn_at is not null as drawn, e.flight, e.rung, e.lost_matches
    from entries e join purchases p on p.id = e.purchase_id
    where e.league_id = ${league_id}
    order by e.lot`.execute(db)
  const { rows: matches } = await sql<{
    id: number
    entry_one_id: number
    entry_two_id: number
    from: string | null
    to: string | null
    round: number | null
    done: boolean
    open: boolean
    untouched: boolean
  }>`
    select id, entry_one_id, entry_two_id, play_from as from, play_by as to, round, open,
      score_id is not null or canceled_at is not null as done,
      open and round is not null and playoff_stage is null and voided_at is null
        and not exists (select from match_events e where e.match_id = known.id) as untouched
    from (
      select m.*, score_id is null and match_date is null and canceled_at is null as open
      from matches m where league_id = ${league_id}) known
    order by id`.execute(db)
  return {
    ...season,
    rules: rulesOf(rules),
    format: format ?? standardFormat,
    rungs: new Map(entries.flatMap(({ entry_id, rung }) => (rung === null ? [] : [[entry_id, rung] as const]))),
    drawn_before: entries.filter(({ drawn }) => drawn).length,
    entries: entries.filter(({ counts }) => counts),
    withdrawn: entries.filter(({ counts }) => !counts).map(({ entry_id }) => entry_id),
    matches: matches.map(({ entry_one_id, entry_two_id, ...match }) => ({
      ...match,
      pair: [entry_one_id, entry_two_id] as const,
    })),
  }
}

/** A league of the previous season, with names. */
export type PreviousLeague = EndedLeague & { season: string; division_name: string; group: 'Flight' | 'Box' | null }

/**
 * A league's entries that count, strongest first (rules/formats/strength.ts), after the moves of organizers. `draw_by`: the
 * season's rule.
 */
export async function listByStrength(
  db: Db | Tx,
  league_id: number,
  { draw_by }: Pick<SeasonRules, 'draw_by'>,
  today: string,
): Promise<StrongEntry<PreviousLeague>[]> {
  const moves = await db
    .selectFrom('draw_moves')
    .select(['entry_id', 'above_id'])
    .where('league_id', '=', league_id)
    .orderBy('id')
    .execute()
  const rated = draw_by === 'last_season' ? [] : await readEntryRatings(db, league_id, today)
  const ratings = new Map([...rated].map(([entry_id, { value }]) => [entry_id, value]))
  const ended = await listPreviousLeagues(db, league_id)
  const strong = orderByStrength(await listEntering(db, league_id), ended, { draw_by, ratings })
  const by_id = new Map(strong.map((entry) => [entry.entry_id, entry]))
  return climb([...by_id.keys()], moves, { swap: false }).map((entry_id) => by_id.get(entry_id)!)
}

/** Wins and losses are of earlier leagues of the same sport and kind. */
async function listEntering(
  db: Db | Tx,
  league_id: number,
): Promise<{ entry_id: number; players: EnteringPlayer[] }[]> {
  const { rows } = await sql<{ entry_id: number; players: EnteringPlayer[] }>`
    select e.id as entry_id, json_agg(json_build_object('player_id', ep.player_id, 'level', v.position,
      'wins', past.wins, 'losses', past.losses)) as players
    from entries e
    join purchases p on p.id = e.purchase_id and p.counts
    join leagues l on l.id = e.league_id
    join seasons se on se.id = l.season_id
    join divisions d on d.id = l.division_id
    join entry_players ep on ep.entry_id = e.id and not ep.former
    join players pl on pl.id = ep.player_id
    left join levels v on v.key = pl.singles_level
    cross join lateral (
      select coalesce(sum(s.wins), 0) as wins, coalesce(sum(s.losses), 0) as losses
      from (${tablesOf(sql`ep.player_id`)}) s
      join leagues bl on bl.id = s.league_id
      join seasons bs on bs.id = bl.season_id and bs.starting_date < se.starting_date
      join divisions bd on bd.id = bl.division_id and bd.sport = d.sport and bd.kind = d.kind) past
    where e.league_id = ${league_id}
    group by e.id
    order by e.lot`.execute(db)
  return rows
}

/**
 * The leagues of the latest earlier season in which anybody played in the same area and division, or in the next level up
 * or down for the same people.
 */
async function listPreviousLeagues(db: Db | Tx, league_id: number): Promise<PreviousLeague[]> {
  const { rows } = await sql<Omit<PreviousLeague, 'moves' | 'group'> & { format: LeagueFormat | null }>`
    with ordered as (select key, row_number() over (order by position) as place, position from levels),
    previous as (
      select bl.id, bl.format, bl.season_id, bd.id = d.id as own, bv.position as level, bs.name || ' ' || bs.year as season,
        bd.name as division_name, rank() over (order by bs.starting_date desc, bs.id desc) as age
      from leagues l
      join seasons se on se.id = l.season_id
      join divisions d on d.id = l.division_id
      left join ordered v on v.key = d.level
      join divisions bd on bd.sport = d.sport and bd.kind = d.kind
      left join ordered bv on bv.key = bd.level
      join leagues bl on bl.division_id = bd.id and bl.area = l.area and bl.results > 0
      join seasons bs on bs.id = bl.season_id and bs.starting_date < se.starting_date
      where l.id = ${league_id} and (bd.id = d.id or (abs(bv.place - v.place) = 1
        and (bd.gender, bd.is_mixed, bd.age_from, bd.age_to) is not distinct from (d.gender, d.is_mixed, d.age_from, d.age_to))))
    select b.format, b.own, b.level, b.season, b.division_name, (
      select coalesce(json_agg(json_build_object('entry_id', st.entry_id, 'flight', st.flight, 'rank', st.rank, 'played', st.played,
        'player_ids', (select coalesce(json_agg(ep.player_id), '[]') from entry_players ep where ep.entry_id = st.entry_id and not ep.former))), '[]')
      from standings st where st.league_id = b.id) as lines
    from previous b
    where b.age = 1
    order by b.id`.execute(db)
  return rows.map(({ format, ...league }) => {
    const { kind, moves = 1 } = format ?? standardFormat
    const { group } = formatWordsOf(kind)
    return { ...league, group, moves: group === null ? 0 : moves }
  })
}

/** Stores the flights of these entries. The caller must have locked the league. */
export async function updateFlights(tx: Tx, league_id: number, flights: ReadonlyMap<number, number>): Promise<void> {
  await sql`
    update entries e set flight = new.flight
    from unnest(${[...flights.keys()]}::int[], ${[...flights.values()]}::int[]) new (id, flight)
    where e.id = new.id and e.league_id = ${league_id}`.execute(tx)
}

/** Stores how many matches each entry has lost because its opponents left; zero for entries not listed. */
export async function updateLostMatches(tx: Tx, league_id: number, lost: ReadonlyMap<number, number>): Promise<void> {
  await sql`
    update entries e set lost_matches = coalesce(new.matches, 0)
    from entries old left join unnest(${[...lost.keys()]}::int[], ${[...lost.values()]}::int[]) new (id, matches) on new.id = old.id
    where e.id = old.id and e.league_id = ${league_id} and e.lost_matches <> coalesce(new.matches, 0)`.execute(tx)
}

/** Stores entries' starting positions on the ladder. The caller must have locked the league. */
export async function updateRungs(tx: Tx, league_id: number, rungs: ReadonlyMap<number, number>): Promise<void> {
  await sql`
    update entries e set rung = new.rung
    from unnest(${[...rungs.keys()]}::int[], ${[...rungs.values()]}::int[]) new (id, rung)
    where e.id = new.id and e.league_id = ${league_id}`.execute(tx)
}

/** Moves entries above others on the ladder, after the results of that day. The caller must have locked the league. */
export async function insertLadderMoves(
  tx: Tx,
  league_id: number,
  moves: readonly LadderMove[],
  { kind, day }: { kind: 'idle' | 'entered'; day: string },
): Promise<void> {
  if (moves.length === 0) return
  await tx
    .insertInto('ladder_moves')
    .values(moves.map(({ entry_id, above_id }) => ({ league_id, entry_id, above_id, day, kind })))
    .execute()
}

/** Stores the last round drawn. The caller must have locked the league. */
export async function updateRoundsDrawn(tx: Tx, league_id: number, rounds_drawn: number): Promise<void> {
  await tx.updateTable('leagues').set({ rounds_drawn }).where('id', '=', league_id).execute()
}

/**
 * Stores how often the schedule lets two entries meet, at most, if more than once; in a format by periods, in one of them.
 * It never falls: a result that counts goes on counting. Returns whether it has risen. The caller must have locked the
 * league.
 */
export async function updateMeetings(tx: Tx, league_id: number): Promise<boolean> {
  const { rows } = await sql`
    update leagues l set meetings = drawn.most
    from (
      select max(often) as most from (
        select count(*) as often from matches m join leagues l on l.id = m.league_id
        where l.id = ${league_id} and m.round is not null
        group by least(m.entry_one_id, m.entry_two_id), greatest(m.entry_one_id, m.entry_two_id),
          case when l.format ->> 'kind' = any(${kindsThat('by_period')}::text[]) then m.round end) pairs) drawn
    where l.id = ${league_id} and drawn.most > coalesce(l.meetings, 1)
    returning l.id`.execute(tx)
  return rows.length > 0
}

/**
 * Stores the byes of the round in progress: `given` to every entry without a match, and taken back from those that have
 * got one. Returns whether any changed. The caller must have locked the league.
 */
export async function updateByes(tx: Tx, league_id: number, given: boolean): Promise<boolean> {
  const plays = sql`exists (
    select from matches m where m.league_id = l.id and m.round = l.rounds_drawn and e.id in (m.entry_one_id, m.entry_two_id))`
  const taken = await sql`
    delete from byes b using leagues l, entries e
    where b.league_id = ${league_id} and l.id = b.league_id and e.id = b.entry_id and b.round = l.rounds_drawn and ${plays}
    returning e.id`.execute(tx)
  if (!given) return taken.rows.length > 0
  const added = await sql`
    insert into byes (league_id, round, entry_id)
    select l.id, l.rounds_drawn, e.id
    from leagues l join entries e on e.league_id = l.id join purchases p on p.id = e.purchase_id and p.counts
    where l.id = ${league_id} and not ${plays}
    on conflict do nothing
    returning entry_id`.execute(tx)
  return taken.rows.length + added.rows.length > 0
}

/** Deletes matches that are neither played nor dated. One with a voided result is canceled instead. */
export async function deleteOpenCards(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    with canceled as (
      update matches set canceled_at = ${now}
      where id = any(${ids}::int[]) and score_id is null and match_date is null and voided_at is not null)
    delete from matches
    where id = any(${ids}::int[]) and score_id is null and match_date is null and voided_at is null`.execute(tx)
}

export async function insertCards(tx: Tx, league_id: number, cards: readonly DrawnCard[], now: Date): Promise<void> {
  if (cards.length === 0) return
  const { area } = await tx.selectFrom('leagues').select('area').where('id', '=', league_id).executeTakeFirstOrThrow()
  await tx
    .insertInto('matches')
    .values(
      cards.map(({ pair: [entry_one_id, entry_two_id], round, from, to }) => ({
        league_id,
        area: area as AreaSlug,
        entry_one_id,
        entry_two_id,
        round,
        play_from: from,
        play_by: to,
        created_at: now,
      })),
    )
    .execute()
}

/** Marks the entries that count as drawn and the withdrawn ones as not drawn: a returning entry gets new cards. */
export async function updateDrawnAt(tx: Tx, league_id: number, now: Date): Promise<void> {
  await sql`
    update entries e set drawn_at = case when p.counts then ${now}::timestamptz end
    from purchases p
    where p.id = e.purchase_id and e.league_id = ${league_id}
      and p.counts = (e.drawn_at is null)`.execute(tx)
}

export type OwnMatch = { league_id: number; area: AreaSlug; entry_one_id: number; entry_two_id: number }

/** Whether two entries have an open match on that day, or one without a date if the day is null. */
export async function hasOpenMatch(tx: Tx, match: OwnMatch, match_date: string | null): Promise<boolean> {
  const sides = [match.entry_one_id, match.entry_two_id]
  const { rows } = await sql`
    select from matches
    where league_id = ${match.league_id} and score_id is null and canceled_at is null
      and match_date is not distinct from ${match_date}::date
      and entry_one_id = any (${sides}::int[]) and entry_two_id = any (${sides}::int[])
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Inserts a match of two entries outside the draw and returns its id. */
export async function insertOwnMatch(tx: Tx, match: OwnMatch, appointment: Appointment, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('matches')
    .values({
      ...match,
      ...appointment,
      court_id: appointment.court_id ?? namedCourt(sql`${match.area}`, sql`${appointment.match_location}::text`),
      ...(appointment.match_date === null ? {} : { arranged_side: 1, arranged_at: now }),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
