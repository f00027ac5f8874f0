import { useEffect, useEffectEvent } from 'react'

/** Repeats `work` every `ms` milliseconds while the page is visible; null stops it. For pages without a live stream. */
export function useRepeat(work: () => unknown, ms: number | null): void {
  const onTurn = useEffectEvent(work)
  useEffect(() => {
    if (ms === null) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') onTurn()
    }, ms)
    return () => clearInterval(timer)
  }, [ms])
}
