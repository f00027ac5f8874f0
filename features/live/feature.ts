import type { Feature } from '#/server/feature.ts'
import { routes, serveStreamOfPages } from './routes.ts'

export const live = { routes, servePages: serveStreamOfPages } satisfies Feature
