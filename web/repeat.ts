import { useEffect, useEffectEvent } from 'react'

/** Does the work every so many milliseconds while the page is looked at; null: not at all. For pages without a stream of changes. */
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
