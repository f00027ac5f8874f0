import { getTimes } from 'suncalc'
import type { Daylight } from '#/rules/slots.ts'

type Position = { latitude: number; longitude: number }

/**
 * Caches the daylight of each day, because computing it for an area's courts takes most of the time of a suggestion.
 */
const MOST_KEPT = 20_000
const kept = new Map<string, Daylight>()

/** From sunrise to sunset at a position. Null if the sun does not rise that day. */
export function daylightAt({ latitude, longitude }: Position, day: string): Daylight {
  const key = `${day} ${latitude} ${longitude}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const daylight = workOut({ latitude, longitude }, day)
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(key, daylight)
  return daylight
}

function workOut({ latitude, longitude }: Position, day: string): Daylight {
  // The solar day is chosen by an instant near the middle of the local day: noon UTC minus the offset of the longitude.
  const noon = new Date(Date.parse(`${day}T12:00:00Z`) - (longitude / 360) * 86_400_000)
  const { sunrise, sunset, alwaysUp } = getTimes(noon, latitude, longitude)
  if (alwaysUp) return { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
  return sunrise === null || sunset === null ? null : { from: sunrise.getTime(), to: sunset.getTime() }
}
