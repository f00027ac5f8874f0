import type { Waiting } from './contract.ts'

/** The most urgent match whose days are over. */
export function lateOf(waiting: readonly Waiting[]): Waiting | undefined {
  return waiting.find(({ kind }) => kind === 'unplayed' || kind === 'object_settlement')
}
