/** The app's time. Rules and queries take instants and days as arguments; only here does a clock tick. */
export type Clock = { now(): Date }

/** Ticks from `start` on; from the real time when null (setting NOW). */
export function startClock(start: Date | null): Clock {
  const offset = start === null ? 0 : start.getTime() - Date.now()
  return { now: () => new Date(Date.now() + offset) }
}
