import type { Feature } from '#/server/feature.ts'
import { serveCrawlers } from './crawlers.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const site = {
  routes,
  servePages: serveCrawlers,
} satisfies Feature
