const STEP_MS = 100

/**
 * Calls back after this many milliseconds in which the process ran. A busy process may stop for a second, and all that
 * has arrived meanwhile is only read after its timers have fired: such a second counts as a tenth. Returns a function that
 * stops it.
 */
export function afterRunning(ms: number, callBack: () => void): () => void {
  let left = ms
  let timer: NodeJS.Timeout
  const wait = () => {
    const step = Math.max(0, Math.min(STEP_MS, left))
    timer = setTimeout(() => {
      left -= step
      if (left > 0) wait()
      else callBack()
    }, step)
  }
  wait()
  return () => clearTimeout(timer)
}
