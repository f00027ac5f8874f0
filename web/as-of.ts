/** Addresses whose data came from the device, and when it was read. */
const times = new Map<string, number>()
const listeners = new Set<() => void>()

/** Records where the data of an address came from. Null for the server. */
export function noteAsOf(address: string, at: number | null): void {
  if (at === (times.get(address) ?? null)) return
  if (at === null) times.delete(address)
  else times.set(address, at)
  listeners.forEach((listener) => listener())
}

/** When the oldest data of these addresses was read, in milliseconds. Null if all came from the server. */
export function oldestOf(addresses: readonly string[]): number | null {
  const kept = addresses.map((address) => times.get(address)).filter((at) => at !== undefined)
  return kept.length === 0 ? null : Math.min(...kept)
}

export function subscribeAsOf(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
