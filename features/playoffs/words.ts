import type { PlayoffRow, StageOfPlayoffs } from './contract.ts'

const shortDays = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** A yyyy/MM/dd without its year: 'Mar 20'. */
export function sayShortDay(day: string): string {
  return shortDays.format(new Date(`${day.replaceAll('/', '-')}T12:00:00Z`))
}

/** The stage to look at first: the one being played, and at the end the champion's. */
export function currentStage(stages: readonly StageOfPlayoffs[]): number {
  return stages.find(({ stage, rows }) => stage === 4 || rows.some(({ winner }) => winner === null))?.stage ?? 1
}

/** The final as it ended: whom the champion beat, and the score with the champion's games first; null before. */
export function finalOf(stages: readonly StageOfPlayoffs[]): { opponent: string; score: string } | null {
  const final = stages.find(({ stage }) => stage === 3)?.rows[0]
  if (!final?.winner) return null
  const opponent = final.winner === 'player_one' ? final.player_two : final.player_one
  return opponent === null
    ? null
    : { opponent, score: final.winner === 'player_one' ? final.score : turned(final.score) }
}

function turned(score: string): string {
  return score.replaceAll(/(\d+)-(\d+)/g, '$2-$1')
}

/** 'Ada Moreno' with her seed, for a place that may still be open. */
export function sideOf(
  row: PlayoffRow,
  side: 'player_one' | 'player_two',
): { name: string | null; seed: number | null; won: boolean; lost: boolean } {
  return {
    name: row[side],
    seed: side === 'player_one' ? row.seed_one : row.seed_two,
    won: row.winner === side,
    lost: row.winner !== null && row.winner !== side,
  }
}
