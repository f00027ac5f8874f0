let firstScreen: Promise<unknown> = Promise.resolve()

/** Deferred work starts after this: the first screen is shown with its data (app/screens/main.tsx). */
export function setFirstScreen(isThere: Promise<unknown>): void {
  firstScreen = isThere
}

/** Runs deferrable work once the first screen is shown and the page is idle. */
export function whenIdle(run: () => unknown): void {
  void firstScreen.then(() => {
    // Safari does not have this function.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void run(), { timeout: 2_000 })
    else setTimeout(run, 200)
  })
}

/** Loads deferrable code. */
export function loadWhenIdle<T>(load: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => whenIdle(() => load().then(resolve, reject)))
}
