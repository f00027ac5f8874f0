import type { Feature } from '#/server/feature.ts'
import { serveEmbeds } from './pages.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const embed = {
  routes,
  servePages: serveEmbeds,
} satisfies Feature
