let said = ''
const listeners = new Set<() => void>()

/** Announces a text to screen readers after they finish speaking. */
export function announce(text: string): void {
  if (text === '') return
  // Screen readers announce a repeated text only if it differs from the one before, so a space is added.
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
