import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { unplayedStatuses } from '#/rules/outcome.ts'
import { bracketState, makeBracket, type Bracket, type BracketState, type NotPlaying } from '#/rules/playoffs.ts'
import { CONSOLATION_SLOTS, isOfConsolation, type MatchStage } from '#/rules/playoff-stages.ts'
import type { Db, Tx } from '#/server/db.ts'
import { seasonRule } from '#/features/seasons/queries.ts'

/**
 * `declined`: whether it does not play on in the consolation. `third_place`, `consolation`: whether its bracket has
 * them.
 */
export type Seed = {
  seed: number
  entry_id: number
  withdrawn: boolean
  declined: boolean
  third_place: boolean
  consolation: boolean
}

/** The seeds of a league's play-offs, best first. Empty if there are none. */
export async function listSeeds(db: Db | Tx, league_id: number): Promise<Seed[]> {
  return db
    .selectFrom('playoff_seeds')
    .innerJoin('playoffs', 'playoffs.league_id', 'playoff_seeds.league_id')
    .select(['seed', 'entry_id', 'withdrawn', 'declined', 'third_place', 'consolation'])
    .where('playoffs.league_id', '=', league_id)
    .orderBy('seed')
    .execute()
}

/** A play-off match whose two sides are known. */
export type DueMatch = { stage: MatchStage; slot: number; entry_one_id: number; entry_two_id: number }

export type PlayoffMatch = DueMatch & {
  id: number
  score_id: number | null
  play_by: string
  /** Null without a score, after a tie, and during a dispute. */
  winner: number | null
  /** Whether the other side did not come. */
  no_show: boolean
  tied: boolean
  /** Deadline to answer the score. Null without a score, and once it has been answered. */
  open_until: Date | null
  /** Whether its sides no longer follow from the earlier results: `canceled_at` is set, and its last score is kept. */
  set_aside: boolean
}

/** The bracket computed from the seeds and the matches played. */
export function toBracketState(
  seeds: readonly Seed[],
  stored: readonly Pick<PlayoffMatch, 'stage' | 'slot' | 'winner' | 'no_show' | 'score_id'>[],
): BracketState {
  return bracketState(
    bracketOf(seeds),
    stored.filter(({ score_id }) => score_id !== null),
    notPlayingOf(seeds),
  )
}

export function bracketOf(seeds: readonly Seed[]): Bracket {
  return makeBracket(
    seeds.map(({ entry_id }) => entry_id),
    { third_place: seeds[0]?.third_place ?? false, consolation: seeds[0]?.consolation ?? false },
  )
}

/** The entries that have withdrawn from the bracket, and those that do not play the consolation. */
export function notPlayingOf(seeds: readonly Seed[]): NotPlaying {
  return {
    withdrawn: seeds.filter(({ withdrawn }) => withdrawn).map(({ entry_id }) => entry_id),
    declined: seeds.filter(({ declined }) => declined).map(({ entry_id }) => entry_id),
  }
}

/** The league's play-off matches with two known sides, by stage and slot, including those set aside. */
export function listStoredMatches(db: Db | Tx, league_id: number): Promise<PlayoffMatch[]> {
  return listMatchesOfLeagues(db, [league_id])
}

async function listMatchesOfLeagues(
  db: Db | Tx,
  league_ids: readonly number[],
): Promise<(PlayoffMatch & { league_id: number })[]> {
  const { rows } = await sql<PlayoffMatch & { league_id: number }>`
    select m.id, m.league_id, m.playoff_stage as stage, m.playoff_slot as slot, m.entry_one_id, m.entry_two_id, s.id as score_id, m.play_by,
      m.canceled_at is not null as set_aside,
      case when s.answer is distinct from 'disputed' then s.winner_entry_id end as winner, ${isNoShow('s')} as no_show,
      s.id is not null and s.winner_entry_id is null as tied,
      case when s.answer is null then s.answer_until end as open_until
    from matches m
    left join scores s on s.id = case when m.canceled_at is null then m.score_id
      else (select max(last.id) from scores last where last.match_id = m.id) end
    where m.league_id = any(${league_ids}::int[]) and m.playoff_stage is not null
    order by m.league_id, m.playoff_stage, m.playoff_slot`.execute(db)
  return rows
}

/** Whether a score says that the other side did not come. */
export function isNoShow(score: 's' | 'es'): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${sql.ref(`${score}.match_status`)} = any(${unplayedStatuses}::text[]), false)`
}

/** The first stage of the league of match `m`. */
const firstStage = sql`(
  select 3 - width_bucket(count(*)::int, array[3, 5, 9, 17, 33]) from playoff_seeds every where every.league_id = m.league_id)`

/** Whether somebody plays their first match in match `earlier`, of the second stage: after a bye, or a match that was not played. */
const isFirstForSomebody = sql`(
  select count(*) from matches before join scores es on es.id = before.score_id
  where before.league_id = earlier.league_id and before.playoff_stage = earlier.playoff_stage - 1 and before.canceled_at is null
    and before.playoff_slot in (2 * earlier.playoff_slot - 1, 2 * earlier.playoff_slot) and not ${isNoShow('es')}) < 2`

const inConsolation = (match: 'm' | 'earlier') => sql`${sql.ref(`${match}.playoff_slot`)} > ${CONSOLATION_SLOTS}`

/**
 * Whether match `m` is a play-off match that depends on a result that is not final at `now`: unconfirmed, disputed or
 * voided. The SQL counterpart of `leadsTo` in rules/playoffs.ts.
 */
export function isProvisional(now: Date): RawBuilder<boolean> {
  const slotOf = (match: 'm' | 'earlier') =>
    sql`(${sql.ref(`${match}.playoff_slot`)} - case when ${inConsolation(match)} then ${CONSOLATION_SLOTS}::int else 0 end)`
  const rounds = sql`(m.playoff_stage - earlier.playoff_stage)`
  return sql<boolean>`m.playoff_stage is not null and exists (
    select from matches earlier left join scores es on es.id = earlier.score_id
    where earlier.league_id = m.league_id and earlier.playoff_stage <= m.playoff_stage and earlier.canceled_at is null
      and (earlier.score_id is null or es.answer = 'disputed' or (es.answer is null and es.answer_until > ${now}))
      and case
        when (${inConsolation('earlier')}) = (${inConsolation('m')}) then earlier.playoff_stage < m.playoff_stage
          and (ceil(${slotOf('earlier')} / 2.0 ^ ${rounds}) = ${slotOf('m')} or (m.playoff_stage = 3 and not ${inConsolation('m')}))
        when ${inConsolation('earlier')} then false
        else ceil(earlier.playoff_slot / 2.0 ^ ${rounds}) = ${slotOf('m')} and earlier.playoff_stage < 3
          and (earlier.playoff_stage = ${firstStage} or (earlier.playoff_stage = ${firstStage} + 1 and ${isFirstForSomebody}
            and not (earlier.playoff_stage = 2 and (select made.third_place from playoffs made where made.league_id = m.league_id))))
      end)`
}

/** The champions' entry ids by league id. Leagues without a champion are omitted. */
export async function listChampions(db: Db, league_ids: readonly number[]): Promise<Map<number, number>> {
  if (league_ids.length === 0) return new Map()
  const seeds = await db
    .selectFrom('playoff_seeds')
    .innerJoin('playoffs', 'playoffs.league_id', 'playoff_seeds.league_id')
    .select(['playoffs.league_id', 'seed', 'entry_id', 'withdrawn', 'declined', 'third_place', 'consolation'])
    .where('playoffs.league_id', 'in', league_ids)
    .orderBy('playoffs.league_id')
    .orderBy('seed')
    .execute()
  const all = await listMatchesOfLeagues(db, league_ids)
  const stored = all.filter(({ set_aside }) => !set_aside)
  return new Map(
    league_ids.flatMap((league_id) => {
      const ofLeague = <T extends { league_id: number }>(rows: readonly T[]) =>
        rows.filter((row) => row.league_id === league_id)
      const { champion } = toBracketState(ofLeague(seeds), ofLeague(stored))
      return champion === null ? [] : [[league_id, champion] as const]
    }),
  )
}

/** Whether a player still plays in a league's consolation, and the entry with which they do. */
export async function findConsolationPlace(
  db: Db | Tx,
  league_id: number,
  player_id: number,
): Promise<{ place: 'open'; entry_id: number } | { place: 'none' | 'declined'; entry_id: null }> {
  const seeds = await listSeeds(db, league_id)
  const mine = await db
    .selectFrom('entry_players')
    .select('entry_id')
    .where('league_id', '=', league_id)
    .where('player_id', '=', player_id)
    .where('former', '=', false)
    .execute()
  const seed = seeds.find((each) => mine.some(({ entry_id }) => entry_id === each.entry_id))
  if (!seed?.consolation || seed.withdrawn) return { place: 'none', entry_id: null }
  if (seed.declined) return { place: 'declined', entry_id: null }
  const stored = await listStoredMatches(db, league_id)
  const { matches } = toBracketState(
    seeds,
    stored.filter(({ set_aside }) => !set_aside),
  )
  const isOpen = matches.some(
    (line) => isOfConsolation(line) && line.winner === null && line.sides.includes(seed.entry_id),
  )
  return isOpen ? { place: 'open', entry_id: seed.entry_id } : { place: 'none', entry_id: null }
}

export type OpenResult = {
  match_id: number
  entry_one_id: number
  entry_two_id: number
  disputed: boolean
  answer_until: Date
}

/** Results of the regular season that are not final: disputed ones first, then those that can still be answered. */
export async function listOpenResults(db: Db | Tx, league_id: number, now: Date): Promise<OpenResult[]> {
  const { rows } = await sql<OpenResult>`
    select m.id as match_id, m.entry_one_id, m.entry_two_id, s.answer is not null as disputed, s.answer_until
    from matches m join scores s on s.id = m.score_id
    where m.league_id = ${league_id} and m.playoff_stage is null
      and (s.answer = 'disputed' or (s.answer is null and s.answer_until > ${now}))
    order by s.answer is null, s.answer_until, m.id`.execute(db)
  return rows
}

/**
 * Play-offs are not made automatically for seasons that ended earlier: the latest final of 8 is 46 days after the season.
 */
const maxLateDays = 60

/** Whether the clock makes play-offs of league `l` of season `se`, which has closed, unless too few qualify. */
export const arePlayoffsDue = (today: RawBuilder<unknown>) => sql<SqlBool>`(
  se.counts_until < ${today} and se.ending_date >= ${today} - ${maxLateDays}::int
  and not exists (select from playoffs made where made.league_id = l.id)
  and (select count(*) from standings s where s.league_id = l.id and s.played >= ${seasonRule('playoff_matches')}) >= 2)`

/** The ids of leagues whose season has closed by `today` and that have no play-offs yet, ascending. */
export async function listLeaguesDue(db: Db, today: string): Promise<number[]> {
  const { rows } = await sql<{ league_id: number }>`
    select l.id as league_id
    from seasons se
    join leagues l on l.season_id = se.id
    where ${arePlayoffsDue(sql`${today}::date`)}
    order by l.id`.execute(db)
  return rows.map(({ league_id }) => league_id)
}
