import { randomText } from './random.ts'

/** The keys of actions that may have been done although no answer came, by what they ask for. */
const open = new Map<string, string>()

/** Actions without an answer that are remembered; somebody who is offline presses a button a few times. */
const MOST_OPEN = 50

/**
 * The Idempotency-Key of something that somebody does: a new one for each action, and the same again when the last attempt
 * at it got no answer, so that it happens once.
 */
export function keyOf(action: string): string {
  const key = open.get(action) ?? randomText()
  open.set(action, key)
  const [oldest] = open.keys()
  if (open.size > MOST_OPEN && oldest !== undefined) open.delete(oldest)
  return key
}

/** Ends an action when its answer is final: the next one like it is a new one. `status` 0: no answer came. */
export function noteAnswer(action: string, status: number): void {
  const mayBeDone = status === 0 || status === 429 || status >= 500
  if (!mayBeDone) open.delete(action)
}
