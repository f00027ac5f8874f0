/** The instant at which the server rendered the page. Its screens use it until they are hydrated. */
let servedAt: number | null = null
let offset = 0

/** Sets the clock to the server's instant, an ISO string. */
export function setClock(served: string): void {
  const difference = Date.parse(served) - Date.now()
  // A difference of less than five minutes can come from a slow connection.
  offset = Math.abs(difference) > 300_000 ? difference : 0
}

const served = globalThis.document?.getElementById('now')?.textContent
if (served) {
  const instant = JSON.parse(served) as string
  setClock(instant)
  servedAt = Date.parse(instant)
}

/** Lets the clock run, once the page has been hydrated or if the browser renders it. */
export function startClock(): void {
  servedAt = null
}

/** The current instant: the server's, if this device's clock is wrong or the demo's clock was moved. */
export function now(): Date {
  return new Date(servedAt ?? Date.now() + offset)
}
