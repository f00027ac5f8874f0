let firstScreen: Promise<unknown> = Promise.resolve()

/** What can wait begins after this: the first screen is there, with what it reads (app/screens/main.tsx). */
export function knowFirstScreen(isThere: Promise<unknown>): void {
  firstScreen = isThere
}

/** Runs something that can wait, once the first screen is there and the page has nothing better to do. */
export function whenIdle(run: () => unknown): void {
  void firstScreen.then(() => {
    // Safari has no such callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void run(), { timeout: 2_000 })
    else setTimeout(run, 200)
  })
}

/** Loads code that can wait. */
export function loadWhenIdle<T>(load: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => whenIdle(() => load().then(resolve, reject)))
}
