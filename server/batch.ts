/** Statements that one batch has under way at a time; what is asked meanwhile goes with the next. */
const STATEMENTS_UNDER_WAY = 2

/** Keys of one statement. */
const MOST_KEYS = 100

/**
 * Looks keys up together: those that are asked in one turn of the event loop, or while earlier ones are under way, go into
 * one statement. It begins after each of its keys was asked, so its answer is as new as that of a statement of its own.
 * `load` answers the values in the order of the keys; when it fails, all its keys fail.
 */
export function batched<K, V>(load: (keys: readonly K[]) => Promise<readonly V[]>): (key: K) => Promise<V> {
  const waiting: { key: K; resolve: (value: V) => void; reject: (error: unknown) => void }[] = []
  let underWay = 0
  let isPlanned = false

  async function loadNext(): Promise<void> {
    const batch = waiting.splice(0, MOST_KEYS)
    underWay += 1
    try {
      const values = await load(batch.map(({ key }) => key))
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as V)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      underWay -= 1
      plan()
    }
  }

  function plan(): void {
    if (isPlanned || waiting.length === 0 || underWay >= STATEMENTS_UNDER_WAY) return
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
