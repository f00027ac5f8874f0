import type { ComparedPlayer } from './contract.ts'

/** '5–2', plus ties if there are any. */
export function formatRecord({ wins, losses, ties }: ComparedPlayer['record']): string {
  return ties === 0 ? `${wins}–${losses}` : `${wins}–${losses}, ${ties} tied`
}
