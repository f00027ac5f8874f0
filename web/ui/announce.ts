let said = ''
const listeners = new Set<() => void>()

/** Says something to screen readers, when they have finished what they are saying. */
export function announce(text: string): void {
  if (text === '') return
  // The same words again are a change only if they differ.
  said = text === said ? `${text}\u00A0` : text
  for (const listener of listeners) listener()
}

export function subscribeAnnouncements(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentAnnouncement(): string {
  return said
}
