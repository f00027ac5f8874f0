import type { Feature } from '#/server/feature.ts'
import { photoReported } from './emails.ts'
import { pageRoutes } from './page-routes.ts'
import { routes } from './routes.ts'

export const players = {
  routes: [...routes, ...pageRoutes],
  emails: { photo_reported: photoReported },
} satisfies Feature
