import { areas } from '#/contract/fields.ts'
import { skipOf } from '#/contract/page.ts'
import { dayInZone } from '#/rules/day.ts'
import { scoreLine } from '#/rules/score.ts'
import { mailScore } from '#/features/confirmation/letters.ts'
import { inTransaction } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import {
  deleteMatch,
  durationMinutes,
  getMatch,
  getPublicResult,
  getResult,
  listMyMatches,
  listResults,
  reportScore,
  searchLeaguePlayers,
  searchPlayers,
} from './contract.ts'
import { countingLeagues, isPlayoff, type SharedLeague } from './counting-league.ts'
import {
  deleteMatchOf,
  findMatch,
  findMatchOf,
  findPublicResult,
  findRecord,
  findResult,
  findTimeZone,
  insertScore,
  listLeaguePlayers,
  listMatchesOf,
  listPlayersNamed,
  listResultsOf,
  listSharedLeagues,
} from './queries.ts'

export const matchesRoutes = [
  serve(reportScore, async ({ body, player, app, now }) => {
    const today = dayInZone(now, await findTimeZone(app.db, body.match_area))
    if (body.match_date > today) refuse('invalid', { fields: { match_date: 'This day is still to come.' } })
    const matchup = body.matchup_id
      ? ((await findMatchOf(app.db, body.matchup_id, player)) ?? refuse('not_found'))
      : null

    const shared = await listSharedLeagues(app.db, {
      season: body.season,
      winner_id: body.winner.id,
      opponent_id: body.opponent.id,
      reporter_id: player.id,
      matchup_id: body.matchup_id ?? null,
    })
    const reportable = player.role === 'organizer' ? shared : shared.filter(({ mine }) => mine)
    const isOneOfThem = player.id === body.winner.id || player.id === body.opponent.id
    if (reportable.length === 0 && !isOneOfThem && player.role !== 'organizer') refuse('not_your_match')
    const league = chooseLeague(reportable, body, matchup?.league_id)
    const playoff = isPlayoff(league, body.match_date, matchup !== null) ? league.playoff_match_id : null
    const matchup_id = body.matchup_id ?? playoff ?? null

    const score = {
      reported_by_id: player.id,
      match_date: body.match_date,
      match_area: body.match_area,
      match_location: body.match_location,
      duration_minutes: durationMinutes(body),
      set_games: body.set_games,
      total_winner_score: body.total_winner_score,
      total_opponent_score: body.total_opponent_score,
      match_status: body.match_status,
      match_notes: body.match_notes ?? '',
    }
    const id = await inTransaction(app.db, async (tx) => {
      const stored = await insertScore(tx, league, score, matchup_id, now)
      const letter = stored.settled ? 'score_settled' : 'score_to_confirm'
      await mailScore(tx, app.config, letter, stored.score_id, stored.told)
      return stored.match_id
    })
    return { message: `Score saved, standings updated: ${scoreLine(body.set_games, body.match_status)}`, id }
  }),

  serve(listResults, async ({ query, player, app, now }) => {
    const skip = skipOf(query)
    const page = await listResultsOf(
      app.db,
      { ...query, area: query.area ?? player.area ?? areas[0] },
      now,
      query.per_page,
      skip,
    )
    return { ...page, skip }
  }),

  serve(
    getResult,
    async ({ params, player, app, now }) => (await findResult(app.db, params.id, player, now)) ?? refuse('not_found'),
  ),

  serve(
    getPublicResult,
    async ({ params, app, now }) => (await findPublicResult(app.db, params.id, now)) ?? refuse('not_found'),
  ),

  serve(listMyMatches, async ({ query, player, app, now }) => {
    const skip = skipOf(query)
    const [page, record] = await Promise.all([
      listMatchesOf(app.db, player, now, query.per_page, skip),
      findRecord(app.db, player.id),
    ])
    return { ...page, skip, record }
  }),

  serve(
    getMatch,
    async ({ params, player, app, now }) => (await findMatch(app.db, params.id, player, now)) ?? refuse('not_found'),
  ),

  serve(deleteMatch, async ({ params, player, app }) => {
    await deleteMatchOf(app.db, params.id, player)
    return { message: 'The match is deleted.' }
  }),

  serve(searchLeaguePlayers, async ({ query, player, app }) => ({
    data: await listLeaguePlayers(app.db, player.id, query.search, query.season, 60),
  })),

  serve(searchPlayers, async ({ body, app }) => listPlayersNamed(app.db, body.search, 20)),
]

type Choice = {
  match_date: string
  match_area: string
  year?: number | null | undefined
  division?: string | null | undefined
}

/** The one league that a match counts for, of those the two share (decisions, "On sale" and "Score"). */
function chooseLeague(
  shared: readonly SharedLeague[],
  { match_date, match_area, year, division }: Choice,
  matchup_league_id: number | undefined,
): SharedLeague {
  const theMatch = shared.filter(({ league_id }) => matchup_league_id === undefined || league_id === matchup_league_id)
  if (theMatch.length === 0) refuse(matchup_league_id === undefined ? 'not_in_same_league' : 'not_that_match')
  const asked = theMatch.filter(
    (league) => (!year || league.year === year) && (!division || isCalled(league, division)),
  )
  if (asked.length === 0) refuse('not_in_same_league')
  const counting = countingLeagues(asked, match_date, matchup_league_id !== undefined)
  const divisions = [...new Set(counting.map(({ division_name }) => division_name))]
  if (divisions.length > 1)
    refuse('several_leagues', {
      message: `These two play in several leagues together: ${divisions.join(', ')}. Choose the division.`,
    })
  // The same division in two areas: where they played tells.
  const league = counting.find(({ area }) => area === match_area) ?? counting[0]
  return (
    league ??
    refuse('invalid', { fields: { match_date: 'On that day no season of this name was on that you two are in.' } })
  )
}

function isCalled({ division_slug, division_name }: SharedLeague, division: string): boolean {
  return division_slug === division || division_name.toLowerCase() === division.toLowerCase()
}
