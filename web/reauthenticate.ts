type Listener = () => void

let resolvePending: ((confirmed: boolean) => void) | null = null
const listeners = new Set<Listener>()

/** Asks for the password. Resolves to whether it was confirmed. The organizer's layout shows the dialog. */
export function requestReauthentication(): Promise<boolean> {
  resolvePending?.(false)
  return new Promise((resolve) => {
    resolvePending = resolve
    changed()
  })
}

/** Closes the dialog: whether the password was confirmed. */
export function answerReauthentication(confirmed: boolean): void {
  resolvePending?.(confirmed)
  resolvePending = null
  changed()
}

export function isReauthenticationRequested(): boolean {
  return resolvePending !== null
}

export function subscribeReauthentication(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changed(): void {
  for (const listener of listeners) listener()
}
