import { useState } from 'react'
import type * as z from 'zod/mini'
import { dayInArea } from '#/contract/area-details.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { answerHours } from '#/rules/confirmation.ts'
import { matchStatuses, scoreOutcome, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import { scoreProblem, scoreSentence, scoreTotals } from '#/rules/score.ts'
import { type SeasonRules, type ScoreRules } from '#/rules/season-rules.ts'
import { sportOf, sportWords } from '#/rules/sports/formats.ts'
import { firstSets } from '#/rules/sports/sports.ts'
import { previewScore } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import type { FormDraft } from '#/web/form-draft.ts'
import { now } from '#/web/now.ts'
import type { MatchDetail } from './contract.ts'
import { defaultMatchDate } from './score-defaults.ts'

type Player = { id: string; name: string }

/** The field values of every score form. A total is null while it is computed from the sets. */
export type ScoreValues = {
  season: string
  winner: Player
  opponent: Player
  division: string
  /** '' for the year of the match's date. */
  year: string
  /** `score_1` is the winner's. */
  set_games: readonly SetScore[]
  match_status: string
  total_winner_score: number | null
  total_opponent_score: number | null
  match_date: string
  hour: string
  minute: string
  match_area: string
  match_location: string
  match_notes: string
  /** Set only by organizers. */
  reason: string
}

export const setsId = 'field-set_games'
const nobody: Player = { id: '', name: '' }
const blank: SetScore = { score_1: 0, score_2: 0 }

/** An empty score form with the day and area, and the initial number of sets for these formats. */
export function emptyScore(area: string, match_date: string, { formats }: ScoreRules): ScoreValues {
  return {
    season: '',
    winner: nobody,
    opponent: nobody,
    division: '',
    year: '',
    set_games: Array.from({ length: firstSets(formats) }, () => blank),
    match_status: '',
    total_winner_score: null,
    total_opponent_score: null,
    match_date,
    hour: '00',
    minute: '00',
    match_area: area,
    match_location: '',
    match_notes: '',
    reason: '',
  }
}

/** The score form of a match, with its score or, without one, its date and court. */
export function scoreOfMatch(match: MatchDetail, opened: Date): ScoreValues {
  const start = {
    ...emptyScore(match.match_area ?? match.area, defaultMatchDate(match, match.area, opened), match.rules),
    season: match.league_slug,
    division: match.level_slug,
    match_location: match.match_location ?? '',
  }
  if (!match.played) return start
  const [one, two] = playersOf(match)
  return {
    ...start,
    winner: match.winner === 'player_two' ? two : one,
    opponent: match.winner === 'player_two' ? one : two,
    set_games: match.set_games,
    match_status: match.match_status ?? '',
    hour: match.duration?.slice(0, 2) ?? '00',
    minute: match.duration?.slice(3) ?? '00',
    match_notes: match.match_notes ?? '',
  }
}

/** The first player of each side, who identifies it in the calls. */
export function playersOf(match: MatchDetail): readonly [Player, Player] {
  return [
    { id: String(match.player_one_id), name: match.player_one_name },
    { id: String(match.player_two_id), name: match.player_two_name },
  ]
}

/** The body shared by all score calls: `scoreFields` in contract.ts. */
export function scoreBody(values: ScoreValues, rules: ScoreRules) {
  const { match_date, match_area, match_location, match_notes, set_games } = values
  const status = statusOf(values)
  const { counts_as_played } = scoreOutcome(status)
  const { winner, opponent } = scoreTotals(set_games, status, rules).sets
  return {
    winner: values.winner,
    opponent: values.opponent,
    set_games: counts_as_played ? set_games : [],
    match_status: status,
    total_winner_score: values.total_winner_score ?? winner,
    total_opponent_score: values.total_opponent_score ?? opponent,
    match_date: wireDay(match_date),
    ...(counts_as_played ? { hour: values.hour, minute: values.minute } : { hour: 0, minute: 0 }),
    match_area,
    match_location,
    match_notes,
  }
}

function statusOf({ match_status }: Pick<ScoreValues, 'match_status'>): MatchStatus {
  return matchStatuses.find((status) => status === match_status) ?? null
}

/** The schema for a player's report, loaded once the form is used. */
export const loadReportSchema = () => import('./report-schema.web.ts')

type ScoreFormOptions<S extends z.ZodMiniType> = {
  /** The call's body schema, which `fitsRules` extends. */
  schema: S | (() => Promise<S>)
  initial: (opened: Date) => ScoreValues
  /** Identifies the saved form values: the subject and the player. */
  keep?: FormDraft
  toBody: (values: ScoreValues) => unknown
  /** The rules of the score's season. */
  rulesOf: (values: ScoreValues) => SeasonRules
  onSubmit: (body: z.input<S>) => Promise<unknown>
}

/** A score form: its fields, and the score so far under the rules. */
export function useScoreForm<S extends z.ZodMiniType>({ initial, rulesOf, ...options }: ScoreFormOptions<S>) {
  const [opened] = useState(now)
  const form = useForm<S, ScoreValues>({ ...options, initial: initial(opened) })
  const { values } = form
  const status = statusOf(values)
  const { counts_as_played } = scoreOutcome(status)
  const sets = counts_as_played ? values.set_games : []
  const rules = rulesOf(values)
  const problem = scoreProblem(sets, status, rules)
  const sentence = problem && scoreSentence(problem, rules)
  const tied = status === 'Match ended in a tie'
  return {
    ...form,
    // Drops an error of the sets from the summary as soon as it is resolved.
    errors: form.errors.filter(({ field, message }) => !field.startsWith(setsId) || message === sentence),
    status,
    tied,
    counts_as_played,
    sets,
    rules,
    words: sportWords[sportOf(rules.formats)],
    problem,
    sentence,
    /** The sets won by each side, counted from the sets. */
    totals: scoreTotals(values.set_games, status, rules).sets,
    sides: [
      values.winner.name || (tied ? 'Player one' : 'Winner'),
      values.opponent.name || (tied ? 'Player two' : 'Opponent'),
    ] as const,
    untouched: counts_as_played && sets.every(({ score_1, score_2 }) => score_1 + score_2 === 0),
    ready: sentence === null && values.winner.id !== '' && values.opponent.id !== '',
    last_day: dayInArea(values.match_area, opened),
    setSets: (next: readonly SetScore[]) => {
      form.set('set_games', next)
      // Totals that were typed belong to the previous sets.
      form.set('total_winner_score', null)
      form.set('total_opponent_score', null)
    },
    setPlayer: (side: 'winner' | 'opponent', player: Player | null) => {
      form.set(`${side}.id`, player?.id ?? '')
      form.set(`${side}.name`, player?.name ?? '')
    },
  }
}

export type ScoreForm = ReturnType<typeof useScoreForm>

/** The effect of a score that an organizer enters. */
export const organizerNote = 'It counts at once and is final. Both sides get an email.'

/** The effect of a score that a player enters. `other` is the other side's name, null if unknown. */
export function formatPlayerNote(other: string | null): string {
  return `It counts at once. ${other ?? 'The other side'} gets an email and has ${answerHours} hours to confirm, correct or dispute the score; after that, it is confirmed automatically. Until then, your side can still correct a mistake.`
}

/** The effect of a score that the season's table does not count. */
const friendlyNote =
  'This match is a friendly, because the season does not count it: it is kept on profiles, and the table does not move.'

/** The note, after what is special about this match once the form says which one it is. */
export function useNoteOn({ values }: Pick<ScoreForm, 'values'>, note: string, match: MatchDetail | null): string {
  const { season, year, division, winner, opponent, match_date, match_area } = values
  const body = {
    season: match?.league_slug ?? season,
    year: match?.year ?? (year === '' ? null : Number(year)),
    division: (match?.level_slug ?? division) || null,
    matchup_id: match?.id ?? null,
    winner: { id: Number(winner.id) },
    opponent: { id: Number(opponent.id) },
    match_date: wireDay(match_date),
    match_area,
  }
  const isNamed = winner.id !== '' && opponent.id !== '' && winner.id !== opponent.id && match_date !== ''
  const { data } = useRead(previewScore, { body }, { enabled: isNamed && body.season !== '' })
  return data?.kind === 'friendly' ? `${friendlyNote} ${note}` : note
}

/** The other side of a match; both names in doubles. */
export function otherSideOf(match: MatchDetail, me: number | null): string | null {
  const [one, two] = sideNames(match)
  if (me === match.player_one_id) return two
  return me === match.player_two_id ? one : null
}

/** How a player says who won a match of theirs. */
export function winnerLabels({ player_one_a_id }: Pick<MatchDetail, 'player_one_a_id'>): Record<'me' | 'them', string> {
  return player_one_a_id === null ? { me: 'I won', them: 'I lost' } : { me: 'We won', them: 'We lost' }
}

/** The names of the two sides; both players in doubles. */
export function sideNames(match: MatchDetail): readonly [string, string] {
  return [
    pairName(match.player_one_name, match.player_one_a_name),
    pairName(match.player_two_name, match.player_two_a_name),
  ]
}

function pairName(name: string, partner: string | null): string {
  return partner === null ? name : `${name} & ${partner}`
}
