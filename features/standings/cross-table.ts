import { sql } from 'kysely'
import { joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'
import { nameFor, namesOf } from '#/features/leagues/sides.ts'
import { formatWordsOf, kindsThat, type LeagueFormat } from '#/rules/formats/formats.ts'
import { scoreLine, type MatchStatus, type SetScore, swapSides } from '#/rules/outcome.ts'
import type { Db } from '#/server/db.ts'
import type { CrossResult, CrossTable } from './place-contract.ts'

type Row = Omit<CrossTable, 'group' | 'results'> & {
  format: LeagueFormat | null
  matches: {
    match_id: number
    one: number
    two: number
    winner: number | null
    sets: SetScore[]
    status: MatchStatus
  }[]
}

/** A league's results between the entries of its table. Undefined if there is no such league. */
export async function findCrossTable(
  db: Db,
  league_id: number,
  caller: { id: number; email_proved: boolean },
): Promise<CrossTable | undefined> {
  const { rows } = await sql<Row>`
    select l.id as league_id, se.name as league_name, se.slug as league_slug, d.name as level_name, d.slug as level_slug, se.year,
      l.area, l.format,
      coalesce((
        select json_agg(json_build_object('entry_id', st.entry_id, 'name', ${namesOf(sql`st.entry_id`, nameFor(caller))},
          'rank', st.rank, 'flight', st.flight,
          'is_me', exists (select from entry_players ep where ep.entry_id = st.entry_id and ep.player_id = ${caller.id})) order by st.flight, st.rank)
        from standings st where st.league_id = l.id), '[]') as entries,
      coalesce((
        select json_agg(json_build_object('match_id', m.id, 'one', m.entry_one_id, 'two', m.entry_two_id, 'winner', s.winner_entry_id,
          'sets', s.set_games, 'status', s.match_status) order by m.match_date, m.id)
        from matches m
        join scores s on s.id = m.score_id and s.answer is distinct from 'disputed'
        join standings one on one.entry_id = m.entry_one_id
        join standings two on two.entry_id = m.entry_two_id and two.flight is not distinct from one.flight
        where m.league_id = l.id and m.playoff_stage is null
          and (m.round = l.rounds_drawn or (l.format ->> 'kind' = any(${kindsThat('by_period')}::text[])) is not true)), '[]') as matches
    from leagues l ${joinSeasonAndDivision}
    where l.id = ${league_id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { format, matches, ...league } = row
  return { ...league, group: format && formatWordsOf(format.kind).group, results: matches.flatMap(bothSides) }
}

/** A result from the side of each entry. */
function bothSides({ match_id, one, two, winner, sets, status }: Row['matches'][number]): CrossResult[] {
  // The winner's games are stored first, or entry one's in a tie.
  const turned = sets.map(swapSides)
  const lineOf = (entry_id: number) => scoreLine((winner ?? one) === entry_id ? sets : turned, status)
  const outcomeOf = (entry_id: number) => (winner === null ? 'tied' : winner === entry_id ? 'won' : 'lost')
  return [
    { match_id, entry_id: one, opponent_id: two, outcome: outcomeOf(one), score_line: lineOf(one) },
    { match_id, entry_id: two, opponent_id: one, outcome: outcomeOf(two), score_line: lineOf(two) },
  ]
}
