import { durationMinutes } from '#/features/matches/contract.ts'
import type { Call } from '#/server/serve.ts'
import type { Corrected } from './answers.ts'
import type { correctScore } from './contract.ts'

type Told = Omit<Call<typeof correctScore>['body'], 'version'>

/** The score form of a correction as it is stored. */
export function correctedOf(told: Told): Corrected {
  return {
    winner: told.winner,
    opponent: told.opponent,
    match_date: told.match_date,
    match_area: told.match_area,
    match_location: told.match_location,
    duration_minutes: durationMinutes(told),
    set_games: told.set_games,
    total_winner_score: told.total_winner_score,
    total_opponent_score: told.total_opponent_score,
    match_status: told.match_status,
    match_notes: told.match_notes ?? '',
  }
}
