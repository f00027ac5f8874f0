import { insertVersions } from '#/features/matches/score-queries.ts'
import { addDays, daysBetween } from '#/rules/day.ts'
import { type SeasonEdition } from '#/rules/season.ts'
import { scoreOf } from './answers.ts'
import { chanceOf } from './chance.ts'
import type { Demo, Field } from './league.ts'
import { playOut } from './scores.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { makePlayoffs } from '#/features/playoffs/actions.ts'
import { takePlayoffEmails } from '#/features/playoffs/jobs.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'

/** Creates the play-offs of a league as the job would have, with results up to today. Sends no emails. */
export async function playPlayoffs(
  { tx, today, now }: Demo,
  { slug, year, ending_date }: SeasonEdition,
  { league_id, area, division }: Field,
): Promise<void> {
  const closing = addDays(ending_date, standardRules.grace_days + 1)
  if (closing >= today) return
  const made = await makePlayoffs(tx, league_id, new Date(`${closing}T14:10:00Z`))
  if (typeof made === 'string') return
  const chance = chanceOf(`${slug} ${year} ${area} ${division} play-offs`)
  for (const stage of [1, 2, 3]) {
    const matches = await tx
      .selectFrom('matches')
      .innerJoin('entry_players', 'entry_players.entry_id', 'entry_one_id')
      .select(['matches.id', 'playoff_slot', 'entry_one_id', 'entry_two_id', 'play_from', 'play_by'])
      .select('entry_players.player_id')
      .where('matches.league_id', '=', league_id)
      .where('playoff_stage', '=', stage)
      .where('entry_players.position', '=', 1)
      .orderBy('playoff_slot')
      .execute()
    const reports = matches.flatMap(
      ({ id, playoff_slot, entry_one_id, entry_two_id, play_from, play_by, player_id }) => {
        if (playoff_slot === null || play_from === null || play_by === null) return []
        const match_date = addDays(play_from, chance.below(daysBetween(play_from, play_by) + 1))
        if (match_date >= today) return []
        // The better seed is entry one, and wins more often.
        const upper = chance.percent(65)
        const score = scoreOf(playOut(chance, upper ? 0.5 : 0), {
          reported_by_id: player_id,
          match_date,
          match_area: area,
          match_location: 'Center court',
        })
        const winner_entry_id = upper ? entry_one_id : entry_two_id
        // The result is reported before midnight, like those of the regular season.
        const at = new Date(`${addDays(match_date, 1)}T00:${30 + chance.below(30)}:00Z`)
        const version = { version: 1, kind: 'report' as const, side_entry_id: entry_one_id, winner_entry_id }
        return [{ leads_to: Math.ceil(playoff_slot / 2), match: { id, entry_one_id }, score, version, at }]
      },
    )
    // The two matches that lead to the same next one, which is created once both winners are known.
    for (const pair of Map.groupBy(reports, ({ leads_to }) => leads_to).values()) {
      await insertVersions(tx, pair)
      await rebuildLeague(tx, league_id)
    }
  }
  await takePlayoffEmails(tx, league_id, now)
}
