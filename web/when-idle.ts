import { isServer } from './served-page.ts'

let noteShown = () => {}

/** The first screen is drawn. What comes beside it would share the line and the processor with it. */
export const firstScreen = isServer ? Promise.resolve() : new Promise<void>((resolve) => (noteShown = resolve))

/** Called once something is on the screen. */
export function noteFirstScreen(): void {
  noteShown()
}

/** Runs something that can wait, once the first screen is drawn and the page has nothing better to do. */
export function whenIdle(run: () => unknown): void {
  void firstScreen.then(() => {
    // Safari has no such callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void run(), { timeout: 2_000 })
    else setTimeout(run, 200)
  })
}
