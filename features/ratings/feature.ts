import type { Feature } from '#/server/feature.ts'
import { rateResults } from './jobs.ts'
import { routes } from './routes.ts'

export const ratings = { routes, jobs: { rate_results: rateResults } } satisfies Feature
