import { copyFile, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { apiPageFiles, builtApiPage } from '#/app/docs.ts'

// The files of the page at /api/docs, so that the app needs no package for it.
const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
await mkdir(builtApiPage, { recursive: true })
for (const file of apiPageFiles) await copyFile(join(swagger, file), join(builtApiPage, file))
