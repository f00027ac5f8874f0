import { sql, type RawBuilder } from 'kysely'
import { type AreaSlug } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import type { ShownLive } from '#/features/leagues/live-contract.ts'
import { liveOf, liveUntil } from '#/features/leagues/live-queries.ts'
import { fullName, namesOf, playersOf, winnerAndOpponent } from '#/features/leagues/sides.ts'
import { confirmationState, type Answer, type ConfirmationState } from '#/rules/confirmation.ts'
import { matchDay, stageDay, type PlayoffCut, type StageDates } from '#/rules/playoffs.ts'
import { CONSOLATION_SLOTS, isOfConsolation, stagesOf, type MatchStage, type Stage } from '#/rules/playoff-stages.ts'
import { scoreLine, type MatchStatus, type SetScore, swapSides } from '#/rules/outcome.ts'
import type { SeasonSlug } from '#/rules/season.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import { tieBreakText } from '#/rules/ranking.ts'
import type { Db } from '#/server/db.ts'
import { isLeagueOf, withMeantYear, joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'
import { isNoShow, isProvisional, toBracketState, type Seed } from './bracket-queries.ts'
import { emptyRow, type CityPlayoffs, type PlayoffRow, type StageOfPlayoffs, type TieAtTheCut } from './contract.ts'

/** A division by slug or name, in any letter case. */
export async function findDivisionCalled(
  db: Db,
  called: string,
): Promise<{ slug: string; name: string; sport: Sport } | undefined> {
  return db
    .selectFrom('divisions')
    .select(['slug', 'name', 'sport'])
    .where((where) =>
      where.or([
        where('slug', '=', called.toLowerCase()),
        where(where.fn('lower', ['name']), '=', called.toLowerCase()),
      ]),
    )
    .executeTakeFirst()
}

export type PlayoffFilter = {
  area: AreaSlug
  division: string
  season?: SeasonSlug | undefined
  year?: number | undefined
}

export type Playoffs = {
  league_id: number
  season: string
  season_slug: SeasonSlug
  year: number
  stages: StageOfPlayoffs[]
  consolation: StageOfPlayoffs[]
  cut: TieAtTheCut | null
  /** When the bracket's next result can no longer be answered, or a match stops being live. */
  changes_at: Date | null
}

type League = {
  league_id: number
  season: string
  slug: SeasonSlug
  year: number
  ending_date: string
  stage_dates: StageDates | null
  sport: Sport
  cut: PlayoffCut | null
  last_in: string | null
  first_out: string | null
}

/** The newest play-offs of each division of a city, in the divisions' order. `name`: how player `p` is named. */
export async function listCityPlayoffs(db: Db, city: AreaSlug, name: RawBuilder<string>): Promise<CityPlayoffs[]> {
  const open = sql`from matches m where m.league_id = l.id and m.playoff_stage is not null and m.canceled_at is null
    and m.score_id is null and m.playoff_slot <= ${CONSOLATION_SLOTS}`
  const { rows } = await sql<CityPlayoffs>`
    select distinct on (d.position, d.id) l.id as league_id, d.slug as division, d.name as division_name,
      se.name as season, se.slug as season_slug, se.year, now.stage,
      (select count(*) ${open} and m.playoff_stage = now.stage) as left,
      (select ${namesOf(sql`s.winner_entry_id`, name)} from matches m join scores s on s.id = m.score_id
        where m.league_id = l.id and m.playoff_stage = 3 and m.playoff_slot = 1 and m.canceled_at is null
          and s.answer is distinct from 'disputed') as champion
    from playoffs made join leagues l on l.id = made.league_id ${joinSeasonAndDivision}
    cross join lateral (select min(m.playoff_stage) as stage ${open}) now
    where l.area = ${city}
    order by d.position, d.id, se.starting_date desc`.execute(db)
  return rows
}

/** The newest matching play-offs, stage by stage. `name`: how player `p` is named. */
export async function findPlayoffs(
  db: Db,
  filter: PlayoffFilter,
  now: Date,
  name = fullName,
): Promise<Playoffs | undefined> {
  const { rows } = await sql<League>`
    select l.id as league_id, se.name as season, se.slug, se.year, se.ending_date, se.stage_dates, d.sport, made.cut,
      ${namesOf(sql`(made.cut -> 'last_in' -> 'entry_id')::int`, name)} as last_in,
      ${namesOf(sql`(made.cut -> 'first_out' -> 'entry_id')::int`, name)} as first_out
    from leagues l
    join playoffs made on made.league_id = l.id ${joinSeasonAndDivision}
    where ${isLeagueOf(await withMeantYear(db, filter))}
    order by se.starting_date desc
    limit 1`.execute(db)
  const league = rows[0]
  if (!league) return undefined
  const [entries, matches] = await Promise.all([
    listSeededEntries(db, league.league_id, name),
    listBoard(db, league.league_id, name, now),
  ])
  const { season, slug: season_slug, year, cut, last_in, first_out, sport } = league
  return {
    league_id: league.league_id,
    season,
    season_slug,
    year,
    ...listStages(league, entries, matches, now),
    changes_at: nextChange(matches, now),
    cut: cut && toTieAtTheCut(cut, last_in ?? '', first_out ?? '', sport),
  }
}

function nextChange(matches: readonly BoardMatch[], now: Date): Date | null {
  const ends = matches.flatMap(({ answer, answer_until, live_until }) => [
    ...(answer === null && answer_until !== null ? [answer_until] : []),
    ...(live_until === null ? [] : [live_until]),
  ])
  return ends.filter((end) => end > now).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}

/** A player's place in a bracket. */
export type Seat = {
  area: AreaSlug
  division: string
  division_name: string
  season: SeasonSlug
  season_name: string
  year: number
  seed: number
  seeds: number
}

/** A player's place in the bracket of a league, or of a match's league. Undefined if they are not in it. */
export async function findSeat(
  db: Db,
  of: { league_id: number } | { match_id: number },
  player_id: number,
): Promise<Seat | undefined> {
  const league =
    'league_id' in of ? sql`${of.league_id}::int` : sql`(select m.league_id from matches m where m.id = ${of.match_id})`
  const { rows } = await sql<Seat>`
    select l.area, d.slug as division, d.name as division_name, se.slug as season, se.name as season_name, se.year, ps.seed,
      (select count(*) from playoff_seeds every where every.league_id = l.id) as seeds
    from playoff_seeds ps
    join entry_players ep on ep.entry_id = ps.entry_id and ep.player_id = ${player_id}
    join leagues l on l.id = ps.league_id
    join divisions d on d.id = l.division_id
    join seasons se on se.id = l.season_id
    where ps.league_id = ${league} and not ps.withdrawn`.execute(db)
  return rows[0]
}

/** A play-off match with its last score, the winner, and its bracket. */
export type ReportedMatch = Omit<Seat, 'seed' | 'seeds'> & {
  stage: MatchStage
  slot: number
  set_aside: boolean
  winner: string
  opponent: string
  score: string
}

/** A play-off match and its last score, even if it is set aside. Undefined without a score. */
export async function findReportedMatch(db: Db, match_id: number): Promise<ReportedMatch | undefined> {
  const { rows } = await sql<Omit<ReportedMatch, 'score'> & { set_games: SetScore[]; match_status: MatchStatus }>`
    select l.area, d.slug as division, d.name as division_name, se.slug as season, se.name as season_name, se.year,
      m.playoff_stage as stage, m.playoff_slot as slot, m.canceled_at is not null as set_aside, ${winnerAndOpponent()}, s.set_games, s.match_status
    from matches m
    join scores s on s.id = (select max(last.id) from scores last where last.match_id = m.id)
    join leagues l on l.id = m.league_id ${joinSeasonAndDivision}
    where m.id = ${match_id} and m.playoff_stage is not null`.execute(db)
  const row = rows[0]
  return row && { ...row, score: scoreLine(row.set_games, row.match_status) }
}

/** Converts the tie at the cut to the reply, with the names of both entries. */
export function toTieAtTheCut(
  { place, code, last_in, first_out }: PlayoffCut,
  last: string,
  first: string,
  sport: Sport,
): TieAtTheCut {
  const { title } = tieBreakText(code, sport)
  const figureOf = ({ value, of }: PlayoffCut['last_in']) => ({ value, of })
  return {
    place,
    code,
    title,
    last_in: { name: last, ...figureOf(last_in) },
    first_out: { name: first, ...figureOf(first_out) },
  }
}

type SeededEntry = Seed & { name: string }

async function listSeededEntries(db: Db, league_id: number, name: RawBuilder<string>): Promise<SeededEntry[]> {
  const { rows } = await sql<SeededEntry>`
    select ps.entry_id, ps.seed, ps.withdrawn, ps.declined, made.third_place, made.consolation, ${namesOf(sql`ps.entry_id`, name)} as name
    from playoff_seeds ps join playoffs made on made.league_id = ps.league_id
    where ps.league_id = ${league_id}
    order by ps.seed`.execute(db)
  return rows
}

type BoardMatch = {
  id: number
  stage: MatchStage
  slot: number
  entry_one_id: number
  entry_two_id: number
  name_one: string
  name_two: string
  score_id: number | null
  provisional: boolean
  winner_entry_id: number | null
  no_show: boolean
  match_date: string | null
  match_status: MatchStatus
  set_games: SetScore[] | null
  answer: Answer | null
  answer_until: Date | null
  live: ShownLive
  /** When it stops being live. */
  live_until: Date | null
}

async function listBoard(db: Db, league_id: number, name: RawBuilder<string>, now: Date): Promise<BoardMatch[]> {
  const { rows } = await sql<BoardMatch>`
    select m.id, m.playoff_stage as stage, m.playoff_slot as slot, m.entry_one_id, m.entry_two_id, m.score_id,
      ${playersOf(1, name)} as name_one, ${playersOf(2, name)} as name_two,
      ${isProvisional(now)} as provisional, s.winner_entry_id, ${isNoShow('s')} as no_show, m.match_date, s.match_status,
      s.set_games, s.answer, s.answer_until, ${liveOf(now)} as live, ${liveUntil(now)} as live_until
    from matches m
    left join scores s on s.id = m.score_id
    where m.league_id = ${league_id} and m.playoff_stage is not null and m.canceled_at is null`.execute(db)
  return rows
}

function listStages(
  league: League,
  entries: readonly SeededEntry[],
  board: readonly BoardMatch[],
  now: Date,
): Pick<Playoffs, 'stages' | 'consolation'> {
  const played = board.map(({ answer, winner_entry_id, ...match }) => ({
    ...match,
    winner: answer === 'disputed' ? null : winner_entry_id,
  }))
  const { matches, champion, consolation_winner } = toBracketState(entries, played)
  const called = (entry_id: number | null) => entries.find((entry) => entry.entry_id === entry_id)
  const rows = matches.map(({ stage, slot, sides, winner, walkover }) => {
    const match = board.find((each) => each.stage === stage && each.slot === slot)
    // A match stays in the bracket as it was played while one of its sides is undecided again.
    const [one, two] = match ? [match.entry_one_id, match.entry_two_id] : sides
    const in_consolation = isOfConsolation({ slot })
    const isOut = (entry_id: number | null) => {
      const { withdrawn = false, declined = false } = called(entry_id) ?? {}
      return withdrawn || (in_consolation && declined)
    }
    const row: PlayoffRow = {
      slot: in_consolation ? slot - CONSOLATION_SLOTS : slot,
      player_one: match?.name_one ?? called(one)?.name ?? null,
      player_two: match?.name_two ?? called(two)?.name ?? null,
      entry_one: one,
      entry_two: two,
      seed_one: called(one)?.seed ?? null,
      seed_two: called(two)?.seed ?? null,
      withdrew_one: isOut(one),
      withdrew_two: isOut(two),
      score: walkover ? 'w.o.' : match ? scoreOf(match, two) : '',
      winner: winner === null ? null : winner === one ? 'player_one' : 'player_two',
      state: match ? stateOfScore(match, now) : null,
      provisional: match?.provisional ?? false,
      match_id: match?.id ?? null,
      match_date: match?.match_date ? wireDay(match.match_date) : null,
      live: match?.live ?? null,
    }
    return { stage, in_consolation, row }
  })
  const size = entries.length
  const own = (in_consolation: boolean, stage: Stage) =>
    rows.filter((each) => each.in_consolation === in_consolation && each.stage === stage).map(({ row }) => row)
  const last = (entry_id: number | null) => [
    {
      ...emptyRow,
      entry_one: entry_id,
      player_one: called(entry_id)?.name ?? null,
      seed_one: called(entry_id)?.seed ?? null,
    },
  ]
  const consolation = stagesOf(size).map(({ stage, name }) => ({
    stage,
    name: stage === 4 ? 'Winner' : name,
    // The slot only says that it is the consolation's.
    date: stage === 4 ? null : wireDay(matchDay(league, { stage, slot: CONSOLATION_SLOTS + 1 }, size)),
    rows: stage === 4 ? last(consolation_winner) : own(true, stage),
  }))
  return {
    stages: stagesOf(size).map(({ stage, name }) => ({
      stage,
      name,
      date: stage === 4 ? null : wireDay(stageDay(league, stage, size)),
      rows: stage === 4 ? last(champion) : own(false, stage),
    })),
    consolation: rows.some(({ in_consolation }) => in_consolation)
      ? consolation.filter((each) => each.rows.length > 0)
      : [],
  }
}

/** Formats a score with player one's games first in each set. Stored scores have the winner's games first. */
function scoreOf({ set_games, match_status, winner_entry_id }: BoardMatch, entry_two_id: number | null): string {
  if (!set_games) return ''
  const turned = winner_entry_id === entry_two_id
  const sets = turned ? set_games.map(swapSides) : set_games
  return scoreLine(sets, match_status)
}

function stateOfScore({ answer, answer_until }: BoardMatch, now: Date): ConfirmationState | null {
  return answer_until && confirmationState({ answer, answer_until }, now)
}
