import type { Feature } from '#/server/feature.ts'
import { servePictures } from './routes.ts'

export const pictures = { serveApi: servePictures } satisfies Feature
