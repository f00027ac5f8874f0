let offset = 0

/** Sets the clock to the server's instant, an ISO string. */
export function setClock(served: string): void {
  const difference = Date.parse(served) - Date.now()
  // A smaller difference may come from a slow connection.
  offset = Math.abs(difference) > 300_000 ? difference : 0
}

const served = globalThis.document?.getElementById('now')?.textContent
if (served) setClock(JSON.parse(served) as string)

/** The current instant: the server's, if this device's clock is wrong or the demo's clock was moved. */
export function now(): Date {
  return new Date(Date.now() + offset)
}
