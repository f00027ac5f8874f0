/** Runs something that can wait, once the page has nothing better to do. */
export function whenIdle(run: () => unknown): void {
  // Safari has no such callback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void run(), { timeout: 2_000 })
  else setTimeout(run, 200)
}
