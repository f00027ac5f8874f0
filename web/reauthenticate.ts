type Listener = () => void

let asked: ((proved: boolean) => void) | null = null
const listeners = new Set<Listener>()

/** Asks whoever sits here for the password; answers whether it was given. The desk's frame shows the dialog. */
export function requestReauthentication(): Promise<boolean> {
  asked?.(false)
  return new Promise((resolve) => {
    asked = resolve
    changed()
  })
}

/** What the dialog came to. */
export function answerReauthentication(proved: boolean): void {
  asked?.(proved)
  asked = null
  changed()
}

export function isReauthenticationRequested(): boolean {
  return asked !== null
}

export function subscribeReauthentication(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changed(): void {
  for (const listener of listeners) listener()
}
