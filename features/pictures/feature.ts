import type { Feature } from '#/server/feature.ts'
import { servePictures } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const pictures = {
  serveApi: servePictures,
} satisfies Feature
