import type { MatchDetail } from '#/features/matches/contract.ts'
import { playersOf, type ScoreValues } from '#/features/matches/score-form.web.ts'
import type { finalScore, LoggedEvent } from '#/rules/live-scoring.ts'

type Final = NonNullable<ReturnType<typeof finalScore>>

/** The longest time that a score form accepts: 23:59. */
const MOST_MINUTES = 24 * 60 - 1

/** Score form values from a live score; other fields are as in any report. */
export function scoreFormValues(
  card: MatchDetail,
  { winner, status, sets }: Final,
  log: readonly Pick<LoggedEvent, 'at'>[],
): Partial<ScoreValues> {
  const [one, two] = playersOf(card)
  const minutes = Math.min(MOST_MINUTES, Math.round(((log.at(-1)?.at ?? 0) - (log[0]?.at ?? 0)) / 60_000))
  return {
    winner: winner === 2 ? two : one,
    opponent: winner === 2 ? one : two,
    match_status: status ?? '',
    ...(sets.length > 0 && { set_games: sets }),
    hour: String(Math.floor(minutes / 60)).padStart(2, '0'),
    minute: String(minutes % 60).padStart(2, '0'),
  }
}
