/** The addresses whose answers came from the device, and when they were read. */
const times = new Map<string, number>()
const listeners = new Set<() => void>()

/** Notes where the answer of an address came from; null: from the server. */
export function noteAsOf(address: string, at: number | null): void {
  if (at === (times.get(address) ?? null)) return
  if (at === null) times.delete(address)
  else times.set(address, at)
  listeners.forEach((listener) => listener())
}

/** When the oldest of these answers was read; null when all came from the server. In milliseconds. */
export function oldestOf(addresses: readonly string[]): number | null {
  const kept = addresses.map((address) => times.get(address)).filter((at) => at !== undefined)
  return kept.length === 0 ? null : Math.min(...kept)
}

export function subscribeAsOf(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
