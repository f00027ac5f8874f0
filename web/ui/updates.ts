import { useEffect, useState } from 'react'

/** Milliseconds until the screen shows new data. */
const SHOW_MS = 500

/** Milliseconds for which a change is highlighted. */
const CHANGED_MS = 4_000

let updates = 0

/**
 * Marks the start of a background update. Until the returned function is called, and briefly after, changes on the
 * screen are highlighted.
 */
export function noteUpdate(): () => void {
  updates += 1
  return () => void setTimeout(() => (updates -= 1), SHOW_MS)
}

/** Whether a background update, not the reader, is changing the screen now. */
function isUpdate(): boolean {
  return updates > 0
}

/** The class that highlights a row or card whose value was just changed or added by a background update. */
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
