import { randomText } from './random.ts'

/** Keys of actions without a response, which may have succeeded, by request. */
const open = new Map<string, string>()

/** Maximum number of actions to remember. A player without a network presses only a few buttons. */
const MOST_OPEN = 50

/**
 * The Idempotency-Key of an action: new for each one, but the same again if the last attempt got no response, so that
 * it happens once.
 */
export function keyOf(action: string): string {
  const key = open.get(action) ?? randomText()
  open.set(action, key)
  const [oldest] = open.keys()
  if (open.size > MOST_OPEN && oldest !== undefined) open.delete(oldest)
  return key
}

/** Ends an action once its response is final: the next identical one is new. `status` 0: no response. */
export function noteAnswer(action: string, status: number): void {
  const mayBeDone = status === 0 || status === 429 || status >= 500
  if (!mayBeDone) open.delete(action)
}
