import { areaAddress, type AreaSlug } from './areas.ts'
import { withQuery } from './paths.ts'

/** What another web site frames of a league. `theme`: light or dark; the reader's own when left out. */
export type Embedded = {
  area: AreaSlug
  division: string
  view: string
  season?: string
  year?: number
  theme?: string
}

/** The addresses of what other web sites and programs get from the league. Apart from `paths`, which the first screen loads. */
export const integrationPaths = {
  embed: ({ area, division, view, ...query }: Embedded) =>
    withQuery(`/public/embed/${areaAddress(area)}/${encodeURIComponent(division)}/${view}`, query),
  pages: '/organizer/integrations',
  apiKeys: '/organizer/integrations/keys',
  webhooks: '/organizer/integrations/webhooks',
  webhook: (id: number) => `/organizer/integrations/webhooks/${id}`,
} as const
