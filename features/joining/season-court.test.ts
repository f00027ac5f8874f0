import { afterEach, expect, test } from 'vitest'
import { defaultOrganization, setOrganization } from '#/contract/organization.ts'
import { courtOfSeason } from './season-court.ts'

afterEach(() => setOrganization(defaultOrganization))

test.for<[country: string, slug: string, starting_date: string, court: string]>([
  ['US', 'spring', '2026/03/02', 'summer-1'],
  ['US', 'autumn', '2026/09/07', 'fall'],
  ['US', 'indoors', '2026/12/01', 'winter'],
  ['AU', 'spring', '2026/09/07', 'summer-1'],
  ['AU', 'autumn', '2027/03/01', 'fall'],
  ['AU', 'summer', '2027/01/11', 'summer-2'],
  ['AU', 'indoors', '2027/06/01', 'winter'],
  // A season from the starter kit has a fixed picture.
  ['US', 'fall', '2026/09/22', 'fall'],
  ['US', 'winter', '2026/11/22', 'winter'],
])('in %s the season %s of %s has the picture %s', ([phone_country, slug, starting_date, court]) => {
  setOrganization({ ...defaultOrganization, phone_country })
  expect(courtOfSeason({ slug, starting_date })).toBe(court)
})
