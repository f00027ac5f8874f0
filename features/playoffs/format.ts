import { formatFigure } from '#/features/standings/place-format.ts'
import type { CityPlayoffs, PlayoffRow, StageOfPlayoffs, TieAtTheCut } from './contract.ts'
import { formatOrdinal } from '#/contract/locale.ts'
import { isForThirdPlace, isOfConsolation, MOST_PLACES, stagesOf } from '#/rules/playoff-stages.ts'

/** Why a play-off match is provisional, and the consequence for its players. */
export function formatProvisional({ played }: { played: boolean }): string {
  return played
    ? 'An earlier result can still change. Until that one is final, this one is provisional.'
    : 'An earlier result can still change. You can play now, but your result stays provisional until the earlier one is final.'
}

const stageNouns: Partial<Record<number, string>> = {
  [-2]: 'round-of-64 match',
  [-1]: 'round-of-32 match',
  0: 'round-of-16 match',
  1: 'quarter-final',
  2: 'semi-final',
  3: 'final',
}

/** A play-off match as a noun: 'semi-final', 'match for third place'. */
export function stageNoun(match: { stage: number; slot: number }): string {
  if (isForThirdPlace(match)) return 'match for third place'
  return `${isOfConsolation(match) ? 'consolation ' : ''}${stageNouns[match.stage] ?? 'match'}`
}

/** 'Champion Monica Nolan', or 'Semi-finals, 1 left'. */
export function formatCityStage({ champion, stage, left }: Pick<CityPlayoffs, 'champion' | 'stage' | 'left'>): string {
  if (champion !== null) return `Champion ${champion}`
  const name = stagesOf(MOST_PLACES).find((each) => each.stage === stage)?.name
  return name === undefined ? 'Being played' : `${name}, ${left} left`
}

/** The heading of the match for third place. */
export const THIRD_PLACE = 'Match for third place'

/** The rows of a stage without, and those with, the match for third place. */
export function splitThirdPlace<R extends { slot: number }>({
  stage,
  rows,
}: {
  stage: number
  rows: readonly R[]
}): [R[], R[]] {
  const isThird = ({ slot }: R) => isForThirdPlace({ stage, slot })
  return [rows.filter((row) => !isThird(row)), rows.filter(isThird)]
}

/** The stage to show first: the one in progress, or the champion at the end. */
export function currentStage(stages: readonly StageOfPlayoffs[]): number {
  const isOpen = ({ stage, rows }: StageOfPlayoffs) =>
    rows.some(({ slot, winner }) => winner === null && !isForThirdPlace({ stage, slot }))
  return stages.find((each) => each.stage === 4 || isOpen(each))?.stage ?? 1
}

/**
 * The final's result: the champion's opponent, the score with the champion's games first, and whether it can still be
 * set aside. Null before it is played.
 */
export function finalOf(
  stages: readonly StageOfPlayoffs[],
): { opponent: string; score: string; provisional: boolean } | null {
  const final = stages.find(({ stage }) => stage === 3)?.rows[0]
  if (!final?.winner) return null
  const opponent = final.winner === 'player_one' ? final.player_two : final.player_one
  return opponent === null
    ? null
    : {
        opponent,
        score: final.winner === 'player_one' ? final.score : turned(final.score),
        provisional: final.provisional,
      }
}

function turned(score: string): string {
  return score.replaceAll(/(\d+)-(\d+)/g, '$2-$1')
}

/** One side of a match: name (null if unknown), seed and outcome. */
export function sideOf(
  row: PlayoffRow,
  side: 'player_one' | 'player_two',
): {
  name: string | null
  entry_id: number | null
  seed: number | null
  won: boolean
  lost: boolean
  withdrew: boolean
} {
  return {
    name: row[side],
    entry_id: side === 'player_one' ? row.entry_one : row.entry_two,
    seed: side === 'player_one' ? row.seed_one : row.seed_two,
    withdrew: side === 'player_one' ? row.withdrew_one : row.withdrew_two,
    won: row.winner === side,
    lost: row.winner !== null && row.winner !== side,
  }
}

/** How the last place was decided between two level entries, in two sentences. */
export function formatCut({ place, code, title, last_in, first_out }: TieAtTheCut): string {
  const figures = code === 'lot' ? '' : `, ${formatFigure(last_in)} against ${formatFigure(first_out)}`
  const step = `${inSentence(title)}${figures}`
  return `${formatOrdinal(place)} place: ${last_in.name} and ${first_out.name} are level. The tie is broken by ${step}: ${last_in.name} qualifies.`
}

function inSentence(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1)
}
