import { useEffect, useState } from 'react'

/** Milliseconds in which the screen shows what was read. */
const SHOW_MS = 500

/** Milliseconds for which something is shown as changed. */
const CHANGED_MS = 4_000

let updates = 0

/** From now until the call of what it answers, and a moment longer, what changes on the screen has changed by itself. */
export function noteUpdate(): () => void {
  updates += 1
  return () => void setTimeout(() => (updates -= 1), SHOW_MS)
}

/** Whether the screen changes by itself right now, and not because of the reader. */
function isUpdate(): boolean {
  return updates > 0
}

/** Whether what is shown has changed by itself, or is new, a moment ago: the class of its row or card. */
export function useChanged(value: unknown): string {
  const text = JSON.stringify(value)
  const [shown, setShown] = useState(text)
  const [isChanged, setChanged] = useState(isUpdate)
  if (shown !== text) {
    setShown(text)
    setChanged(isUpdate())
  }
  useEffect(() => {
    if (!isChanged) return undefined
    const timer = setTimeout(() => setChanged(false), CHANGED_MS)
    return () => clearTimeout(timer)
  }, [isChanged, shown])
  return isChanged ? 'just-changed' : ''
}
