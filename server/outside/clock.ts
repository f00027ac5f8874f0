/** The app's time, and the only clock: rules and queries take instants and days as arguments. */
export type Clock = {
  now(): Date
  /** Moves the demo's clock to `ms` milliseconds ahead of its start. */
  setAhead(ms: number): void
}

/** A clock that starts at `start` (setting NOW), or at the real time if null. */
export function startClock(start: Date | null): Clock {
  const offset = start === null ? 0 : start.getTime() - Date.now()
  let ahead = 0
  return { now: () => new Date(Date.now() + offset + ahead), setAhead: (ms) => void (ahead = ms) }
}
