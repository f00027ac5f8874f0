import { formatDay } from '#/contract/format.ts'
import { rebuildLockedLeague } from '#/features/playoffs/rebuild.ts'
import { recordCorrection } from '#/features/sealing/actions.ts'
import { lockSealed } from '#/features/sealing/queries.ts'
import { dayInZone } from '#/rules/day.ts'
import { scoreLine } from '#/rules/outcome.ts'
import type { ScoreRules } from '#/rules/season-rules.ts'
import { countsFor, editionsOfYear, wasOnSale, type SeasonSpan } from '#/rules/season.ts'
import type { Action, Actor, PublicAction } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { Call } from '#/server/serve.ts'
import { durationMinutes, FUTURE_DAY, type previewScore, type reportScore, type Result } from './contract.ts'
import { previewResultKind } from './friendlies.ts'
import { findMatchSnapshot } from './match-snapshot.ts'
import { findMatchFor, findTimeZone, listSharedLeagues, type SharedLeague } from './queries.ts'
import { findScoreError } from './score-check.ts'
import { insertFirstVersion, insertMatch, lockOpenMatch, type LeagueSides, type NewScore } from './score-queries.ts'

/** The score form, parsed. */
export type ScoreReport = Call<typeof reportScore>['body']

/** A report that may be stored. `matchup_id` is null if the match is found when the score is stored. */
export type CheckedReport = { league: SharedLeague; matchup_id: number | null; score: NewScore; line: string }

/** The fields of a report that decide which league and match it is for. */
type ReportedMatch = Call<typeof previewScore>['body']

/**
 * Finds the league that a report counts for, and the match if that is known. Refuses what the league, the day or the match
 * does not allow, and `not_your_match`.
 */
async function findReportedMatch(
  { app, player, now }: Actor,
  report: ReportedMatch,
): Promise<Pick<CheckedReport, 'league' | 'matchup_id'>> {
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
  if (report.match_date > dayInZone(now, time_zone)) refuse('invalid', { fields: { match_date: FUTURE_DAY } })
  if (matchup === undefined) refuse('not_found')
  const reportable = shared.filter(({ mine, area }) => mine || player.organizer_areas.includes(area))
  const isOneOfThem = player.id === report.winner.id || player.id === report.opponent.id
  if (reportable.length === 0 && !isOneOfThem && player.organizer_areas.length === 0) refuse('not_your_match')
  const league = chooseLeague(reportable, report, matchup?.league_id)
  const playoff = isPlayoffScore(league, report.match_date, matchup !== null) ? league.playoff_match_id : null
  return { league, matchup_id: report.matchup_id ?? playoff ?? null }
}

/**
 * Finds the match of a report (`findReportedMatch`) and checks the score by its league's rules. This runs outside the
 * transaction, so that the league is locked only while the score is stored.
 */
export async function checkReport(actor: Actor, report: ScoreReport): Promise<CheckedReport> {
  const found = await findReportedMatch(actor, report)
  refuseIllegalScore(report, found.league.rules)
  return {
    ...found,
    score: { ...scoreOf(report), reported_by_id: actor.player.id },
    line: scoreLine(report.set_games, report.match_status),
  }
}

/** Whether the table would count this report. Refuses for the same reasons as `checkReport`, whatever the score. */
export async function previewReport(actor: Actor, report: ReportedMatch): Promise<Result['kind']> {
  const { league, matchup_id } = await findReportedMatch(actor, report)
  return previewResultKind(actor.app.db, league, report.match_date, matchup_id)
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
  const stored = await storeScore(tx, league, score, matchup_id, now, { reason, isOnlyChange: true })
  if (stored.sealed) {
    const { league_id } = league
    await recordCorrection(action, { league_id, match_id: stored.match_id, before_score_id: null, reason })
  }
  if (stored.settled) {
    const { area, subject, title, values: after } = await findMatchSnapshot(tx, stored.match_id)
    await audit({ area, kind: 'enter_result', subject, summary: `Entered ${title}`, reason, after })
  }
  const email = stored.settled ? 'score_settled' : 'score_to_confirm'
  await emailScore(action, email, stored.score_id, stored.recipient_ids)
  return stored
}

export type StoredScore = {
  match_id: number
  score_id: number
  /** Whether the reporter is an organizer who plays on neither side. */
  settled: boolean
  /** Whether the league is sealed, so that an organizer's score is a correction. */
  sealed: boolean
  /** Players to email: the other side, or both sides if the score is settled. */
  recipient_ids: number[]
}

/**
 * Stores a score as the first version of a match, and updates standings and play-offs. The match is `matchup_id` or the one
 * that `lockOpenMatch` finds. `reason` is an organizer's. `isOnlyChange` says that the transaction changes nothing else of
 * the league. Refuses `already_reported`, also for the second of two who report at once, `not_that_match`, and
 * `not_in_same_league` if one of the two no longer holds a place, and `league_sealed` for a player once the season is over.
 */
export async function storeScore(
  tx: Tx,
  league: LeagueSides,
  score: NewScore,
  matchup_id: number | null,
  now: Date,
  { reason = '', isOnlyChange = false }: { reason?: string; isOnlyChange?: boolean } = {},
): Promise<StoredScore> {
  const sealed = await lockSealed(tx, league.league_id, now)
  const { match, isNew, next_version, score_id, league_version, players } = await lockOpenMatch(
    tx,
    league,
    score.match_date,
    matchup_id,
  )
  // Somebody else may have got one of the places since the report was checked.
  const holds = (entry: number, id: number) =>
    players.some(({ entry_id, player_id }) => entry_id === entry && player_id === id)
  if (!holds(league.winner_entry_id, league.winner_id) || !holds(league.opponent_entry_id, league.opponent_id))
    refuse('not_in_same_league')
  const side_entry_id = players.find(({ player_id }) => player_id === score.reported_by_id)?.entry_id ?? null
  if (sealed && side_entry_id !== null) refuse('league_sealed')
  if (isNew) await insertMatch(tx, match.id, league, score.match_date, now)
  const version = {
    version: next_version,
    kind: 'report',
    side_entry_id,
    winner_entry_id: league.winner_entry_id,
    answer_reason: side_entry_id === null ? reason : '',
  } as const
  const result = await insertFirstVersion(tx, { match, score, version, score_id }, now)
  await rebuildLockedLeague(tx, league.league_id, { added: isOnlyChange ? { version: league_version, result } : null })
  const recipient_ids = players.filter(({ entry_id }) => entry_id !== side_entry_id).map(({ player_id }) => player_id)
  return { match_id: match.id, score_id, settled: side_entry_id === null, sealed, recipient_ids }
}

type ScoreEmail = 'score_to_confirm' | 'score_disputed' | 'score_to_settle' | 'score_settled'

/** Emails players about a version of a score. */
export async function emailScore(
  { notify }: Pick<PublicAction, 'notify'>,
  name: ScoreEmail,
  score_id: number,
  player_ids: readonly number[],
): Promise<void> {
  for (const player_id of player_ids) await notify(name, { score_id, player_id })
}

/** Converts a score form to the columns of a score. */
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

/** Refuses (422, at the field) a score that the season's rules do not allow. */
export function refuseIllegalScore(score: Parameters<typeof findScoreError>[0], rules: ScoreRules): void {
  const error = findScoreError(score, rules)
  if (error) refuse('invalid', { fields: { [error.path.join('.')]: error.message } })
}

/**
 * Chooses the league that a match counts for from those that the two players share (docs/product.md, "On sale" and
 * "Score").
 */
function chooseLeague(
  shared: readonly SharedLeague[],
  { match_date, match_area, year, division }: ReportedMatch,
  matchup_league_id: number | undefined,
): SharedLeague {
  const ofMatch = shared.filter(({ league_id }) => matchup_league_id === undefined || league_id === matchup_league_id)
  if (ofMatch.length === 0) refuse(matchup_league_id === undefined ? 'not_in_same_league' : 'not_that_match')
  const names_match = matchup_league_id !== undefined
  const ofDivision = ofMatch.filter((league) => !division || hasDivision(league, division))
  const named = year
    ? editionsOfYear(ofDivision, year, (league) => countingLeagues([league], match_date, names_match).length > 0)
    : ofDivision
  if (named.length === 0) refuse('not_in_same_league')
  const counting = countingLeagues(named, match_date, names_match)
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
  // If both areas sell the division, the area where they played decides.
  const league = counting.find(({ area }) => area === match_area) ?? counting[0]
  if (league) return league
  refuse('invalid', { fields: { match_date: dayProblem(named, match_date) } })
}

/** Why a match of that day counts for none of these leagues of one season template. */
export function dayProblem(shared: readonly (Edition & { season_name: string })[], match_date: string): string {
  const ahead = shared.find(
    ({ starting_date, entered_on }) => match_date < starting_date && match_date < (entered_on ?? ''),
  )
  if (ahead && countingLeagues([{ ...ahead, entered_on: null }], match_date).length > 0)
    return 'Before the first day of a season a match counts only from the day on which both players had joined.'
  const [edition] = shared
  if (!edition || shared.some(({ year }) => year !== edition.year))
    return 'These two players did not share a season with this name on that date.'
  const { season_name, year, starting_date, ending_date } = edition
  return `${season_name} ${year} is played from ${formatDay(starting_date)} to ${formatDay(ending_date)}.`
}

function hasDivision({ division_slug, division_name }: SharedLeague, division: string): boolean {
  return division_slug === division || division_name.toLowerCase() === division.toLowerCase()
}

type Edition = Pick<
  SharedLeague,
  'season_slug' | 'year' | 'starting_date' | 'ending_date' | 'playoff_match_id' | 'playoff_until' | 'entered_on'
> &
  SeasonSpan

/**
 * Of the leagues of one season template that the two share, those that a match on that day counts for: leagues of the
 * season that was running that day, or in whose play-offs the two met then; otherwise of the season that was on sale,
 * so that players may play ahead once both are entered (docs/product.md, "On sale"). `names_match` says that the score
 * names its match.
 */
export function countingLeagues<L extends Edition>(shared: readonly L[], match_date: string, names_match = false): L[] {
  const running = shared.filter((league) =>
    isPlayoffScore(league, match_date, names_match) ? match_date > league.ending_date : countsFor(match_date, league),
  )
  if (running.length > 0) return running
  return shared.filter(
    (league) =>
      wasOnSale(match_date, { ...league, slug: league.season_slug }) &&
      (match_date >= league.starting_date || match_date >= (league.entered_on ?? match_date)),
  )
}

/**
 * Whether a score of that day is a play-off score: it names a play-off match, or the two meet in the play-offs and the day
 * is within their stage. Without the day, a match of this year would be stored in last year's bracket.
 */
export function isPlayoffScore(
  { playoff_match_id, playoff_until, ending_date }: Edition,
  match_date: string,
  names_match: boolean,
): boolean {
  if (!playoff_match_id) return false
  return names_match || (match_date > ending_date && match_date <= (playoff_until ?? ending_date))
}
