import { mkdir, writeFile } from 'node:fs/promises'
import { drawCourt } from './courts/draw.ts'
import { scenes } from './courts/scenes.ts'

// The pictures of divisions, seasons and empty states as files, for screens and for the API's `image`.
const folder = new URL('../web/public/courts/', import.meta.url)
await mkdir(folder, { recursive: true })
for (const [name, scene] of Object.entries(scenes)) await writeFile(new URL(`${name}.svg`, folder), drawCourt(scene))
