/** A place on the earth, in degrees. */
export type Position = { latitude: number; longitude: number }

const degrees = String.raw`(-?\d{1,3}(?:\.\d+)?)`
/** Two numbers, as a map copies them, and the links of Google Maps, OpenStreetMap, Apple Maps and `geo:`. */
const notations = [
  new RegExp(`^${degrees}°?\\s*[,;\\s]\\s*${degrees}°?$`),
  // The place of a Google link comes before the view, which may be elsewhere.
  new RegExp(`!3d${degrees}!4d${degrees}`),
  new RegExp(`[?&]mlat=${degrees}&mlon=${degrees}`),
  new RegExp(`[?&#](?:q|query|ll|sll|center|coordinate|destination)=${degrees}(?:,|%2C)\\+?(?:%20)?${degrees}`, 'i'),
  new RegExp(`/@${degrees},${degrees}`),
  new RegExp(`#map=\\d+(?:\\.\\d+)?/${degrees}/${degrees}`),
  new RegExp(`^geo:${degrees},${degrees}`),
]

/** The position in a pasted text: '-37.9077, 145.0031', or a link from a map. Null if there is none. */
export function parsePosition(text: string): Position | null {
  // Some maps write a minus sign.
  const plain = text.trim().replaceAll('−', '-')
  for (const notation of notations) {
    const [, latitude, longitude] = notation.exec(plain) ?? []
    if (latitude === undefined || longitude === undefined) continue
    const position = { latitude: Number(latitude), longitude: Number(longitude) }
    return Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180 ? position : null
  }
  return null
}
