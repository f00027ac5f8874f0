import { areaAddress, type AreaSlug } from './areas.ts'
import { withQuery } from './paths.ts'

/** A league's content that another web site embeds. `theme` defaults to the reader's own. */
export type Embedded = {
  area: AreaSlug
  division: string
  view: string
  season?: string
  year?: number
  theme?: string
}

/** Addresses for other web sites and programs. Separate from `paths`, which the first screen loads. */
export const integrationPaths = {
  embed: ({ area, division, view, ...query }: Embedded) =>
    withQuery(`/public/embed/${areaAddress(area)}/${encodeURIComponent(division)}/${view}`, query),
  pages: '/organizer/integrations',
  apiKeys: '/organizer/integrations/keys',
  webhooks: '/organizer/integrations/webhooks',
  webhook: (id: number) => `/organizer/integrations/webhooks/${id}`,
} as const
