import type { TestApp } from '#/test/app.ts'
import { getOrganizerSeason, listOrganizerSeasons, type OrganizerLeague } from './contract.ts'

/** The leagues of the 2026 edition of a season, in every area. */
export async function listLeaguesOf2026(t: TestApp, token: string, slug: string): Promise<OrganizerLeague[]> {
  const { seasons } = (await t.call(listOrganizerSeasons, { token })).body
  const { id } = seasons.find((season) => season.slug === slug && season.year === 2026)!
  return (await t.call(getOrganizerSeason, { token, params: { id } })).body.leagues
}
