import { endSentence } from '#/rules/outcome.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { formatDay } from '#/contract/format.ts'
import type { Side } from '#/rules/arranging.ts'
import type { Outcome } from '#/rules/effort.ts'

/** The outcome of a settled match: 'a walkover for Ada Moreno.' `extends_to` is yyyy-mm-dd. */
export function formatSettlement(outcome: Outcome, names: Record<Side, string>, extends_to: string | null): string {
  if (outcome === 'walkover_one') return endSentence(`a walkover for ${names[1]}`)
  if (outcome === 'walkover_two') return endSentence(`a walkover for ${names[2]}`)
  if (outcome === 'extended')
    return extends_to === null ? 'more time.' : `more time, until ${formatDay(wireDay(extends_to))}.`
  return 'not played, so it counts for nobody.'
}
