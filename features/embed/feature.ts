import type { Feature } from '#/server/feature.ts'
import { serveEmbeds } from './pages.ts'
import { routes } from './routes.ts'

export const embed = { routes, servePages: serveEmbeds } satisfies Feature
