import { dayInZone } from '#/rules/day.ts'
import { scoreLine } from '#/rules/outcome.ts'
import type { Action, Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import type { Call } from '#/server/serve.ts'
import { durationMinutes, type reportScore } from './contract.ts'
import { refuseIllegalScore } from './illegal-score.ts'
import { findMatchSnapshot } from './match-snapshot.ts'
import {
  findMatchFor,
  findTimeZone,
  insertScore,
  listSharedLeagues,
  type NewScore,
  type StoredScore,
} from './queries.ts'
import { emailScore } from './score-emails.ts'
import { countingLeagues, isPlayoffScore, type SharedLeague } from './shared-leagues.ts'

/** The score form, parsed. */
export type ScoreReport = Call<typeof reportScore>['body']

/** A report that may be stored: the league it counts for, the match it is of where that is known, and its score. */
export type CheckedReport = { league: SharedLeague; matchup_id: number | null; score: NewScore; line: string }

/**
 * Finds the league that a report counts for and checks the score by its rules. Outside the transaction, so that the
 * league is locked for no longer than it takes to store the score. Refuses what the league, the day or the match does
 * not allow, and `not_your_match`.
 */
export async function checkReport({ app, player, now }: Actor, report: ScoreReport): Promise<CheckedReport> {
  const [time_zone, matchup, shared] = await Promise.all([
    findTimeZone(app.db, report.match_area),
    report.matchup_id ? findMatchFor(app.db, report.matchup_id, player) : null,
    listSharedLeagues(app.db, {
      season: report.season,
      winner_id: report.winner.id,
      opponent_id: report.opponent.id,
      reporter_id: player.id,
      matchup_id: report.matchup_id ?? null,
    }),
  ])
  if (report.match_date > dayInZone(now, time_zone))
    refuse('invalid', { fields: { match_date: 'This day is in the future.' } })
  if (matchup === undefined) refuse('not_found')
  const reportable = shared.filter(({ mine, area }) => mine || player.organizer_areas.includes(area))
  const isOneOfThem = player.id === report.winner.id || player.id === report.opponent.id
  if (reportable.length === 0 && !isOneOfThem && player.organizer_areas.length === 0) refuse('not_your_match')
  const league = chooseLeague(reportable, report, matchup?.league_id)
  refuseIllegalScore(report, league.rules)
  const playoff = isPlayoffScore(league, report.match_date, matchup !== null) ? league.playoff_match_id : null
  return {
    league,
    matchup_id: report.matchup_id ?? playoff ?? null,
    score: { ...scoreOf(report), reported_by_id: player.id },
    line: scoreLine(report.set_games, report.match_status),
  }
}

/**
 * Stores a checked report as the first version of its match, and emails the other side. The report of an organizer who
 * plays on neither side is settled at once: it goes into the audit log with the reason, and both sides are emailed. The
 * transaction may change nothing else of the league.
 */
export async function storeReport(
  action: Action,
  { league, matchup_id, score }: CheckedReport,
  reason = '',
): Promise<StoredScore> {
  const { tx, audit, now } = action
  const stored = await insertScore(tx, league, score, matchup_id, now, { reason, isOnlyChange: true })
  if (stored.settled) {
    const { area, subject, title, values: after } = await findMatchSnapshot(tx, stored.match_id)
    await audit({ area, kind: 'enter_result', subject, summary: `Entered ${title}`, reason, after })
  }
  const email = stored.settled ? 'score_settled' : 'score_to_confirm'
  await emailScore(action, email, stored.score_id, stored.recipient_ids)
  return stored
}

/** What is stored of a score form. */
export function scoreOf(
  report: Omit<ScoreReport, 'season' | 'year' | 'division' | 'matchup_id'>,
): Omit<NewScore, 'reported_by_id'> {
  return {
    match_date: report.match_date,
    match_area: report.match_area,
    match_location: report.match_location,
    duration_minutes: durationMinutes(report),
    set_games: report.set_games,
    total_winner_score: report.total_winner_score,
    total_opponent_score: report.total_opponent_score,
    match_status: report.match_status,
    match_notes: report.match_notes ?? '',
  }
}

/** The one league that a match counts for, of those that the two players share (docs/product.md, "On sale" and "Score"). */
function chooseLeague(
  shared: readonly SharedLeague[],
  { match_date, match_area, year, division }: ScoreReport,
  matchup_league_id: number | undefined,
): SharedLeague {
  const ofMatch = shared.filter(({ league_id }) => matchup_league_id === undefined || league_id === matchup_league_id)
  if (ofMatch.length === 0) refuse(matchup_league_id === undefined ? 'not_in_same_league' : 'not_that_match')
  const named = ofMatch.filter(
    (league) => (!year || league.year === year) && (!division || hasDivision(league, division)),
  )
  if (named.length === 0) refuse('not_in_same_league')
  const counting = countingLeagues(named, match_date, matchup_league_id !== undefined)
  const years = [...new Set(counting.map((league) => league.year))]
  if (years.length > 1)
    refuse('several_leagues', {
      message: `These two players share this season in ${years.join(' and ')}. Please choose the year.`,
    })
  const divisions = [...new Set(counting.map(({ division_name }) => division_name))]
  if (divisions.length > 1)
    refuse('several_leagues', {
      message: `These two players share several leagues: ${divisions.join(', ')}. Please choose the division.`,
    })
  // With the same division in two areas, the area where they played decides.
  const league = counting.find(({ area }) => area === match_area) ?? counting[0]
  if (league) return league
  const ahead = named.find(
    ({ starting_date, entered_on }) => match_date < starting_date && match_date < (entered_on ?? ''),
  )
  refuse('invalid', {
    fields: {
      match_date:
        ahead && countingLeagues([{ ...ahead, entered_on: null }], match_date).length > 0
          ? 'Before the first day of a season a match counts only from the day on which both of you had joined.'
          : 'You two did not share a season with this name on that date.',
    },
  })
}

function hasDivision({ division_slug, division_name }: SharedLeague, division: string): boolean {
  return division_slug === division || division_name.toLowerCase() === division.toLowerCase()
}
