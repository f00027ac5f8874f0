/** Countries (ISO 3166) where most people live south of the equator, so seasons are reversed. */
const southern = new Set(
  'AO AR AU BO BR BW CL FJ LS MG MU MW MZ NA NC NZ PE PF PG PY RE SZ TL TO UY VU WS ZA ZM ZW'.split(' '),
)

/** Whether summer falls around the turn of the year there. */
export function isSouthern(country: string): boolean {
  return southern.has(country)
}
