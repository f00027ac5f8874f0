import type { Feature } from '#/server/feature.ts'
import { placeRoutes } from './place-routes.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const standings = {
  routes: [...routes, ...placeRoutes],
} satisfies Feature
