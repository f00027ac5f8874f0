import { useEffect } from 'react'

/** Keeps the screen on if the browser can: a phone beside the court is read every half minute. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock }
    if (!wanted || !wakeLock) return undefined
    let held: WakeLockSentinel | null = null
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      const lock = await wakeLock.request('screen').catch(() => null)
      if (isOver) void lock?.release()
      else held = lock
    }
    // The browser releases the lock whenever the page is hidden.
    const again = () => void hold()
    void hold()
    document.addEventListener('visibilitychange', again)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', again)
      void held?.release()
    }
  }, [wanted])
}
