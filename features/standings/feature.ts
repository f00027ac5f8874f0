import type { Feature } from '#/server/feature.ts'
import { placeRoutes } from './place-routes.ts'
import { routes } from './routes.ts'
import { rulesRoutes } from './rules-routes.ts'

export const standings = { routes: [...routes, ...placeRoutes, ...rulesRoutes] } satisfies Feature
