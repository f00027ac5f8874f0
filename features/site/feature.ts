import type { Feature } from '#/server/feature.ts'
import { serveCrawlers } from './crawlers.ts'
import { routes } from './routes.ts'

export const site = { routes, servePages: serveCrawlers } satisfies Feature
