import type { Reply } from '#/contract/endpoint.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { readLeague } from '#/features/standings/queries.ts'
import { addDays } from '#/rules/day.ts'
import { playoffCut, stageDay } from '#/rules/playoffs.ts'
import { matchStagesOf } from '#/rules/playoff-stages.ts'
import type { PlayoffRules } from '#/rules/season-rules.ts'
import { sportOf } from '#/rules/sports/formats.ts'
import { playoffField, playoffNeeds, rankStandings, type StandingRow } from '#/rules/standings.ts'
import type { Db } from '#/server/db.ts'
import { listChampions, listSeeds, listOpenResults } from '#/features/playoffs/bracket-queries.ts'
import type { previewPlayoffs } from './contract.ts'
import { listNames, type PreviewedLeague } from './queries.ts'
import { toTieAtTheCut } from '#/features/playoffs/queries.ts'

/** The number of entries shown right behind the last place. */
const nextBestShown = 2

/** Who qualifies in a league, or would by the current table, who just misses it and why, and which results are not final. */
export async function readPreview(
  db: Db,
  { stage_dates, counts_until, ...league }: PreviewedLeague,
  now: Date,
): Promise<Reply<typeof previewPlayoffs>> {
  const { entries, matches, rules } = await readLeague(db, league.league_id, now)
  const rows = rankStandings(entries, matches, rules)
  const seeds = await listSeeds(db, league.league_id)
  const field = seeds.length > 0 ? seeds.map(({ entry_id }) => entry_id) : playoffField(rows, rules)
  const cut = seeds.length > 0 ? null : playoffCut(entries, matches, rules)
  const openResults = await listOpenResults(db, league.league_id, now)
  const missed = listMissed(rows, field, rules)
  const names = await listNames(db, [
    ...field,
    ...missed.map(({ row }) => row.entry_id),
    ...openResults.flatMap(({ entry_one_id, entry_two_id }) => [entry_one_id, entry_two_id]),
  ])
  const nameOf = (entry_id: number) => names.get(entry_id) ?? ''
  const placeOf = ({ entry_id, rank, wins, played }: StandingRow) => ({ name: nameOf(entry_id), rank, wins, played })
  const season = { slug: league.season_slug, ending_date: league.ending_date, stage_dates }
  const isOver = (await listChampions(db, seeds.length > 0 ? [league.league_id] : [])).size > 0
  return {
    ...league,
    state: isOver ? 'over' : league.state,
    ending_date: wireDay(league.ending_date),
    closing_date: wireDay(addDays(counts_until, 1)),
    field: field.map((entry_id, index) => {
      const row = rows.find((each) => each.entry_id === entry_id)
      const place = row ? placeOf(row) : { name: nameOf(entry_id), rank: 0, wins: 0, played: 0 }
      return { ...place, entry_id, seed: index + 1 }
    }),
    missed: missed.map(({ row, why }) => ({ ...placeOf(row), why })),
    cut:
      cut && toTieAtTheCut(cut, nameOf(cut.last_in.entry_id), nameOf(cut.first_out.entry_id), sportOf(rules.formats)),
    open_results: openResults.map(({ match_id, entry_one_id, entry_two_id, disputed, answer_until }) => ({
      match_id,
      player_one: nameOf(entry_one_id),
      player_two: nameOf(entry_two_id),
      disputed,
      answer_until: answer_until.toISOString(),
    })),
    stages: matchStagesOf(field.length).map(({ stage, name }) => ({
      stage,
      name,
      date: wireDay(stageDay(season, stage, field.length)),
    })),
  }
}

/** Entries that just miss the play-offs: those in the top half with too few matches, and those just below the last qualifying place. */
function listMissed(rows: readonly StandingRow[], field: readonly number[], rules: PlayoffRules) {
  const others = rows
    .filter(({ entry_id }) => !field.includes(entry_id))
    .map((row) => {
      const { matches, places } = playoffNeeds(row, rows, rules)
      return { row, why: matches > 0 && places === 0 ? ('matches' as const) : ('place' as const) }
    })
  const nextBest = others.filter(({ why }) => why === 'place').slice(0, nextBestShown)
  return others.filter((each) => each.why === 'matches' || nextBest.includes(each))
}
