import type { Feature } from '#/server/feature.ts'
import { sealLeagues } from './jobs.ts'

export const sealing = { jobs: { seal_leagues: sealLeagues } } satisfies Feature
