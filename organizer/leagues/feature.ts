import type { Feature } from '#/server/feature.ts'
import { routes } from './routes.ts'

export const organizerLeagues = { routes } satisfies Feature
