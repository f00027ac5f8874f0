/** An answer to the question for the gender, and whether divisions for women and for men are meant for it. */
export type GenderAnswer = { name: string; women: boolean; men: boolean }

/** The answers of a new installation. */
export const usualGenders: readonly GenderAnswer[] = [
  { name: 'Male', women: false, men: true },
  { name: 'Female', women: true, men: false },
]

/** 'Female' for an answer that only divisions for women are meant for, 'Male' likewise. Null for any other, and for none. */
export function sideOf(answer: string | null | undefined, answers: readonly GenderAnswer[]): 'Female' | 'Male' | null {
  const known = [...answers, ...usualGenders].find(({ name }) => name === answer)
  if (known === undefined || known.women === known.men) return null
  return known.women ? 'Female' : 'Male'
}

/**
 * Whether a division for women ('Female'), for men or for everybody (null) is meant for a player with this answer. An
 * answer that is no longer offered, and none, fit every division.
 */
export function isMeantFor(
  division: string | null,
  answer: string | null | undefined,
  answers: readonly GenderAnswer[],
): boolean {
  if (division === null || !answer) return true
  const { women, men } = [...answers, ...usualGenders].find(({ name }) => name === answer) ?? { women: true, men: true }
  return division === 'Female' ? women : men
}
