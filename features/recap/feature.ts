import type { Feature } from '#/server/feature.ts'
import { serveRecapPictures } from './pictures.ts'
import { routes } from './routes.ts'

export const recap = { routes, serveApi: serveRecapPictures } satisfies Feature
