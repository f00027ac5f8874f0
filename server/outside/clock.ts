/** The app's time. Rules and queries take instants and days as arguments; only here does a clock tick. */
export type Clock = {
  now(): Date
  /** The demo's clock runs so many milliseconds ahead of where it was started. */
  setAhead(ms: number): void
}

/** Ticks from `start` on; from the real time when null (setting NOW). */
export function startClock(start: Date | null): Clock {
  const offset = start === null ? 0 : start.getTime() - Date.now()
  let ahead = 0
  return { now: () => new Date(Date.now() + offset + ahead), setAhead: (ms) => void (ahead = ms) }
}
