import { sql } from 'kysely'
import { wireDay, type AreaSlug } from '#/contract/fields.ts'
import { namesOf } from '#/features/matches/sides.ts'
import { leagueFits, lockLeague, readLeague } from '#/features/standings/queries.ts'
import { confirmationState, type Answer, type ConfirmationState } from '#/rules/confirmation.ts'
import { addDays } from '#/rules/day.ts'
import { bracketState, makeBracket, playoffStages, stageDates, type MatchStage } from '#/rules/playoffs.ts'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/score.ts'
import { graceDays, type SeasonSlug } from '#/rules/season.ts'
import { playoffField, playoffMatches, rankStandings } from '#/rules/standings.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { listSeeds, moveWinnersOn } from './bracket-queries.ts'
import type { PlayoffRow, StageOfPlayoffs } from './contract.ts'

/** A season that ended longer ago gets no play-offs from the clock: the last final of any is 46 days after the season. */
const lateDays = 60

/** Leagues whose season has closed on that day and that may still lack their play-offs, by id. */
export async function listLeaguesToPlayOff(db: Db, today: string): Promise<number[]> {
  const { rows } = await sql<{ league_id: number }>`
    select l.id as league_id
    from seasons se
    join leagues l on l.season_id = se.id
    where se.ending_date < ${addDays(today, -graceDays)} and se.ending_date >= ${addDays(today, -lateDays)}
      and not exists (select from playoffs made where made.league_id = l.id)
      and (select count(*) from standings s where s.league_id = l.id and s.played >= ${playoffMatches}) >= 2
    order by l.id`.execute(db)
  return rows.map(({ league_id }) => league_id)
}

/**
 * Makes the play-offs of a league from its final results; answers whether it did. Not while a result is unconfirmed or
 * disputed, with fewer than two who qualify, or when they are made already: whoever comes second finds them.
 */
export async function makePlayoffs(db: Db | Tx, league_id: number, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockLeague(tx, league_id)
    if ((await listSeeds(tx, league_id)).length > 0) return false
    if (await hasOpenResults(tx, league_id, now)) return false
    const { entries, matches } = await readLeague(tx, league_id, now)
    const field = playoffField(rankStandings(entries, matches))
    if (field.length < 2) return false
    await tx.insertInto('playoffs').values({ league_id, made_at: now }).execute()
    await tx
      .insertInto('playoff_seeds')
      .values(field.map((entry_id, index) => ({ league_id, seed: index + 1, entry_id })))
      .execute()
    await moveWinnersOn(tx, league_id)
    return true
  })
}

async function hasOpenResults(tx: Tx, league_id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from matches m join scores s on s.id = m.score_id
    where m.league_id = ${league_id} and m.playoff_stage is null
      and (s.answer = 'disputed' or (s.answer is null and s.answer_until > ${now}))
    limit 1`.execute(tx)
  return rows.length > 0
}

/** A division by slug or by name; undefined when there is none. */
export async function findDivisionCalled(db: Db, called: string): Promise<{ slug: string; name: string } | undefined> {
  return db
    .selectFrom('divisions')
    .select(['slug', 'name'])
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

export type Playoffs = { season: string; season_slug: SeasonSlug; year: number; stages: StageOfPlayoffs[] }

/** The newest play-offs that fit, stage by stage; undefined when there are none. */
export async function findPlayoffs(db: Db, filter: PlayoffFilter, now: Date): Promise<Playoffs | undefined> {
  const { rows } = await sql<{ league_id: number; season: string; season_slug: SeasonSlug; year: number }>`
    select l.id as league_id, se.name as season, se.slug as season_slug, se.year
    from leagues l
    join seasons se on se.id = l.season_id
    join divisions d on d.id = l.division_id
    where ${leagueFits(filter)} and exists (select from playoffs made where made.league_id = l.id)
    order by se.starting_date desc
    limit 1`.execute(db)
  const league = rows[0]
  if (!league) return undefined
  const { league_id, ...season } = league
  const [entries, matches] = await Promise.all([listSeededEntries(db, league_id), listBoard(db, league_id)])
  return { ...season, stages: stagesOf(season, entries, matches, now) }
}

type SeededEntry = { entry_id: number; seed: number; name: string }

async function listSeededEntries(db: Db, league_id: number): Promise<SeededEntry[]> {
  const { rows } = await sql<SeededEntry>`
    select ps.entry_id, ps.seed, ${namesOf(sql`ps.entry_id`)} as name
    from playoff_seeds ps where ps.league_id = ${league_id}
    order by ps.seed`.execute(db)
  return rows
}

type BoardMatch = {
  id: number
  stage: MatchStage
  slot: number
  winner_entry_id: number | null
  match_date: string | null
  match_status: MatchStatus
  set_games: SetScore[] | null
  answer: Answer | null
  answer_until: Date | null
}

async function listBoard(db: Db, league_id: number): Promise<BoardMatch[]> {
  const { rows } = await sql<BoardMatch>`
    select m.id, m.playoff_stage as stage, m.playoff_slot as slot, s.winner_entry_id, m.match_date, s.match_status, s.set_games,
      s.answer, s.answer_until
    from matches m
    left join scores s on s.id = m.score_id
    where m.league_id = ${league_id} and m.playoff_stage is not null`.execute(db)
  return rows
}

function stagesOf(
  { season_slug, year }: { season_slug: SeasonSlug; year: number },
  entries: readonly SeededEntry[],
  board: readonly BoardMatch[],
  now: Date,
): StageOfPlayoffs[] {
  const results = board.map(({ stage, slot, winner_entry_id, answer }) => ({
    stage,
    slot,
    winner: answer === 'disputed' ? null : winner_entry_id,
  }))
  const { matches, champion } = bracketState(makeBracket(entries.map(({ entry_id }) => entry_id)), results)
  const called = (entry_id: number | null) => entries.find((entry) => entry.entry_id === entry_id)
  const days = stageDates(season_slug, year)

  const rows = matches.map(({ stage, slot, sides: [one, two], winner }) => {
    const match = board.find((each) => each.stage === stage && each.slot === slot)
    const row: PlayoffRow = {
      ...nobody,
      slot,
      player_one: called(one)?.name ?? null,
      player_two: called(two)?.name ?? null,
      seed_one: called(one)?.seed ?? null,
      seed_two: called(two)?.seed ?? null,
      score: match ? scoreOf(match, two) : '',
      winner: winner === null ? null : winner === one ? 'player_one' : 'player_two',
      state: match ? stateOf(match, now) : null,
      match_id: match?.id ?? null,
      match_date: match?.match_date ? wireDay(match.match_date) : null,
    }
    return { stage, row }
  })
  const last = { ...nobody, player_one: called(champion)?.name ?? null, seed_one: called(champion)?.seed ?? null }
  return playoffStages.map(({ stage, name }) => ({
    stage,
    name,
    date: stage === 4 ? null : wireDay(days[stage]),
    rows: stage === 4 ? [last] : rows.filter((each) => each.stage === stage).map(({ row }) => row),
  }))
}

const nobody: PlayoffRow = {
  slot: 1,
  player_one: null,
  player_two: null,
  score: '',
  seed_one: null,
  seed_two: null,
  winner: null,
  state: null,
  match_id: null,
  match_date: null,
}

/** As player one reads it: their games come first in each set. Stored are the winner's first. */
function scoreOf({ set_games, match_status, winner_entry_id }: BoardMatch, entry_two_id: number | null): string {
  if (!set_games) return ''
  const turned = winner_entry_id === entry_two_id
  const sets = turned ? set_games.map(({ score_1, score_2 }) => ({ score_1: score_2, score_2: score_1 })) : set_games
  return scoreLine(sets, match_status)
}

function stateOf({ answer, answer_until }: BoardMatch, now: Date): ConfirmationState | null {
  return answer_until && confirmationState({ answer, answer_until }, now)
}
