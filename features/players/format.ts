import type { Outcome } from './compare.ts'
import type { ComparedPlayer } from './contract.ts'

/** '5–2', plus ties if there are any. */
export function formatRecord({ wins, losses, ties }: ComparedPlayer['record']): string {
  return ties === 0 ? `${wins}–${losses}` : `${wins}–${losses}, ${ties} tied`
}

/** '3 wins', '1 loss'. */
export function formatStreak({ outcome, length }: { outcome: Outcome; length: number }): string {
  const [one, several] = { won: ['win', 'wins'], lost: ['loss', 'losses'], tied: ['tie', 'ties'] }[outcome]
  return `${length} ${length === 1 ? one : several}`
}
