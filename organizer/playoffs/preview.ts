import type { Reply } from '#/contract/endpoint.ts'
import { wireDay } from '#/contract/fields.ts'
import { readLeague } from '#/features/standings/queries.ts'
import { addDays } from '#/rules/day.ts'
import { playoffCut, playoffStages, stageDates } from '#/rules/playoffs.ts'
import type { PlayoffRules } from '#/rules/season-rules.ts'
import { playoffField, playoffNeeds, rankStandings, type StandingRow } from '#/rules/standings.ts'
import type { Db } from '#/server/db.ts'
import { listChampions, listSeeds } from '#/features/playoffs/bracket-queries.ts'
import type { previewPlayoffs } from './contract.ts'
import { listNames, type PreviewedLeague } from './queries.ts'
import { listOpenResults } from '#/features/playoffs/making-queries.ts'
import { tieOf } from '#/features/playoffs/queries.ts'

/** How many are told of who ended right behind the last place. */
const nextBest = 2

/** Who plays on in a league, or would as the table stands, who just misses it and why, and what is not final. */
export async function previewOf(
  db: Db,
  { stage_dates, counts_until, ...league }: PreviewedLeague,
  now: Date,
): Promise<Reply<typeof previewPlayoffs>> {
  const { entries, matches, rules } = await readLeague(db, league.league_id, now)
  const rows = rankStandings(entries, matches)
  const seeds = await listSeeds(db, league.league_id)
  const field = seeds.length > 0 ? seeds.map(({ entry_id }) => entry_id) : playoffField(rows, rules)
  const cut = seeds.length > 0 ? null : playoffCut(entries, matches, rules)
  const open = await listOpenResults(db, league.league_id, now)
  const missed = missedOf(rows, field, rules)
  const names = await listNames(db, [
    ...field,
    ...missed.map(({ row }) => row.entry_id),
    ...open.flatMap(({ entry_one_id, entry_two_id }) => [entry_one_id, entry_two_id]),
  ])
  const called = (entry_id: number) => names.get(entry_id) ?? ''
  const placeOf = ({ entry_id, rank, wins, played }: StandingRow) => ({ name: called(entry_id), rank, wins, played })
  const days = stageDates({ slug: league.season_slug, ending_date: league.ending_date, stage_dates })
  const isOver = (await listChampions(db, seeds.length > 0 ? [league.league_id] : [])).size > 0
  return {
    ...league,
    state: isOver ? 'over' : league.state,
    ending_date: wireDay(league.ending_date),
    closing_date: wireDay(addDays(counts_until, 1)),
    field: field.map((entry_id, index) => {
      const row = rows.find((each) => each.entry_id === entry_id)
      const place = row ? placeOf(row) : { name: called(entry_id), rank: 0, wins: 0, played: 0 }
      return { ...place, entry_id, seed: index + 1 }
    }),
    missed: missed.map(({ row, why }) => ({ ...placeOf(row), why })),
    cut: cut && tieOf(cut, called(cut.last_in.entry_id), called(cut.first_out.entry_id)),
    open_results: open.map(({ match_id, entry_one_id, entry_two_id, disputed, answer_until }) => ({
      match_id,
      player_one: called(entry_one_id),
      player_two: called(entry_two_id),
      disputed,
      answer_until: answer_until.toISOString(),
    })),
    stages: playoffStages.flatMap(({ stage, name }) =>
      stage === 4 ? [] : [{ stage, name, date: wireDay(days[stage]) }],
    ),
  }
}

/** Who ended in the top half with too few matches, and the next best behind the last place. */
function missedOf(rows: readonly StandingRow[], field: readonly number[], rules: PlayoffRules) {
  const out = rows
    .filter(({ entry_id }) => !field.includes(entry_id))
    .map((row) => {
      const { matches, places } = playoffNeeds(row, rows.length, rules)
      return { row, why: matches > 0 && places === 0 ? ('matches' as const) : ('place' as const) }
    })
  const behind = out.filter(({ why }) => why === 'place').slice(0, nextBest)
  return out.filter((each) => each.why === 'matches' || behind.includes(each))
}
