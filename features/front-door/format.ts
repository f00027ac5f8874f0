import { listedAreas } from '#/contract/areas.ts'
import { formatList } from '#/contract/locale.ts'
import { capitalized, sportWords, type Sport } from '#/rules/sports/formats.ts'

/** Maximum characters of the areas' names in a heading. */
const MOST_OF_AREAS = 64

/** Sports and areas: 'Tennis leagues in South Bend, Indianapolis, and DC', 'Padel and squash leagues in 12 areas'. */
export function formatLeagues(sports: readonly Sport[]): string {
  const names = sports.map((sport) => sportWords[sport].name.toLowerCase())
  const leagues = names.length === 0 ? 'Leagues' : `${capitalized(formatList(names))} leagues`
  const areas = listedAreas()
  if (areas.length === 0) return leagues
  const places = formatList(areas.map(({ name }) => name))
  return `${leagues} in ${areas.length > 1 && places.length > MOST_OF_AREAS ? `${areas.length} areas` : places}`
}
