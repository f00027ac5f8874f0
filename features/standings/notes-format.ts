import { formatDay } from '#/contract/format.ts'
import type { Correction, LeftEntry } from './contract.ts'

/** 'Eve S. left on September 20, 2026. Matches against Eve S. do not count.' */
export function formatLeft({ name, left_on }: LeftEntry): string {
  return `${name} ${left_on === null ? 'has left' : `left on ${formatDay(left_on)}`}. Matches against ${name} do not count.`
}

/** 'Corrected on December 10, 2026: Ada M. beat Bea L. 6-4 6-4. Before: Bea L. beat Ada M. 6-4 6-4.' */
export function formatCorrection(correction: Omit<Correction, 'reason'>): string {
  return `${formatCorrected(correction)}: ${formatChange(correction)}`
}

/** 'Corrected on December 10, 2026' */
export function formatCorrected({ corrected_on }: Pick<Correction, 'corrected_on'>): string {
  return `Corrected on ${formatDay(corrected_on)}`
}

/** 'Ada M. beat Bea L. 6-4 6-4. Before: Bea L. beat Ada M. 6-4 6-4.' */
export function formatChange({ match, before, after }: Pick<Correction, 'match' | 'before' | 'after'>): string {
  return `${after ?? `${match}, no result`}. Before: ${before ?? 'no result'}.`
}
