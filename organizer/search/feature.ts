import type { Feature } from '#/server/feature.ts'
import { routes } from './routes.ts'

export const organizerSearch = { routes } satisfies Feature
