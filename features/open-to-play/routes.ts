import { formatOffered } from '#/features/arranging/format.ts'
import { readEntryRatings } from '#/features/ratings/entry-ratings.ts'
import { winChanceOf, type EntryRating } from '#/rules/rating/entries.ts'
import { suggestForPair } from '#/features/availability/suggestions.ts'
import { dayInZone } from '#/rules/day.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { refuseUnproved } from '#/server/session.ts'
import { allowsMore, offerToPlay, setOpenToPlay } from './actions.ts'
import * as calls from './contract.ts'
import { findOpenLeague, listOpenEntries } from './queries.ts'

/** Maximum players in the list: times are computed for each. */
const MOST_PLAYERS = 12

/** The entries with whom a match is likely to be closest first. */
function closestFirst<E extends { entry_id: number }>(
  entries: readonly E[],
  mine: number,
  ratings: ReadonlyMap<number, EntryRating>,
): E[] {
  const gapOf = ({ entry_id }: E) => {
    const [one, two] = [ratings.get(mine), ratings.get(entry_id)]
    return one && two ? Math.abs(winChanceOf(one, two) - 0.5) : 0.5
  }
  return entries.toSorted((a, b) => gapOf(a) - gapOf(b))
}

export const routes = [
  serve(calls.listOpenPlayers, async ({ params, player, app, now }) => {
    const league = (await findOpenLeague(app.db, params.league_id, player.id, now)) ?? refuse('not_found')
    const allowed = allowsMore(league, now)
    const { area, time_zone, ending_date } = league
    const open = allowed ? await listOpenEntries(app.db, league, now) : []
    const ratings = open.length > 1 ? await readEntryRatings(app.db, league.league_id, dayInZone(now, time_zone)) : null
    const entries = ratings ? closestFirst(open, league.entry_id, ratings) : open
    const window = { area, time_zone, from: dayInZone(now, time_zone), to: ending_date, appointment: null }
    const players = []
    for (const { entry_id, name, match_id } of entries.slice(0, MOST_PLAYERS)) {
      const entry_ids = [league.entry_id, entry_id]
      const found = await suggestForPair(app.db, { ...window, entry_ids, player_id: player.id, now })
      players.push({ entry_id, name, match_id, suggestions: found.map(({ why: _why, ...time }) => time) })
    }
    return { league: league.league, allowed, until: league.until && league.until.toISOString(), players }
  }),

  serve(calls.setOpenToPlay, async (call) => {
    if (call.body.open) refuseUnproved(call.player)
    const until = await setOpenToPlay(call, { ...call.params, ...call.body })
    return {
      until: until && until.toISOString(),
      message: until
        ? 'The players of your league can see that you are looking for a match.'
        : 'You are no longer shown.',
    }
  }),

  serve(calls.offerToPlay, async (call) => {
    refuseUnproved(call.player)
    const made = await offerToPlay(call, { ...call.params, ...call.body })
    return { ...made, message: formatOffered(call.body.times.length, made.warnings) }
  }),
]
