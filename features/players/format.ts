import type { ComparedPlayer } from './contract.ts'

/** '5–2', with the ties when there are any. */
export function formatRecord({ wins, losses, ties }: ComparedPlayer['record']): string {
  return ties === 0 ? `${wins}–${losses}` : `${wins}–${losses}, ${ties} tied`
}
