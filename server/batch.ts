/** Statements in flight at a time. Keys that are requested in the meantime go into the next statement. */
const STATEMENTS_IN_FLIGHT = 2

/** Keys in one statement. */
const MOST_KEYS = 100

/**
 * Looks keys up together: keys that are requested in one turn of the event loop, or while earlier statements are in flight, go
 * into one statement. It begins after each of its keys was requested, so its result is as new as that of a separate statement.
 * `load` returns the values in the order of the keys. If it fails, all its keys fail.
 */
export function batched<K, V>(load: (keys: readonly K[]) => Promise<readonly V[]>): (key: K) => Promise<V> {
  const waiting: { key: K; resolve: (value: V) => void; reject: (error: unknown) => void }[] = []
  let inFlight = 0
  let isPlanned = false

  async function loadNext(): Promise<void> {
    const batch = waiting.splice(0, MOST_KEYS)
    inFlight += 1
    try {
      const values = await load(batch.map(({ key }) => key))
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as V)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      inFlight -= 1
      plan()
    }
  }

  function plan(): void {
    if (isPlanned || waiting.length === 0 || inFlight >= STATEMENTS_IN_FLIGHT) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      void loadNext()
      plan()
    })
  }

  return (key) => {
    const { promise, resolve, reject } = Promise.withResolvers<V>()
    waiting.push({ key, resolve, reject })
    plan()
    return promise
  }
}
