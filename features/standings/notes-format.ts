import { formatShortDay } from '#/contract/format.ts'
import type { Correction, LeftEntry } from './contract.ts'

/** 'Eve S. left on Sep 20. Matches against Eve S. do not count.' */
export function formatLeft({ name, left_on, results }: LeftEntry): string {
  return `${name} ${left_on === null ? 'has left' : `left on ${formatShortDay(left_on)}`}. ${formatLeftResults(name, results)}`
}

/** 'Matches against Eve S. do not count.' */
export function formatLeftResults(name: string, results: LeftEntry['results']): string {
  const count = {
    keep: 'still count',
    drop: 'do not count',
    drop_below_half: 'count if at least half of them were played',
  }[results]
  return `Matches against ${name} ${count}.`
}

/** 'Corrected on Dec 10: Ada M. beat Bea L. 6-4 6-4. Before: Bea L. beat Ada M. 6-4 6-4.' */
export function formatCorrection(correction: Omit<Correction, 'reason'>): string {
  return `${formatCorrected(correction)}: ${formatChange(correction)}`
}

/** 'Corrected on Dec 10' */
export function formatCorrected({ corrected_on }: Pick<Correction, 'corrected_on'>): string {
  return `Corrected on ${formatShortDay(corrected_on)}`
}

/** 'Ada M. beat Bea L. 6-4 6-4. Before: Bea L. beat Ada M. 6-4 6-4.' */
export function formatChange({ match, before, after }: Pick<Correction, 'match' | 'before' | 'after'>): string {
  return `${after ?? `${match}, no result`}. Before: ${before ?? 'no result'}.`
}
