import { tennisCourts, type Court } from '#/contract/courts.ts'
import { organization } from '#/contract/organization.ts'
import { isSouthern } from '#/rules/southern.ts'

/** The picture of a season: its own, or one for the local time of year in which it begins (yyyy/MM/dd). */
export function courtOfSeason({ slug, starting_date }: { slug: string; starting_date: string }): Court {
  const own = tennisCourts.find((court) => court === slug)
  if (own) return own
  const half = isSouthern(organization().phone_country) ? 6 : 0
  const month = ((Number(starting_date.slice(5, 7)) - 1 + half) % 12) + 1
  return month >= 11 || month <= 2 ? 'winter' : month >= 9 ? 'fall' : month >= 7 ? 'summer-2' : 'summer-1'
}
