const prefix = 'deuce.form.'

/** What is typed into a form is kept in this tab, until the form is sent or somebody signs out. */
export type KeptForm = {
  /** Of this form alone: what it is about and, where there is a session, whose it is. */
  name: string
  /** Fields that are never stored, such as passwords, and those that the address fills in. */
  except?: readonly string[]
  /** A submit leads to a preview or a question, so the form is still kept; what is sent in the end forgets it. */
  untilForgotten?: boolean
}

/** The key of something typed in the session storage. */
export function keptKey(name: string): string {
  return prefix + name
}

/** The values that were typed before, as far as the form still has fields of that kind; else the initial ones. */
export function readKept<V extends object>({ name, except = [] }: KeptForm, initial: V): V {
  const stored = parse(name)
  const values = Object.entries(initial).map(([key, value]: [string, unknown]) => [
    key,
    except.includes(key) ? value : stored === null ? value : pick(stored[key], value),
  ])
  return Object.fromEntries(values) as V
}

export function keepValues({ name, except = [] }: KeptForm, values: object): void {
  const kept = Object.fromEntries(Object.entries(values).filter(([key]) => !except.includes(key)))
  try {
    sessionStorage.setItem(keptKey(name), JSON.stringify(kept))
  } catch {
    // Storage can be full or blocked; the values then last as long as the page.
  }
}

export function forgetKept({ name }: KeptForm): void {
  sessionStorage.removeItem(keptKey(name))
}

/** Forgets what was typed into any form: the next person at this computer must not find it. */
export function forgetAllKept(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  // The stores under these keys read them again.
  dispatchEvent(new StorageEvent('storage', { key: null }))
}

function parse(name: string): Record<string, unknown> | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keptKey(name)) ?? 'null')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** What was stored if it is of the same kind as the initial value: an older release may have had other fields. */
function pick(stored: unknown, initial: unknown): unknown {
  if (Array.isArray(initial))
    return Array.isArray(stored) && stored.every((item) => isLike(item, initial[0])) ? stored : initial
  return isLike(stored, initial) ? stored : initial
}

/** Null in a form is a number that is not typed yet. */
function isLike(stored: unknown, sample: unknown): boolean {
  if (sample === null || typeof sample === 'number') return stored === null || typeof stored === 'number'
  if (typeof sample !== 'object' || typeof stored !== 'object' || stored === null || Array.isArray(stored))
    return typeof stored === typeof sample && typeof sample !== 'object'
  return Object.entries(sample).every(([key, value]) => isLike((stored as Record<string, unknown>)[key], value))
}
