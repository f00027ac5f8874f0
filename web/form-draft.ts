const prefix = 'deuce.form.'

/** Form input is saved in this tab until the form is sent or the player signs out. */
export type FormDraft = {
  /** Identifies the form: its subject and, with a session, its player. */
  name: string
  /** Fields that are never saved, such as passwords, and those filled in from the URL. */
  except?: readonly string[]
  /** Whether to keep the values after a submit that leads to a preview or a question; the final submit deletes them. */
  untilDeleted?: boolean
}

/** The key of saved form input in the session storage. */
export function formDraftKey(name: string): string {
  return prefix + name
}

/** Saved values for fields that still exist with the same type; otherwise the initial ones. */
export function readFormDraft<V extends object>({ name, except = [] }: FormDraft, initial: V): V {
  const stored = parse(name)
  const values = Object.entries(initial).map(([key, value]: [string, unknown]) => [
    key,
    except.includes(key) ? value : stored === null ? value : pick(stored[key], value),
  ])
  return Object.fromEntries(values) as V
}

export function saveFormDraft({ name, except = [] }: FormDraft, values: object): void {
  const kept = Object.fromEntries(Object.entries(values).filter(([key]) => !except.includes(key)))
  if (Object.keys(kept).length === 0) return deleteFormDraft({ name })
  try {
    sessionStorage.setItem(formDraftKey(name), JSON.stringify(kept))
  } catch {
    // Storage can be full or blocked; the values then last as long as the page.
  }
}

/** Whether there is saved input of a form. */
export function hasFormDraft({ name }: FormDraft): boolean {
  return parse(name) !== null
}

export function deleteFormDraft({ name }: FormDraft): void {
  sessionStorage.removeItem(formDraftKey(name))
}

/** Deletes the saved input of all forms: the next person at this computer must not find it. */
export function deleteAllFormDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  // Makes the stores with these keys read them again.
  dispatchEvent(new StorageEvent('storage', { key: null }))
}

function parse(name: string): Record<string, unknown> | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(formDraftKey(name)) ?? 'null')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** The stored value if its type matches the initial one: an older release may have had other fields. */
function pick(stored: unknown, initial: unknown): unknown {
  if (Array.isArray(initial))
    return Array.isArray(stored) && stored.every((item) => isLike(item, initial[0])) ? stored : initial
  return isLike(stored, initial) ? stored : initial
}

/** Null is a number field that is still empty. */
function isLike(stored: unknown, sample: unknown): boolean {
  if (sample === null || typeof sample === 'number') return stored === null || typeof stored === 'number'
  if (typeof sample !== 'object' || typeof stored !== 'object' || stored === null || Array.isArray(stored))
    return typeof stored === typeof sample && typeof sample !== 'object'
  return Object.entries(sample).every(([key, value]) => isLike((stored as Record<string, unknown>)[key], value))
}
