import { sql } from 'kysely'
import { seasonRule } from '#/features/seasons/queries.ts'
import { readLeague } from '#/features/standings/queries.ts'
import { addDays } from '#/rules/day.ts'
import { playoffCut } from '#/rules/playoffs.ts'
import { playoffField, rankStandings } from '#/rules/standings.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { listSeeds, moveWinnersOn } from './bracket-queries.ts'
import { lockLeague } from '#/features/leagues/queries.ts'

/** A season that ended longer ago gets no play-offs from the clock: the last final of any is 46 days after the season. */
const lateDays = 60

/** Leagues whose season has closed on that day and that may still lack their play-offs, by id. */
export async function listLeaguesToPlayOff(db: Db, today: string): Promise<number[]> {
  const { rows } = await sql<{ league_id: number }>`
    select l.id as league_id
    from seasons se
    join leagues l on l.season_id = se.id
    where se.counts_until < ${today} and se.ending_date >= ${addDays(today, -lateDays)}
      and not exists (select from playoffs made where made.league_id = l.id)
      and (select count(*) from standings s where s.league_id = l.id and s.played >= ${seasonRule('playoff_matches')}) >= 2
    order by l.id`.execute(db)
  return rows.map(({ league_id }) => league_id)
}

/** Why there is no bracket: there is one already, a result is not final, fewer than two qualify, or they are others than expected. */
export type NotMade = 'made' | 'open_results' | 'too_few' | 'changed'

type Terms = {
  /** The organizer who makes them; the clock when left out. */
  made_by_id?: number
  /** Who is expected to qualify, best first: entry ids. */
  expected?: readonly number[]
}

/** Makes the play-offs of a league from its final results; answers the seeds, or why not. Whoever comes second finds them made. */
export async function makePlayoffs(
  db: Db | Tx,
  league_id: number,
  now: Date,
  { made_by_id, expected }: Terms = {},
): Promise<number[] | NotMade> {
  return inTransaction(db, async (tx) => {
    await lockLeague(tx, league_id)
    if ((await listSeeds(tx, league_id)).length > 0) return 'made'
    if ((await listOpenResults(tx, league_id, now)).length > 0) return 'open_results'
    const { entries, matches, rules } = await readLeague(tx, league_id, now)
    const table = rankStandings(entries, matches)
    const field = playoffField(table, rules)
    if (field.length < 2) return 'too_few'
    if (expected && expected.join() !== field.join()) return 'changed'
    await tx
      .insertInto('playoffs')
      .values({ league_id, made_at: now, made_by_id: made_by_id ?? null, cut: playoffCut(entries, matches, rules) })
      .execute()
    await tx
      .insertInto('playoff_seeds')
      .values(field.map((entry_id, index) => ({ league_id, seed: index + 1, entry_id })))
      .execute()
    await moveWinnersOn(tx, league_id, table)
    return field
  })
}

export type OpenResult = {
  match_id: number
  entry_one_id: number
  entry_two_id: number
  disputed: boolean
  answer_until: Date
}

/** The results of the season that are not final: disputed, or within the time to answer. */
export async function listOpenResults(db: Db | Tx, league_id: number, now: Date): Promise<OpenResult[]> {
  const { rows } = await sql<OpenResult>`
    select m.id as match_id, m.entry_one_id, m.entry_two_id, s.answer is not null as disputed, s.answer_until
    from matches m join scores s on s.id = m.score_id
    where m.league_id = ${league_id} and m.playoff_stage is null
      and (s.answer = 'disputed' or (s.answer is null and s.answer_until > ${now}))
    order by s.answer is null, s.answer_until, m.id`.execute(db)
  return rows
}
