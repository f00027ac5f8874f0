const served = document.getElementById('now')?.textContent
const difference = served ? Date.parse(JSON.parse(served) as string) - Date.now() : 0

// A smaller difference may come from a slow connection.
const offset = Math.abs(difference) > 300_000 ? difference : 0

/** The current instant: the server's, if this device's clock is wrong or the demo's clock was moved. */
export function now(): Date {
  return new Date(Date.now() + offset)
}
