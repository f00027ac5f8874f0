/** The stages whose last days a season sets. */
export const datedStages = [
  { stage: 1, name: 'Quarter-finals' },
  { stage: 2, name: 'Semi-finals' },
  { stage: 3, name: 'Finals' },
] as const

/** The stages in order, by their number in the API (docs/product.md, "States"). The last has no matches. */
const allStages = [
  { stage: -2, name: 'Round of 64' },
  { stage: -1, name: 'Round of 32' },
  { stage: 0, name: 'Round of 16' },
  ...datedStages,
  { stage: 4, name: 'Champion' },
] as const

export type Stage = (typeof allStages)[number]['stage']
export type MatchStage = Exclude<Stage, 4>

const FINAL_STAGE = 3

/** The largest number of entries in a bracket. */
export const MOST_PLACES = 64

/** The slot of the match for third place, beside the final. */
export const THIRD_PLACE_SLOT = 2

/** The matches of the consolation have slots above this one, counted from the top within each stage. */
export const CONSOLATION_SLOTS = 32

/** How many rounds a bracket of this size has before its quarter-finals. */
export function earlyRoundsOf(size: number): number {
  return Math.max(0, Math.ceil(Math.log2(size)) - 3)
}

/** The stages of a bracket of this size: from the quarter-finals, or from the first round of a larger one. */
export function stagesOf(size: number): { stage: Stage; name: string }[] {
  return allStages.filter(({ stage }) => stage > -earlyRoundsOf(size))
}

/** The stages with matches of a bracket of this size. */
export function matchStagesOf(size: number): { stage: MatchStage; name: string }[] {
  return stagesOf(size).flatMap(({ stage, name }) => (stage === 4 ? [] : [{ stage, name }]))
}

/** Whether a match decides the title. */
export function decidesTitle({ stage, slot }: { stage: number | null; slot: number | null }): boolean {
  return stage === FINAL_STAGE && slot === 1
}

/** Whether a match is the one for third place. */
export function isForThirdPlace({ stage, slot }: { stage: number | null; slot: number | null }): boolean {
  return stage === FINAL_STAGE && slot === THIRD_PLACE_SLOT
}

/** Whether a match is one of the consolation, for those who have lost their first match. */
export function isOfConsolation({ slot }: { slot: number | null }): boolean {
  return slot !== null && slot > CONSOLATION_SLOTS
}
