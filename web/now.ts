/** The instant at which a page from the server was made: its screens show that until they are hydrated. */
let servedAt: number | null = null
let offset = 0

/** Sets the clock to the server's instant, an ISO string. */
export function setClock(served: string): void {
  const difference = Date.parse(served) - Date.now()
  // A smaller difference may come from a slow connection.
  offset = Math.abs(difference) > 300_000 ? difference : 0
}

const served = globalThis.document?.getElementById('now')?.textContent
if (served) {
  const instant = JSON.parse(served) as string
  setClock(instant)
  servedAt = Date.parse(instant)
}

/** The page has been hydrated, or is made in the browser: the clock goes on. */
export function startClock(): void {
  servedAt = null
}

/** The current instant: the server's, if this device's clock is wrong or the demo's clock was moved. */
export function now(): Date {
  return new Date(servedAt ?? Date.now() + offset)
}
