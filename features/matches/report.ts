import { audit } from '#/server/audit.ts'
import { dayInZone } from '#/rules/day.ts'
import { scoreLine } from '#/rules/score.ts'
import type { App } from '#/server/context.ts'
import { inTransaction } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { Call } from '#/server/serve.ts'
import type { Caller } from '#/server/session.ts'
import { durationMinutes, type reportScore } from './contract.ts'
import { countingLeagues, isPlayoff, type SharedLeague } from './counting-league.ts'
import { findMatchOf, findTimeZone, insertScore, listSharedLeagues } from './queries.ts'
import { findOnRecord } from './record.ts'
import { refuseScore } from './season-score.ts'
import { mailScore } from './notify.ts'

type Told = Call<typeof reportScore>['body']

/**
 * Stores a reported score and tells the other side; an organizer's, who plays on neither, is settled at once, recorded,
 * and told to both. `desk`: nothing but that will do. Refuses what the league, the day or the match does not allow.
 */
export async function report(
  app: App,
  body: Told,
  player: Caller,
  now: Date,
  desk?: { reason: string },
): Promise<{ id: number; line: string }> {
  const [time_zone, matchup, shared] = await Promise.all([
    findTimeZone(app.db, body.match_area),
    body.matchup_id ? findMatchOf(app.db, body.matchup_id, player) : null,
    listSharedLeagues(app.db, {
      season: body.season,
      winner_id: body.winner.id,
      opponent_id: body.opponent.id,
      reporter_id: player.id,
      matchup_id: body.matchup_id ?? null,
    }),
  ])
  if (body.match_date > dayInZone(now, time_zone))
    refuse('invalid', { fields: { match_date: 'This day is still to come.' } })
  if (matchup === undefined) refuse('not_found')
  const reportable = shared.filter(({ mine, area }) => mine || player.organizer_areas.includes(area))
  const isOneOfThem = player.id === body.winner.id || player.id === body.opponent.id
  if (reportable.length === 0 && !isOneOfThem && player.organizer_areas.length === 0) refuse('not_your_match')
  const league = chooseLeague(reportable, body, matchup?.league_id)
  refuseScore(body, league.rules)
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
  const line = scoreLine(body.set_games, body.match_status)
  const reason = desk?.reason ?? ''
  const id = await inTransaction(app.db, async (tx) => {
    const stored = await insertScore(tx, league, score, matchup_id, now, reason)
    if (desk && !stored.settled) refuse('own_match')
    if (stored.settled) {
      const after = await findOnRecord(tx, stored.match_id)
      const { area, subject } = after
      const summary = `Entered ${line} for ${after.title}`
      await audit(
        tx,
        { organizer: player, area, kind: 'enter_result', subject, summary, reason, after: after.values },
        now,
      )
    }
    const email = stored.settled ? 'score_settled' : 'score_to_confirm'
    await mailScore(tx, app.config, email, stored.score_id, stored.told)
    return stored.match_id
  })
  return { id, line }
}

type Choice = {
  match_date: string
  match_area: string
  year?: number | null | undefined
  division?: string | null | undefined
}

/** The one league that a match counts for, of those the two share (docs/product.md, "On sale" and "Score"). */
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
      message: `These two players share several leagues: ${divisions.join(', ')}. Please choose the division.`,
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
